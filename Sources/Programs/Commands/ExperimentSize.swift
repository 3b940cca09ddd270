// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import Experiments
import Foundation

/// How many replications, from which seed, and how many at once: the same for every command that runs some.
struct ExperimentSize: ParsableArguments {
    @Option(help: "How many replications.")
    var replications = 10

    @Option(
        help: """
            How many of them run at once (default: one on each processor core). With --store, 0 leaves all to workers.
            """)
    var threads: Int?

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Flag(help: "Show no progress.")
    var quiet = false

    @Flag(help: "Continue an interrupted command: finished replications are taken from its journals.")
    var resume = false

    @Option(help: "The folder for the results and the journals.", completion: .directory)
    var out: String?

    @OptionGroup var storing: StoreArguments

    func validate() throws {
        if replications < 1 { throw ValidationError("--replications \(replications); at least 1 is needed") }
        _ = try threadCount()
    }

    func threadCount() throws -> Int { try ReplicationArguments.count(ofThreads: threads, storing) }

    /// Refuses what would take more than the machine has.
    func admit(_ plan: CityPlan, _ load: LoadArguments) throws {
        try load.limits().admit(
            plan, runs: replications, threads: threadCount(),
            option: "--replications \(replications)")
    }

    /// The replications of a plan, ready to be run; of so many experiments in all. Those of these metrics that are of a part of the run
    /// are counted too.
    func experiment(
        _ plan: CityPlan, isMetered: Bool = true, of count: Int = 1, counting metrics: [String]
    ) throws -> Replications {
        var experiment = try Replications(
            plan, rule: .count(replications), threads: threadCount(), seed: seed,
            meter: isMetered ? ReplicationCost.meter : nil)
        try experiment.count(metrics)
        experiment.crew = try storing.crew(experiment, most: replications.timesOrMost(count))
        return experiment
    }

    /// Refuses metrics of parts of the run that a city does not have.
    func check(_ metrics: [String], in plan: CityPlan) throws {
        var experiment = try Replications(plan, rule: .count(1))
        try experiment.count(metrics)
    }

    /// Runs them; Ctrl-C stops, and what is finished stays in the journal. The line of progress begins with `lead` and has the
    /// interval of `metric`.
    func run(
        _ experiment: Replications, in folder: ExperimentFolder?, journal name: String, lead: String = "",
        metric: String? = nil
    ) throws -> ReplicationSet {
        let journal = try folder?.journal(name, experiment)
        let line =
            quiet ? nil : ReplicationLine(rule: experiment.rule, level: experiment.level, lead: lead, metric: metric)
        let set = try ReplicationLine.shown(line) { progress in
            try experiment.run(journal: journal, progress: progress)
        }
        guard set.ending != .stopped else { throw stopped(folder) }
        return set
    }

    /// Reports that Ctrl-C was pressed; the answer ends the command.
    func stopped(_ folder: ExperimentFolder?) -> ExitCode {
        complain(
            "stopped" + (folder.map { "; finished replications are kept in \($0.path); continue with --resume" } ?? ""))
        return Interruption.status
    }

    /// The folder for the journals of a command that leaves no folder behind unless one is named.
    ///
    /// Nil where nothing can be written and nothing was asked to be: then nothing is kept.
    func workFolder(_ usual: String, resultName: String) throws -> ExperimentFolder? {
        try folder(OutputLocation(named: out, usual: usual, settings: []), resultName: resultName)
    }

    /// The folder for the journals and the results; nil where nothing can be written and nothing was asked to be.
    func folder(_ location: OutputLocation, resultName: String, others: [String] = []) throws -> ExperimentFolder? {
        if out == nil, !resume, !Self.isWritable(location.path) { return nil }
        return try ExperimentFolder(
            location, resultName: resultName, others: others, resumes: resume, store: storing.store)
    }

    private static func isWritable(_ path: String) -> Bool {
        var folder = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return FileManager.default.isWritableFile(atPath: folder.path)
    }

    /// Ends the work in a folder: with its result if it was asked for, else without a trace.
    func close(_ folder: ExperimentFolder?, _ result: Data?) throws {
        guard let folder else { return }
        if out == nil {
            folder.remove()
        } else if let bytes = result {
            try folder.write(bytes, as: folder.resultName)
        }
    }

    /// Reports what is run next.
    func report(_ line: String) {
        if !quiet { complain(line) }
    }
}
