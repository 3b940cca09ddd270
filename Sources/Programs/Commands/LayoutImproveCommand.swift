// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// `cabrank layout improve`.
struct LayoutImproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "improve", abstract: "Find a better layout for a scenario, by simulation.",
        discussion: """
            For example: cabrank layout improve city.yaml --zones 40..90. The scenario's own zones are the start. Zones \
            are made of cells, the scenario's zones or those of --cells: the search merges zones, splits them and moves cells \
            from one to another. Zones stay connected. Layouts are compared on days with the same people. The best one is then run against the \
            start on fresh days that the search never saw: that difference, with its 95 % interval, is the result.

            Writes layout.geojson, improve.json, improve.html and each layout's complete scenario into Reports/improve/<scenario>, or the folder given with \
            --out. The layout is written only when it is shown to be better. Ctrl-C keeps the best one so far in \
            best-so-far.geojson, unconfirmed; --resume continues.

            Exit status: 0 when a better layout is shown, 1 when none is, 2 on bad input (nothing is written), 70 on an \
            internal error, 130 when Ctrl-C stopped it.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Option(help: "How many zones there may be, such as 40..90.")
    var zones: String

    @Option(help: "What is made better; service: fewer wishes for a ride that are not aboard in time.")
    var objective: ImprovementObjective = .service

    @Option(help: "The largest number of runs, those of the confirmation among them.")
    var runs = 1000

    @Option(help: "On how many fresh days the result is confirmed.")
    var confirmations = 40

    @Option(
        help: "Let this layout (GeoJSON) take part, and confirm against it too; may be repeated.",
        completion: .file(extensions: ["geojson"]))
    var against: [String] = []

    @Option(
        help: "The layout (GeoJSON) whose zones are the cells, such as small hexagons (default: the scenario's zones).",
        completion: .file(extensions: ["geojson"]))
    var cells: String?

    @OptionGroup var properties: LayoutProperties

    @Option(help: "The least area of a zone, such as 1km2.")
    var leastArea: GroundArea?

    @Option(help: "The largest area of a zone of several cells, such as 8km2.")
    var mostArea: GroundArea?

    @Option(help: "How many runs at once (default: one on each processor core).")
    var threads: Int?

    @Flag(help: "Continue an interrupted search: finished runs are taken from its journals.")
    var resume = false

    @OptionGroup var storing: StoreArguments

    @Option(help: "The folder for the results (default: Reports/improve/<scenario>).", completion: .directory)
    var out: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        let limits = LayoutLimits(zones: try range(), area: try areas())
        let threads = try ReplicationArguments.count(ofThreads: threads, storing)
        var record = ExperimentRecord()
        let (plan, others, cells) = try record.reading { try read() }
        var improvement = try LayoutImprovement(
            plan, limits: limits, runs: runs, confirmations: confirmations, others: others.map(\.plan.layout),
            threads: threads, cells: cells)
        try arguments.load.limits().admit(plan, runs: runs, threads: threads, option: "--runs \(runs)")
        var first = try Replications(plan, rule: .count(confirmations), threads: threads)
        first.places = cells
        improvement.crew = try storing.crew(first, most: runs)
        let files = VariantName.files(["start"] + others.map(\.name) + ["best"])
        let place = OutputLocation(
            named: out, usual: "Reports/improve/\(plan.scenario.name)",
            settings: arguments.set)
        let folder = try ExperimentFolder(
            place, resultName: "improve.json",
            others: ["improve.html", Self.layoutName, Self.soFar, RunFolder.lastFile] + files,
            resumes: resume, store: storing.store)
        for warning in plan.warnings { complain(warning.description) }
        var result = try work(improvement, others, folder)
        result.origin = record.origin(
            setting: arguments.set, files: result.isBetter ? files : Array(files.dropLast()))
        try folder.output.remove(Self.soFar)
        for (entry, file) in zip([("start", plan)] + others.map { ($0.name, $0.plan) }, files) {
            try folder.write(
                scenario: entry.1.text(in: folder.path), as: file,
                "The layout `\(entry.0)` of a search for a better one")
        }
        if result.isBetter {
            try folder.write(Data(result.layout.geoJSON.utf8), as: Self.layoutName)
            let zones = LayoutSource.geoJSON(path: "\(folder.path)/\(Self.layoutName)", number: "zone_id", name: "name")
            try folder.write(
                scenario: plan.text(in: folder.path, zones: zones), as: files[files.count - 1], "The better layout")
        }
        try folder.write(record, Simulation(plan).context)
        try folder.write(Data(ImprovementPage(result).html.utf8), as: "improve.html")
        let bytes = try ImprovementFile(result).encoded()
        try folder.write(bytes, as: "improve.json")
        if json {
            show(json: bytes)
        } else {
            show(result.text)
            print("\n  report       \(folder.path)/improve.html")
        }
        if !result.isBetter { throw ExitStatus.brokenBudget }
    }

    private static let soFar = "best-so-far.geojson"
    private static let layoutName = "layout.geojson"

    /// The scenario, the other layouts, and the cells.
    private func read() throws -> (plan: CityPlan, others: [(name: String, plan: CityPlan)], cells: MadeLayout?) {
        let plan = try arguments.plan()
        let others = try against.map { path in
            (
                name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
                plan: try plan.trying(path, properties)
            )
        }
        return (plan, others, try cells.map { try plan.trying($0, properties).made })
    }

    private func work(
        _ improvement: LayoutImprovement, _ others: [(name: String, plan: CityPlan)], _ folder: ExperimentFolder
    ) throws -> ImprovementResult {
        Interruption.listen()
        let goesOn = { !Interruption.isAsked && !MemoryGuard.isExceeded }
        // The first journals of a new search clear the folder; later ones stand beside them.
        let journals: LayoutImprovement.Journals = { name, experiment in
            try folder.journal(name, experiment)
        }
        var found: LayoutSearch.Outcome?
        do {
            let outcome = try improvement.search(journals: journals, goesOn: goesOn) {
                progress, outcome in
                found = outcome
                report(progress)
            }
            if !quiet { complain("confirming on \(confirmations) fresh days") }
            return try improvement.confirm(outcome, against: others, journals: journals, goesOn: goesOn)
        } catch is LayoutImprovement.Stopped {
            if let found {
                try folder.write(Data(improvement.drawn(found.best).utf8), as: Self.soFar, keepsOlder: true)
            }
            complain(
                "stopped; "
                    + (found == nil
                        ? "" : "the best layout so far, not confirmed, is in \(folder.path)/\(Self.soFar); ")
                    + "finished runs are kept in \(folder.path); continue with --resume")
            throw Interruption.status
        }
    }

    private func report(_ progress: LayoutSearch.Progress) {
        guard !quiet else { return }
        let share = String(format: "%.2f %%", progress.share * 100)
        let all = runs - confirmations * (2 + against.count)
        complain(
            (progress.round == 0
                ? "begins with \(progress.zones) zones"
                : "round \(progress.round): \(progress.tried) moves tried, \(progress.kept) kept, \(progress.zones) zones")
                + ", \(share) not in time, \(progress.runs) of at most \(all) runs")
    }

    /// `40..90`, or one number.
    private func range() throws -> ClosedRange<Int> {
        let parts = zones.components(separatedBy: "..")
        guard parts.count <= 2, let low = Int(parts[0]), let high = Int(parts[parts.count - 1]) else {
            throw ValidationError("--zones \(zones): write how many there may be as 40..90")
        }
        guard low >= 1 else { throw ValidationError("--zones \(zones): at least 1 zone is needed") }
        guard low <= high else { throw ValidationError("--zones \(zones): \(low) is above \(high)") }
        return low...high
    }

    private func areas() throws -> ClosedRange<Double> {
        let (low, high) = (leastArea?.squareMetres ?? 0, mostArea?.squareMetres ?? .infinity)
        guard low <= high else { throw ValidationError("--least-area is above --most-area") }
        return low...high
    }
}

extension CityPlan {
    /// The same city with the zones of a file.
    fileprivate func trying(_ path: String, _ properties: LayoutProperties) throws(InputErrors) -> CityPlan {
        try CityPlan(
            self, tryingLayout: .geoJSON(path: path, number: properties.number, name: properties.name))
    }
}

/// What a layout is improved for.
enum ImprovementObjective: String, ExpressibleByArgument, CaseIterable {
    /// The share of wishes for a ride that are not aboard in time.
    case service
}
