// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityExperiments
import CityModel
import CitySimulation
import Foundation
import ScenarioFile

/// `cabrank compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare two scenarios, or zone layouts of one, with the same people.",
        discussion: """
            cabrank compare a.yaml b.yaml                                  two scenarios
            cabrank compare base.yaml --layout a.geojson                   a layout with the scenario's own
            cabrank compare base.yaml --layout a.geojson --layout b.geojson   two layouts

            Every variant has the same seed and replications, and every person random streams of its own. With --layout \
            people's places, weights and conditions keep to the zones of the scenario; only the service gets the new zones. \
            The result is the mean difference of each measure with its 95 % interval, and how much variance the common \
            random numbers removed; "no difference shown" when the interval holds 0. Writes compare.json and compare.html.

            Exit status: 0 when all is compared, 2 on bad input, 70 on an internal error, 130 when stopped by Ctrl-C.
            """)

    @Argument(help: "One scenario file with --layout, or two.", completion: .file(extensions: ["yaml"]))
    var scenarios: [String]

    @Option(
        name: .long, help: "A zone layout (GeoJSON) for the scenario's service; may be repeated.",
        completion: .file(extensions: ["geojson"]))
    var layout: [String] = []

    @Option(help: "The property of the layouts that holds the zone number.")
    var number = "zone_id"

    @Option(help: "The property of the layouts that holds the zone's name.")
    var name = "name"

    @Option(
        name: .long,
        help: ArgumentHelp("Set a value of every scenario; may be repeated.", valueName: "path=value"))
    var set: [String] = []

    @Option(help: "Replications of each variant, 2 or more.")
    var replications = 20

    @Option(help: "How many replications run at once (default: one on each processor core).")
    var threads: Int?

    @Flag(help: "Go on with a comparison that was interrupted.")
    var resume = false

    @Option(help: "The seed of every variant, instead of the first scenario's.")
    var seed: UInt64?

    @Option(help: "The folder for the results (default: Reports/compare/<names>).", completion: .directory)
    var out: String?

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        try reportingErrors { try compare() }
    }

    private func compare() throws {
        guard replications >= 2 else {
            throw ValidationError("--replications \(replications): a comparison needs at least 2, for an interval")
        }
        let threads = try ReplicationArguments.count(ofThreads: threads)
        let plans = try plans()
        let path = out ?? "Reports/compare/" + plans.map(\.name).joined(separator: "-")
        let folder = try ExperimentFolder(path: path, resultName: "compare.json", resumes: resume)
        var variants: [Comparison.Variant] = []
        for (index, entry) in plans.enumerated() {
            for warning in entry.plan.warnings where index == 0 || !plans[0].plan.warnings.contains(warning) {
                complain(warning.description)
            }
            if !quiet { complain("\(entry.name): \(replications) replications") }
            let experiment = try Replications.checked { () throws(ExperimentProblem) in
                try Replications(
                    entry.plan, rule: .count(replications), threads: threads, seed: plans[0].plan.scenario.seed)
            }
            let journal = try folder.journal(
                "journal-\(index + 1).jsonl", entry.plan, seed: experiment.seed, resumes: resume)
            let set = try experiment.runStoppable(journal: journal, isQuiet: quiet)
            if set.ending == .stopped {
                complain("stopped; what is finished is kept in \(path); --resume goes on")
                throw ExitCode(130)
            }
            variants.append(Comparison.Variant(name: entry.name, plan: entry.plan, set: set))
        }
        let comparison = Comparison(variants)
        try folder.write(Data(ComparisonPage(comparison).html.utf8), as: "compare.html")
        try folder.write(try comparison.encoded(), as: "compare.json")
        print(comparison.text)
        print("\n  report       \(path)/compare.html")
    }

    /// What is compared, each with a name of its own.
    private func plans() throws -> [(name: String, plan: CityPlan)] {
        guard let first = scenarios.first, scenarios.count <= 2 else {
            throw ValidationError("compare takes one scenario with --layout, or two scenarios")
        }
        let base = try CityPlan(read(first, seed: seed))
        if scenarios.count == 2 {
            guard layout.isEmpty else { throw ValidationError("give two scenarios, or one with --layout; not both") }
            let other = try CityPlan(read(scenarios[1], seed: base.scenario.seed))
            return named([(title(first), base), (title(scenarios[1]), other)])
        }
        guard !layout.isEmpty else {
            throw ValidationError("there is nothing to compare \(first) with: name a second scenario or a --layout")
        }
        var plans = layout.count == 1 ? [(title(first), base)] : []
        for path in layout {
            plans.append(
                (title(path), try CityPlan(base, tryingLayout: .geoJSON(path: path, number: number, name: name))))
        }
        return named(plans)
    }

    private func read(_ path: String, seed: UInt64?) throws -> ReadScenario {
        let overrides = set + (seed.map { ["seed=\($0)"] } ?? [])
        return try ScenarioReader().read(file: path, overrides: overrides.map { ScenarioOverride(text: $0) })
    }

    private func title(_ path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// Two files may have the same name.
    private func named(_ plans: [(name: String, plan: CityPlan)]) -> [(name: String, plan: CityPlan)] {
        plans.enumerated().map { index, entry in
            let isDouble = plans.enumerated().contains { $0.offset != index && $0.element.name == entry.name }
            return (isDouble ? "\(entry.name)-\(index + 1)" : entry.name, entry.plan)
        }
    }
}
