// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import Experiments
import Foundation

/// `cabrank worker`.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Run replications of the experiments in a database until nothing is left.",
        discussion: """
            For example: cabrank worker --store postgresql://db.example/cabrank. Any number of workers on any number of \
            machines may run at once. Scenario, maps and tables come from the database: a worker needs no shared folder. It \
            takes only experiments of its own version and build, and only where libraries and processor calculate alike. The \
            password comes from PGPASSWORD or a password file.

            SIGTERM or Ctrl-C gives back what is not finished. A worker that dies loses its replications to others after half \
            a minute.

            Exit status: 0 when nothing is left, 2 when the database cannot be used or all its open experiments belong to \
            other builds, 143 after SIGTERM, 130 after Ctrl-C.
            """)

    @Option(help: ArgumentHelp("The database.", valueName: "postgresql://host/name"))
    var store: String

    @Option(help: "Work on this experiment only.")
    var experiment: String?

    @Option(help: "How many replications run at once (default: one on each processor core).")
    var threads: Int?

    @Flag(help: "Wait for more work when nothing is left, until stopped.")
    var wait = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        let threads = try ReplicationArguments.count(ofThreads: threads)
        let address = try PostgresAddress(store)
        Interruption.listen()
        let opened = try ExperimentStore(address) { !Interruption.isAsked }
        try reportOthers(opened)
        let terms = StoreWorker.Terms(experiment: experiment, threads: threads, endsWhenIdle: !wait) {
            !Interruption.isAsked
        }
        let worker = try StoreWorker(opened, terms, meter: ReplicationCost.meter)
        do {
            try work(worker)
        } catch {
            // What it had is let go when its time is over.
            guard Interruption.isAsked else { throw error }
            complain("error: \(error)")
        }
        if !quiet { report(worker.finished) }
        if Interruption.isAsked { throw Interruption.status }
    }

    private func work(_ worker: StoreWorker) throws(StoreProblem) {
        let minutes = Minutes()
        try worker.run { done in
            if !quiet, minutes.isNew { report(done, " so far") }
        }
    }

    private func report(_ done: Int, _ when: String = "") {
        complain("\(done) replication\(done == 1 ? "" : "s") done\(when)")
    }

    /// Tells of open experiments that this build may not work on; bad input when there are no others.
    private func reportOthers(_ store: ExperimentStore) throws {
        // One who waits may wait for an experiment to begin.
        let all = try store.experiments(named: wait ? nil : experiment)
        let open = all.filter { $0.state == "open" && (experiment == nil || $0.name == experiment) }
        let others = open.filter { !$0.isOfThisBuild }
        for other in others {
            complain(
                "the experiment `\(other.name.shown)` belongs to "
                    + (other.version == cabrankVersion
                        ? "another build, other libraries or another sort of processor of version" : "version")
                    + " \(other.version.shown); "
                    + "this is version \(cabrankVersion), and takes nothing of it")
        }
        if !others.isEmpty, others.count == open.count, !wait { throw ExitStatus.badInput }
    }
}

/// Tells when another minute is over.
private final class Minutes {
    private var last = ContinuousClock.now

    var isNew: Bool {
        let now = ContinuousClock.now
        guard now - last >= .seconds(60) else { return false }
        last = now
        return true
    }
}
