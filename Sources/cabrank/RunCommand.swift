// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityExperiments
import CityModel
import CityReports
import CitySimulation
import Foundation
import ScenarioFile

/// `cabrank run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a scenario file and write its report.",
        discussion: """
            Writes report.html, summary.json, results.sqlite and run.json into Reports/<scenario>/<policy>-<seed>/ below \
            the current folder, or into the folder given with --out.

            With --replications or --until-half-width the scenario runs again and again with other luck, on all cores, \
            and every metric gets its mean with a 95 % interval. The results go into a folder that ends in -replications: \
            replications.json, replications.csv, and the report of the first replication with the intervals. What is \
            finished is kept in journal.jsonl at once: after Ctrl-C or a crash, --resume goes on and gives the same bytes.

            Exit status: 0 when the run is complete, 2 on bad input (nothing is written), 3 when an invariant was \
            broken (the report says which), 70 on an internal error, 130 when Ctrl-C stopped replications.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @OptionGroup(title: "Replications") var repeating: ReplicationArguments

    @Flag(
        help: "Find the warm-up first, by MSER-5 over the open requests of five pilot replications, and leave that out."
    )
    var findWarmUp = false

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Option(help: "The folder for the results.", completion: .directory)
    var out: String?

    @Flag(help: "Check every invariant after every turn, whatever the scenario says.")
    var invariants = false

    @Flag(help: "Keep the clients' messages for `cabrank replay`, whatever the scenario says.")
    var messages = false

    @Flag(help: "Print the summary only; write nothing.")
    var noReport = false

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        try Self.judge(reportingErrors { try runScenario() })
    }

    /// Tells of broken invariants, if any, and ends with their exit status.
    static func judge(_ violations: [Violation]) throws {
        for violation in violations.prefix(10) { complain("invariant broken: \(violation)") }
        if !violations.isEmpty { throw ExitStatus.brokenInvariant }
    }

    /// Runs and writes; the answer is the invariants that were broken.
    private func runScenario() throws -> [Violation] {
        let began = HostFacts()
        var arguments = arguments
        if let seed { arguments.set.append("seed=\(seed)") }
        if invariants { arguments.set.append("record.invariants=true") }
        if messages { arguments.set.append("record.messages=true") }
        var plan = try arguments.plan()
        if findWarmUp { plan = try self.plan(plan, afterFindingWarmUpOf: &arguments) }
        let level = plan.scenario.record.level
        let rule = try repeating.rule()
        // A single run needs no threads; what was said about them is checked all the same.
        let needsThreads = rule != nil || repeating.threads != nil || MachineSize.isStated
        let threads = try needsThreads ? repeating.threadCount() : 1
        if level != .error {
            for warning in plan.warnings { complain(warning.description) }
        }
        let limits = try arguments.load.limits()
        if let rule {
            try limits.admit(plan, runs: rule.least, threads: threads, option: repeating.text)
            var run = ReplicatedRun(
                plan: plan, scenario: arguments.scenario, path: out, rule: rule, threads: threads,
                resumes: repeating.resume, writes: !noReport, isQuiet: quiet || level == .error)
            run.printsJSON = json
            run.began = began
            try run.run()
            return []
        }
        try limits.admit(plan)
        var simulation = Simulation(plan)
        let path =
            out ?? "Reports/\(plan.scenario.name)/\(plan.scenario.dispatch.policy.rawValue)-\(plan.scenario.seed)"
        let folder = try noReport ? nil : openFolder(path, simulation)
        let batches = folder == nil && !json ? nil : IntervalsFold(context: simulation.context)
        let means: [any EventObserver] = [batches].compactMap { $0 }
        simulation.observers = { _ in (folder?.observers ?? []) + means }
        if !quiet, level != .error {
            let line = ProgressLine()
            simulation.progress = { progress in
                line.show(progress)
                return !MemoryWatch.isExceeded
            }
        } else {
            simulation.progress = { _ in !MemoryWatch.isExceeded }
        }
        let log = level == .debug ? DebugLog() : nil
        let messages = try folder.flatMap { try RunScenario.messages(of: plan, in: $0) }
        simulation.keepsMessages = false
        if log != nil || messages != nil {
            simulation.onMessage = { record in
                log?.show(record)
                messages?.add(MessageFile.line(record))
            }
        }
        let result: RunResult
        do {
            result = try simulation.run()
        } catch {
            folder?.abandon()
            throw error
        }
        try messages?.close()
        let intervals = result.batchIntervals(batches)
        if let folder {
            folder.intervals = intervals
            try Self.close(folder, result, plan, began, scenario: arguments.scenario)
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
        if folder != nil { print("\n  report       \(path)/report.html\(ReportAssets.remark)") }
        return result.violations
    }

    /// The plan with the warm-up that pilot replications show.
    private func plan(_ plan: CityPlan, afterFindingWarmUpOf arguments: inout ScenarioArguments) throws -> CityPlan {
        let threads = try repeating.threadCount()
        try arguments.load.limits().admit(plan, runs: 5, threads: threads, option: "--find-warm-up")
        let pilot = try Replications.checked { () throws(ExperimentProblem) in
            try Replications(plan, rule: .count(5), threads: threads)
        }
        guard let found = try pilot.run().foundWarmUp else {
            throw ValidationError(
                "--find-warm-up: the run is too short, or has no steady state, so MSER-5 finds no warm-up; set it with "
                    + "--set \"warm-up=30 min\"")
        }
        if !quiet { complain("warm-up of \(Int(found.inSeconds)) s, found by MSER-5 over five pilot replications") }
        arguments.set.append("warm-up=\(Int(found.inSeconds)) s")
        return try arguments.plan()
    }

    private func openFolder(_ path: String, _ simulation: Simulation) throws -> RunFolder {
        _ = try ExperimentFolder.checkReplaceable(path)
        do {
            return try RunFolder(
                path: path, context: simulation.context, keepsEvents: simulation.plan.scenario.record.events)
        } catch {
            throw ValidationError("\(error); choose another folder with --out")
        }
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
