// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// `cabrank run` with replications.
struct ReplicatedRun {
    static let journalName = "journal.jsonl"
    static let resultName = "replications.json"

    let plan: CityPlan
    /// The scenario file as it was named.
    let scenario: String
    /// The folder for the results; nil writes none.
    let folder: ExperimentFolder?
    /// Which rows are kept.
    let keeping: RowArguments
    let rule: ReplicationRule
    let threads: Int
    let storing: StoreArguments
    let isQuiet: Bool
    /// Prints replications.json instead of the text.
    let printsJSON: Bool
    let began: HostFacts

    /// Runs, prints and writes; broken invariants end it with their exit status.
    func run() throws {
        var experiment = try Replications(plan, rule: rule, threads: threads, meter: ReplicationCost.meter)
        experiment.crew = try storing.crew(experiment, most: rule.most, keepsRows: keeping.rows)
        let journal = try folder?.journal(Self.journalName, experiment)
        let pool = try folder.flatMap { try keeping.pool(in: $0.output, variants: [plan.scenario.name]) }
        let set = try experiment.runStoppable(journal: journal, pool: pool, isQuiet: isQuiet)
        if set.ending == .stopped {
            let kept = set.replications.count
            complain(
                "stopped: the first \(kept) replications are finished"
                    + (journal.map { " and kept in \($0.path); continue with --resume" } ?? ""))
            if kept > 0 { print(ReplicationText(set).text) }
            throw Interruption.status
        }
        if let folder { try write(set, pool, to: folder.output) }
        if printsJSON {
            show(json: try ReplicationsFile(set).encoded())
        } else {
            show(ReplicationText(set).text)
        }
        set.reportMissedHalfWidth()
        if let folder, !printsJSON { print("\n  report       \(folder.path)/report.html\(ReportAssets.remark)") }
        try report(set.replications)
    }

    /// Replications whose invariants were broken end the command with its status.
    private func report(_ replications: [Replication]) throws {
        let broken = replications.filter { $0.violations > 0 }
        for replication in broken.prefix(10) {
            complain(
                "invariant broken in replication \(replication.number): \(replication.firstViolation ?? "")"
                    + (replication.violations > 1 ? " and \(replication.violations - 1) more" : ""))
        }
        if !broken.isEmpty { throw ExitStatus.brokenInvariant }
    }

    // MARK: The folder

    /// The folder of a run with replications.
    static func folder(_ location: OutputLocation, _ repeating: ReplicationArguments) throws -> ExperimentFolder {
        try ExperimentFolder(
            location, resultName: resultName, others: ["replications.csv", RunFolder.lastFile],
            resumes: repeating.resume, store: repeating.storing.store)
    }

    /// Runs the first replication once more with every writer, and writes the results beside the journal.
    ///
    /// The journal stays where it is all the time. The other files are made aside and take their names one by one,
    /// `replications.json` last: as long as it is not there, the experiment is not finished.
    private func write(_ set: ReplicationSet, _ pool: RowPool?, to output: OutputFolder) throws {
        var simulation = Simulation(plan)
        let folder = try RunFolder(
            in: output, context: simulation.context, keepsEvents: plan.scenario.record.events,
            tables: simulation.tables, pool: pool?.path, last: Self.resultName, replacesAll: false)
        folder.intervals = set.intervals
        folder.replicated = PooledDemands(set, of: plan).part
        simulation.observers = { _ in folder.observers }
        simulation.keepsMessages = false
        let messages = try RunScenario.messages(of: plan, in: folder)
        if let messages { simulation.onMessage = { messages.add(InputLogFile.line($0)) } }
        simulation.progress = { _ in !Interruption.isAsked && folder.failure == nil }
        let result: RunResult
        do {
            result = try simulation.run()
        } catch {
            if let problem = folder.failure { throw problem }
            guard case .stopped = error else { throw error }
            complain("stopped; finished replications are kept in \(output.path); continue with --resume")
            throw Interruption.status
        }
        guard result.fingerprint == set.replications.first?.fingerprint else {
            throw ValidationError(
                "replication 0 gives other events than the journal says: a file of the scenario or the program has changed "
                    + "since; run without --resume into another folder")
        }
        try messages?.close()
        try folder.write(Data(set.csv.utf8), as: "replications.csv")
        try folder.write(try ReplicationsFile(set).encoded(), as: Self.resultName)
        try RunCommand.close(folder, result, plan, began, scenario: scenario)
    }
}

extension ReplicationSet {
    /// Reports when the largest number of replications came before the half width that was wished for.
    func reportMissedHalfWidth() {
        guard ending == .halfWidthNotReached else { return }
        complain(
            "the half width was not reached with \(replications.count) replications; allow more with --max-replications"
        )
    }
}
