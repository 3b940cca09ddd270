// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Reporting

/// `cabrank stress`.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress", abstract: "Raise the load until the server misses its target, and say why.",
        discussion: """
            Runs the scenario with more and more load until fewer than 95 % of the messages are processed in under 5 s, one \
            takes 10 s or more, or one is refused because the queue is full. The load is doubled first, then the gap is halved. \
            For example: cabrank stress Scenarios/stress.yaml --by server.service-scale

            Exit status: 0 when the breaking point was found, 1 when the target is met up to --to or missed already at --from, \
            2 on bad input (nothing is run), 3 when an invariant was broken, 70 on an internal error.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Option(help: "The path of the factor to raise: demand.scale or server.service-scale.")
    var by = "demand.scale"

    @Option(help: "The smallest factor to try.")
    var from = 0.1

    @Option(help: "The largest factor to try.")
    var to = 1000.0

    @Option(help: "The first factor to try.")
    var start = 1.0

    @Option(help: "How narrow the bracket around the answer must be, such as 5% or 0.05.")
    var precision = "5%"

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Option(help: "Write the result as JSON.", completion: .file())
    var jsonFile: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Check every invariant after every turn, whatever the scenario says.")
    var invariants = false

    @Option(help: "With --store: 0 leaves the runs, which come one after another, to workers (default: 1).")
    var threads = 1

    @OptionGroup var storing: StoreArguments

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        let (result, violations) = try search()
        if !json { show(result.text, terminator: "") }
        try judge(violations: violations)
        if result.kept == nil || result.broken == nil { throw ExitStatus.brokenBudget }
    }

    private func search() throws -> (StressResult, violations: Int) {
        let search = try range()
        let file = try jsonFile.map { try OutputFile($0, kind: .json(key: "stressVersion")) }
        let first = try arguments.plan()
        for warning in first.warnings { complain(warning.description) }
        guard first.scenario.server != nil else {
            throw ValidationError("\(arguments.scenario) has no section `server`, so nothing can break")
        }
        // Both ends are checked before the first run: a path that does not exist is reported at once.
        for factor in [search.from, search.to] { _ = try plan(factor) }
        var points: [StressPoint] = []
        var violations = 0
        let answer = try search.run { (factor: Double) throws(any Error) -> Bool in
            let replication = try run(factor)
            guard let point = replication.stress else { return false }
            points.append(point)
            violations += replication.violations
            if !quiet { complain("\(by)=\(Self.text(factor)): target \(point.isKept ? "kept" : "broken")") }
            return point.isKept
        }
        let result = StressResult(path: by, answer: answer, points: points)
        let bytes = try result.encoded()
        try file?.write(bytes)
        if json { show(json: bytes) }
        return (result, violations)
    }

    private func run(_ factor: Double) throws -> Replication {
        let plan = try self.plan(factor)
        try arguments.load.limits().admit(plan)
        let threads = try ReplicationArguments.count(ofThreads: threads, storing)
        var experiment = try Replications(plan, rule: .count(1), threads: threads, seed: seed)
        experiment.checksInvariants = invariants
        experiment.stress = factor
        experiment.crew = try storing.crew(experiment, most: 1)
        let set = try experiment.runStoppable(journal: nil, isQuiet: true)
        guard let replication = set.replications.first else {
            complain("stopped")
            throw Interruption.status
        }
        return replication
    }

    private func range() throws -> StressSearch {
        guard ["demand.scale", "server.service-scale"].contains(by) else {
            throw ValidationError("--by \(by); allowed: demand.scale, server.service-scale")
        }
        guard from > 0, from.isFinite else { throw ValidationError("--from \(from); more than 0 is needed") }
        guard to >= from, to.isFinite else { throw ValidationError("--to \(to) lies below --from \(from)") }
        guard let share = MetricText.share(precision), (0.001...1).contains(share) else {
            throw ValidationError("--precision \(precision); allowed: 0.1% to 100%")
        }
        return StressSearch(from: from, to: to, start: start, precision: share)
    }

    private func plan(_ factor: Double) throws -> CityPlan {
        try CityPlan(arguments.read(setting: ["\(by)=\(Self.text(factor))"]))
    }

    /// Without an exponent and without zeros at the end, as a scenario has it.
    private static func text(_ factor: Double) -> String { MetricText.short(factor, decimals: 7) }
}
