// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import ExperimentStores
import Experiments
import Foundation
import PostgresClient
import Synchronization

/// `cabrank worker`.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Run replications of the experiments in a database until nothing is left.",
        discussion: """
            For example: cabrank worker --store postgresql://db.example/cabrank. Any number of workers on any number of \
            machines may run at once. Scenario, maps and tables come from the database: a worker needs no shared folder. It \
            takes only experiments of its own version and build. The password comes from PGPASSWORD or a password file.

            SIGTERM or Ctrl-C gives back what is not finished. A worker that dies loses its replications to others after a \
            minute.

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
        let opened = try ExperimentStore(address)
        try reportOthers(opened)
        Interruption.listen()
        let problem = Mutex<StoreProblem?>(nil)
        let terms = StoreWorker.Terms(experiment: experiment, endsWhenIdle: !wait) {
            !Interruption.isAsked && problem.withLock { $0 == nil }
        }
        let crew = DispatchGroup()
        var workers: [StoreWorker] = []
        for _ in 0..<threads {
            let worker = try StoreWorker(ExperimentStore(address), terms, meter: ReplicationCost.meter)
            workers.append(worker)
            crew.enter()
            let thread = Thread {
                defer { crew.leave() }
                do throws(StoreProblem) {
                    try worker.work()
                } catch {
                    problem.withLock { $0 = $0 ?? error }
                }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        crew.wait()
        let done = workers.reduce(0) { $0 + $1.finished }
        if !quiet { complain("\(done) replication\(done == 1 ? "" : "s") done") }
        if let problem = problem.withLock({ $0 }) { throw problem }
        if Interruption.isAsked { throw Interruption.status }
    }

    /// Tells of open experiments that this build may not work on; bad input when there are no others.
    private func reportOthers(_ store: ExperimentStore) throws {
        let open = try store.experiments(named: experiment).filter { $0.state == "open" }
        let others = open.filter { !$0.isOfThisBuild }
        for other in others {
            complain(
                "the experiment `\(other.name)` belongs to "
                    + (other.version == cabrankVersion ? "another build of version" : "version") + " \(other.version); "
                    + "this is version \(cabrankVersion), and takes nothing of it")
        }
        if !others.isEmpty, others.count == open.count, !wait { throw ExitStatus.badInput }
    }
}
