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

/// `cabrank run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a scenario file and write its report.",
        discussion: """
            Writes report.html, summary.json, results.sqlite and run.json into Reports/<scenario>/<policy>-<seed>/ below \
            the current folder, or into the folder given with --out. Values set with --set are added to the folder's name. \
            A folder must be new, empty, or written by Cabrank; files that it did not write there are left alone.

            With --replications or --until-half-width the scenario runs many times with other random numbers, on all cores, \
            and every metric gets its mean with a 95 % interval. The results go into a folder that ends in -replications: \
            replications.json, replications.csv, and the report of the first replication with the intervals. With --rows \
            results.sqlite has the rows of all replications, else those of the first. \
            Finished replications are kept in journal.jsonl at once: after Ctrl-C or a crash, --resume continues and gives the \
            same bytes.

            Exit status: 0 when the run is complete, 2 on bad input (nothing is written), 3 when an invariant was \
            broken (the report says which), 70 on an internal error, 130 when Ctrl-C stopped it (143: SIGTERM). A single run \
            that is stopped leaves nothing behind.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @OptionGroup(title: "Replications") var repeating: ReplicationArguments

    @OptionGroup var keeping: RowArguments

    @Flag(
        help: "First find the warm-up, by MSER-5 over the open requests of five pilot replications, and leave it out."
    )
    var findWarmUp = false

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Option(help: "The folder for the results.", completion: .directory)
    var out: String?

    @Flag(help: "Check every invariant after every turn, whatever the scenario says.")
    var invariants = false

    @Flag(help: "Record the clients' messages for `cabrank replay`, whatever the scenario says.")
    var messages = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Take the moving map of the taxis into the report of a single run, or leave it out.",
            discussion: "Without either it is there when it takes at most 15 MB; with --replay-map at most 100 MB."))
    var replayMap: Bool?

    @Option(
        help: ArgumentHelp(
            "Draw the way of this driver's taxi along the streets into the folder, as street-track-N.svg; may be repeated.",
            discussion: "What lies between two reports of the taxi is interpolated, and said to be.",
            valueName: "driver"))
    var streetTracks: [Int] = []

    @Flag(help: "Print the summary only; write nothing.")
    var noReport = false

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        try Self.judge(runScenario())
    }

    /// Reports broken invariants, if any, and ends with their exit status.
    static func judge(_ violations: [Violation]) throws {
        for violation in violations.prefix(10) { complain("invariant broken: \(violation)") }
        if !violations.isEmpty { throw ExitStatus.brokenInvariant }
    }

    /// Runs and writes; the answer is the invariants that were broken.
    private func runScenario() throws -> [Violation] {
        let began = HostFacts()
        var arguments = arguments
        let values = arguments.set
        if let seed { arguments.set.append("seed=\(seed)") }
        if invariants { arguments.set.append("record.invariants=true") }
        if messages { arguments.set.append("record.messages=true") }
        var plan = try arguments.plan()
        let level = plan.scenario.record.level
        let rule = try repeating.rule()
        // A single run needs no threads; what was said about them is checked all the same.
        let needsThreads = rule != nil || repeating.threads != nil || MachineSize.isStated
        let threads = try needsThreads ? repeating.threadCount() : 1
        if level != .error {
            for warning in plan.warnings { complain(warning.description) }
        }
        try checkRows(isRepeated: rule != nil)
        let location = location(plan.scenario, values, isRepeated: rule != nil)
        let wish = try movingMapWish(plan, isRepeated: rule != nil)
        let tracks = try streetTracks(plan, isRepeated: rule != nil)
        let limits = try arguments.load.limits()
        if let rule {
            try limits.admit(plan, runs: rule.least, threads: threads, option: repeating.text)
            // Whoever may not write is refused before the first run.
            let folder = try noReport ? nil : ReplicatedRun.folder(location, repeating)
            if findWarmUp { plan = try self.plan(plan, afterFindingWarmUpOf: &arguments) }
            try ReplicatedRun(
                plan: plan, scenario: arguments.scenario, folder: folder, keeping: keeping, rule: rule,
                threads: threads, storing: repeating.storing,
                isQuiet: quiet || level == .error, printsJSON: json, began: began
            ).run()
            return []
        }
        try limits.admit(plan)
        if !noReport { try limits.checkRoom(plan, in: location.path) }
        let output = try noReport ? nil : location.open()
        if let output { try location.note(in: output) }
        if findWarmUp { plan = try self.plan(plan, afterFindingWarmUpOf: &arguments) }
        var simulation = Simulation(plan)
        let folder = try output.map {
            try RunFolder(
                in: $0, context: simulation.context, keepsEvents: plan.scenario.record.events,
                tables: simulation.tables,
                movingMap: wish.limit.flatMap { limit in
                    plan.slices.lazy.compactMap { $0.movingMap(simulation.context, limit: limit) }.first
                })
        }
        simulation.takesBatches = folder != nil || json
        if folder == nil, !json { simulation.writesNothing() }
        simulation.observers = { _ in (folder?.observers ?? []) + tracks.map(\.track) }
        let line = quiet || level == .error ? nil : ProgressLine()
        simulation.progress = { progress in
            line?.show(progress)
            return !Interruption.isAsked && folder?.failure == nil && !MemoryGuard.isExceeded
        }
        let messages = try folder.flatMap { try RunScenario.messages(of: plan, in: $0) }
        simulation.keepsMessages = false
        if level == .debug || messages != nil {
            simulation.onMessage = { record in
                let line = InputLogFile.line(record)
                // Every message that reaches the service (OPS-02).
                if level == .debug { complain("debug: \(record.time) \(line)") }
                messages?.add(line)
            }
        }
        let result: RunResult
        do {
            result = try simulation.run()
        } catch {
            if let problem = folder?.failure { throw problem }
            if case .stopped = error, !MemoryGuard.isExceeded {
                complain("stopped; nothing is kept")
                throw Interruption.status
            }
            throw error
        }
        try messages?.close()
        for problem in result.storeProblems {
            complain("warning: \(problem); free some space in the folder for temporary files (TMPDIR)")
        }
        let intervals = result.batchIntervals
        if let folder {
            folder.intervals = intervals
            for (driver, track) in tracks {
                guard let picture = track.picture(result.context) else {
                    complain("--street-tracks: driver \(driver) never reported a position, or there is no such driver")
                    continue
                }
                try folder.write(Data(picture.utf8), as: "street-track-\(driver).svg")
            }
            try Self.close(folder, result, plan, began, scenario: arguments.scenario)
            if replayMap == true, let remark = folder.movingMapRemark {
                complain("--replay-map: the report is \(remark)")
            }
        }
        if json {
            let summary = SummaryFile(
                context: result.context, result: result.metrics, violations: result.violations,
                fingerprint: result.fingerprint, serviceFingerprint: result.serviceFingerprint, intervals: intervals)
            show(json: try summary.encoded())
            return result.violations
        }
        let summary = TextSummary(
            context: result.context, result: result.metrics, violations: result.violations,
            fingerprint: result.fingerprint)
        show(summary.text)
        if let folder {
            // Who asked for the map has been told already.
            let remark = replayMap == nil ? folder.movingMapRemark.map { "\n               \($0)" } ?? "" : ""
            print("\n  report       \(folder.path)/report.html\(ReportAssets.remark)\(remark)")
        }
        return result.violations
    }

    /// The taxis to draw; refused where there is nothing to draw them on.
    private func streetTracks(_ plan: CityPlan, isRepeated: Bool) throws -> [(driver: Int, track: StreetTrack)] {
        guard let first = streetTracks.first else { return [] }
        guard !isRepeated, !noReport else {
            throw ValidationError("--street-tracks \(first) is for a single run with a folder")
        }
        guard plan.scenario.travel.roads != nil else {
            throw ValidationError("--street-tracks \(first): the scenario has no streets; `travel.roads` names some")
        }
        if let wrong = streetTracks.first(where: { !(1...1_000_000).contains($0) }) {
            throw ValidationError("--street-tracks \(wrong) is no driver; allowed: a whole number from 1")
        }
        return streetTracks.map { ($0, StreetTrack(driver: DriverID($0))) }
    }

    /// Refuses `--rows` where it would do nothing.
    private func checkRows(isRepeated: Bool) throws {
        guard keeping.rows else { return }
        guard isRepeated else {
            throw ValidationError(
                "--rows needs --replications or --until-half-width; a single run has all its rows in results.sqlite anyway"
            )
        }
        guard !noReport else {
            throw ValidationError("--rows writes a file, and --no-report writes none: give one of them")
        }
    }

    /// The plan with the warm-up that pilot replications show.
    private func plan(_ plan: CityPlan, afterFindingWarmUpOf arguments: inout ScenarioArguments) throws -> CityPlan {
        let threads = try repeating.threadCount()
        try arguments.load.limits().admit(plan, runs: 5, threads: threads, option: "--find-warm-up")
        let found = try Replications(plan, rule: .count(5), threads: threads).run { _ in !Interruption.isAsked }
        if Interruption.isAsked { throw Interruption.status }
        guard let found = found.foundWarmUp else {
            throw ValidationError(
                "--find-warm-up: the run is too short, or has no steady state, so MSER-5 finds no warm-up; set it with "
                    + "--set \"warm-up=30 min\"")
        }
        if !quiet { complain("warm-up of \(Int(found.inSeconds)) s, found by MSER-5 over five pilot replications") }
        arguments.set.append("warm-up=\(Int(found.inSeconds)) s")
        return try arguments.plan()
    }

    /// The folder that was named, or the usual one: policy, seed, and what else was set.
    private func location(_ scenario: Scenario, _ values: [String], isRepeated: Bool) -> OutputLocation {
        let others = values.filter { value in !["seed=", "dispatch.policy="].contains { value.hasPrefix($0) } }
        return OutputLocation(
            named: out, usual: "Reports/\(scenario.name)/\(scenario.dispatch.policy.name)-\(scenario.seed)",
            settings: others + (findWarmUp ? ["warm-up=found"] : []), ending: isRepeated ? "-replications" : "")
    }

    /// Writes what belongs to a run beside its observers' files, and closes the folder.
    static func close(
        _ folder: RunFolder, _ result: RunResult, _ plan: CityPlan, _ began: HostFacts, scenario: String
    ) throws {
        let scenarioFolder = URL(fileURLWithPath: scenario).deletingLastPathComponent().path
        try folder.write(
            Data(RunScenario(source: plan.read.source, folder: scenarioFolder).text.utf8), as: RunScenario.fileName)
        folder.context = result.context
        try folder.close(
            result: result.metrics, violations: result.violations, fingerprint: result.fingerprint,
            serviceFingerprint: result.serviceFingerprint, run: began.runFile(result))
    }
}
