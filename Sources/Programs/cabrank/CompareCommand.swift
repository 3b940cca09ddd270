// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import Experiments
import Foundation
import Reporting
import ScenarioFile

/// `cabrank compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare two scenarios, or zone layouts of one, with the same people.",
        discussion: """
            cabrank compare a.yaml b.yaml                                  two scenarios
            cabrank compare base.yaml --layout a.geojson                   a layout with the scenario's own
            cabrank compare base.yaml --layout a.geojson --layout b.geojson   two layouts

            Every variant has the same seed and replications, and every person has their own random streams. With --layout, \
            people's locations, weights and conditions stay tied to the zones of the scenario; only the service uses the new \
            zones. The result is the mean difference of each measure with its 95 % interval, and how much variance the common \
            random numbers removed; it says "no difference shown" when the interval contains 0. Writes compare.json and \
            compare.html; with --rows also results.sqlite, with the rows of all replications. With --until-half-width, all variants continue until the paired differences are that precise.

            Exit status: 0 when the comparison is complete, 2 on bad input, 70 on an internal error, 130 when stopped by Ctrl-C.
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

    @OptionGroup var including: IncludeArguments

    @OptionGroup(title: "Replications of each variant (default 20)") var repeating: ReplicationArguments

    @OptionGroup var keeping: RowArguments

    @OptionGroup var load: LoadArguments

    @Option(help: "The seed of every variant, instead of the first scenario's.")
    var seed: UInt64?

    @Option(help: "The folder for the results (default: Reports/compare/<names>).", completion: .directory)
    var out: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        let rule = try repeating.rule(usual: .count(20)) ?? .count(20)
        if case .count(let count) = rule, count < 2 {
            throw ValidationError("--replications \(count): a comparison needs at least 2, to have an interval")
        }
        let threads = try repeating.threadCount()
        let plans = try plans()
        let limits = try load.limits()
        for entry in plans { try limits.admit(entry.plan, runs: rule.least, threads: threads, option: repeating.text) }
        let experiments = try plans.map { entry in
            var experiment = try Replications(
                entry.plan, rule: rule, threads: threads, seed: plans[0].plan.scenario.seed,
                meter: ReplicationCost.meter)
            experiment.crew = try repeating.storing.crew(
                experiment, most: rule.most.timesOrMost(plans.count), keepsRows: keeping.rows)
            return experiment
        }
        let location = OutputLocation(
            named: out, usual: "Reports/compare/" + plans.map(\.name).joined(separator: "-"),
            settings: set + (seed.map { ["seed=\($0)"] } ?? []))
        let folder = try ExperimentFolder(
            location, resultName: "compare.json", others: ["compare.html"] + (keeping.rows ? [RowPool.fileName] : []),
            resumes: repeating.resume)
        let path = folder.path
        let journals = try experiments.enumerated().map { index, experiment in
            try folder.journal("journal-\(index + 1).jsonl", experiment, resumes: repeating.resume)
        }
        let pool = try keeping.pool(in: folder.output, variants: plans.map(\.name))
        for (index, entry) in plans.enumerated() {
            for warning in entry.plan.warnings where index == 0 || !plans[0].plan.warnings.contains(warning) {
                complain(warning.description)
            }
        }
        let line = quiet ? nil : ReplicationLine(rule: rule, level: experiments[0].level)
        let sets = try ReplicationLine.shown(line) { progress in
            try Replications.runSideBySide(
                zip(experiments, journals).map { (experiment: $0, journal: $1) }, rule: rule, threads: threads,
                pool: pool, progress: progress)
        }
        if sets[0].ending == .stopped {
            complain("stopped; finished replications are kept in \(path); continue with --resume")
            throw Interruption.status
        }
        let variants = zip(plans, sets).map { Comparison.Variant(name: $0.name, plan: $0.plan, set: $1) }
        let comparison = Comparison(variants)
        if let pool { try folder.output.adopt(pool.path, as: RowPool.fileName) }
        try folder.write(Data(ComparisonPage(comparison).html.utf8), as: "compare.html")
        let bytes = try comparison.encoded()
        try folder.write(bytes, as: "compare.json")
        if json { show(json: bytes) } else { show(comparison.text) }
        sets[0].reportMissedHalfWidth()
        if !json { print("\n  report       \(path)/compare.html") }
    }

    /// What is compared, each with a name of its own.
    private func plans() throws -> [(name: String, plan: CityPlan)] {
        guard let first = scenarios.first, scenarios.count <= 2 else {
            throw ValidationError("compare takes one scenario with --layout, or two scenarios")
        }
        let base = try CityPlan(read(first, seed: seed))
        if scenarios.count == 2 {
            guard layout.isEmpty else {
                throw ValidationError("give either two scenarios, or one with --layout, not both")
            }
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
        try including.read(path, setting: set + (seed.map { ["seed=\($0)"] } ?? []))
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
