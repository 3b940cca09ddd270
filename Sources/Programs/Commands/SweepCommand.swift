// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting
import TaxiRules
import TaxiSimulation

/// `cabrank sweep`.
struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "Run a scenario with many values, and show the results side by side.",
        discussion: """
            A value is swept by its path: --set fleet.drivers=300..700/50 --set demand.scale=0.8,1,1.2. Every point is checked \
            like the file itself before the first run. Writes sweep.csv, sweep.json, report.html and each point as \
            a complete scenario into a folder of Reports/<scenario>/ that is named after the values, or into the folder given with --out. Finished \
            replications are kept in the folder's journals; --resume continues from them and gives the same files.

            Exit status: 0 when all points are complete, 2 on bad input (nothing is run), 3 when an invariant was broken, 70 on \
            an internal error, 130 when Ctrl-C stopped it.
            """)

    /// How points are chosen.
    enum Design: String, ExpressibleByArgument, CaseIterable {
        case grid, list, latin
    }

    @Argument(help: "The scenario file.", completion: .file(extensions: ["yaml"]))
    var scenario: String

    @Option(
        help: ArgumentHelp(
            "Sweep a value: one value, a,b,c, from..to/step, or from..to; may be repeated.", valueName: "path=values"))
    var set: [String] = []

    @Option(
        help:
            "grid: every combination of values. list: the first values together, and so on. latin: a Latin hypercube.")
    var design = Design.grid

    @Option(help: "The number of points of a Latin hypercube.")
    var points: Int?

    @Option(
        help: ArgumentHelp(
            "Compare the other points with this one, pair by pair; repeat it to name the values of several paths.",
            valueName: "path=value"))
    var base: [String] = []

    @OptionGroup var including: IncludeArguments
    @OptionGroup var size: ExperimentSize

    @OptionGroup var load: LoadArguments

    @Option(help: "Show this metric in the table and the report; may be repeated.")
    var metric: [String] = []

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Check every invariant after every turn, whatever the scenario says.")
    var invariants = false

    func run() throws {
        try judge(violations: sweep(), where: "; the column `violations` of sweep.csv says where")
    }

    private func sweep() throws -> Int {
        let points = try chosenPoints()
        let reference = try SweepResult.base(base, among: points)
        var record = ExperimentRecord()
        let plan = try record.reading { try checked(points) }
        let location = OutputLocation(
            named: size.out, usual: "Reports/\(plan.scenario.name)/sweep", settings: set + settings)
        // Those of the budgets are columns too.
        let named = metric.isEmpty ? plan.scenario.budgets.map(\.metric) : metric
        let folder = try ExperimentFolder(
            location, resultName: "sweep.json",
            others: ["sweep.csv", "report.html", RunFolder.lastFile] + points.indices.map(SweepResult.scenarioName),
            resumes: size.resume, store: size.storing.store)
        let found = try run(points, counting: named, in: folder)
        let rows = try points.indices.map { index in
            guard let row = found[index] else { throw size.stopped(folder) }
            return row
        }
        var result = SweepResult(
            context: Simulation(plan, seed: size.seed).context, replications: size.replications,
            design: design.rawValue, paths: points.first?.settings.map(\.path) ?? [], rows: rows,
            base: reference)
        result.origin = record.origin()
        let violations = rows.reduce(0) { $0 + $1.violations }
        let shown = shownMetrics(plan.scenario, result)
        try folder.write(Data(result.csv(metrics: shown).utf8), as: "sweep.csv")
        for index in result.pointsWithScenario {
            let read = try read(points[index])
            var scenario = read.scenario
            if let seed = size.seed { scenario.seed = seed }
            try folder.write(
                scenario: read.text(of: scenario, in: folder.path), as: SweepResult.scenarioName(index),
                "Point \(index) of a sweep, \(points[index].label)")
        }
        try folder.write(record, result.context)
        let page = result.page(metrics: shown, assets: .fromEnvironment())
        try folder.write(Data(page.html.utf8), as: "report.html")
        let bytes = try SweepFile(result, metrics: shown).encoded()
        try folder.write(bytes, as: folder.resultName)
        if json {
            show(json: bytes)
            return violations
        }
        // A terminal has room for a few columns; the files have them all.
        print(
            result.text(metrics: terminalMetrics(plan.scenario).filter(shown.contains), compared: shown), terminator: ""
        )
        print("\n  report       \(folder.path)/report.html\(ReportAssets.remark)")
        print("  table        \(folder.path)/sweep.csv")
        return violations
    }

    /// What besides the values makes it another sweep.
    private var settings: [String] {
        (design == .grid ? [] : ["design=\(design.rawValue)"]) + (self.points.map { ["points=\($0)"] } ?? [])
            + (size.seed.map { ["seed=\($0)"] } ?? [])
    }

    /// Runs all points on the same threads; the answer has them by number, without those that Ctrl-C left unfinished.
    private func run(_ points: [SweepPoint], counting named: [String], in folder: ExperimentFolder) throws -> [Int:
        SweepResult.Row]
    {
        let threads = try size.threadCount()
        let line = size.quiet ? nil : ReplicationLine(rule: .count(size.replications), level: 0.95)
        var found: [Int: SweepResult.Row] = [:]
        func journalName(_ index: Int) -> String { "journal-\(index + 1).jsonl" }
        folder.expected = points.indices.map(journalName)
        _ = try ReplicationLine.shown(line) { progress in
            try Replications.runAll(points.count, most: size.replications.timesOrMost(points.count), threads: threads) {
                index in
                var experiment = try size.experiment(
                    CityPlan(read(points[index])), isMetered: false, of: points.count, counting: named)
                experiment.checksInvariants = invariants
                let journal = try folder.journal(journalName(index), experiment)
                return (experiment, journal)
            } progress: {
                progress($0)
            } take: { index, set in
                if set.ending == .complete { found[index] = SweepResult.Row(points[index], set) }
            }
        }
        return found
    }

    private func chosenPoints() throws -> [SweepPoint] {
        if design == .latin, points == nil {
            throw ValidationError("--design latin needs --points, the number of points")
        }
        if design != .latin, points != nil { throw ValidationError("--points needs --design latin") }
        for name in metric { try MetricPath.check(name) }
        let axes = try set.map { try SweepAxis(text: $0) }
        let design: SweepDesign =
            switch design {
            case .grid: .grid
            case .list: .list
            case .latin: .latin(points: points ?? 1, seed: size.seed ?? 1)
            }
        return try design.points(axes)
    }

    private func read(_ point: SweepPoint) throws(InputErrors) -> ReadScenario {
        try including.read(scenario, setting: point.overrides)
    }

    /// Checks every point with its map before the first one is run; the answer is the plan of the first.
    ///
    /// - Throws: `InputErrors` with what is wrong with any of them, each problem once.
    private func checked(_ points: [SweepPoint]) throws -> CityPlan {
        var problems: [InputProblem] = []
        func note(_ found: [InputProblem]) {
            // The same message on the same path is reported once, whatever the value that stands beside it.
            for problem in found where !problems.contains(where: { $0.message == problem.message }) {
                problems.append(problem)
            }
        }
        let limits = try load.limits()
        // Every point by itself, and all of them together.
        var seconds = 0.0
        for point in points {
            do {
                let plan = try CityPlan(read(point))
                try size.check(metric, in: plan)
                note(plan.warnings)
                let estimate = LoadEstimate(plan)
                try limits.check(
                    estimate, runs: size.replications, threads: try size.threadCount(),
                    option: "--replications \(size.replications)")
                seconds += Double(size.replications) * estimate.secondsOfRun
            } catch let error as InputErrors {
                note(error.problems)
            }
        }
        if problems.contains(where: { $0.severity == .error }) { throw InputErrors(problems: problems) }
        for warning in problems { complain(warning.description) }
        guard seconds <= limits.seconds else {
            throw ValidationError(
                "\(points.count) points with \(size.replications) replications each take about "
                    + "\(LoadText.span(seconds)) of one processor core; --time-limit allows \(LoadText.span(limits.seconds))"
            )
        }
        limits.watch()
        guard let first = points.first else { throw ValidationError("nothing is swept") }
        return try CityPlan(read(first))
    }

    /// The usual metrics of the service that leads, and the headlines of the others.
    private static func usual(_ scenario: Scenario) -> [String] {
        (Slices.form(for: scenario)?.sweep.usual ?? []) + Slices.headlines(in: scenario.services)
    }

    /// The metrics that are printed: those asked for, else a few.
    private func terminalMetrics(_ scenario: Scenario) -> [String] {
        if !metric.isEmpty { return metric }
        let few = Slices.form(for: scenario)?.sweep.few ?? []
        return few + Slices.headlines(in: scenario.services).prefix(few.isEmpty ? 4 : 1)
    }

    /// The metrics of the table: those asked for, else the usual ones with those of the budgets and of the modules.
    private func shownMetrics(_ scenario: Scenario, _ result: SweepResult) -> [String] {
        if !metric.isEmpty { return metric }
        var shown = Self.usual(scenario)
        shown += scenario.budgets.map(\.metric).filter { result.allMetrics.contains($0) }
        for (module, metrics) in Slices.leading?.form.sweep.modules ?? [] where scenario.modules.contains(module) {
            shown += metrics
        }
        var once: [String] = []
        for name in shown where !once.contains(name) { once.append(name) }
        return once
    }
}
