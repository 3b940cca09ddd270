// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import Dispatch
import Foundation
import Synchronization

/// Many workers of a store in one process, which hold their replications for a time instead of running them: what the database
/// and the command bear, without the machines.
///
/// All else is as in a real experiment: each worker has a connection of its own, claims, gives signs of life and brings results
/// of the size of real ones; one command feeds the store and takes the results out.
package struct StoreLoad: Sendable {
    /// How many workers, each with so many threads.
    package var workers, threads: Int
    /// How long a replication takes, in seconds; drawn evenly between half and one and a half of it.
    package var length: Double
    package var replications: Int

    package init(workers: Int, threads: Int, length: Double, replications: Int) {
        self.workers = workers
        self.threads = threads
        self.length = length
        self.replications = replications
    }

    /// What was measured.
    package struct Figures: Sendable, Encodable {
        package let workers, threads, replications: Int
        /// How long a replication took, in seconds.
        package let length: Double
        /// From the first replication wanted to the last result taken, in seconds; and what it would be if the store took no
        /// time.
        package let seconds, idealSeconds: Double
        /// Processor time of this process in seconds: all workers and the command.
        package let cpuSeconds: Double
        /// What the tables grew by, in bytes.
        package let bytes: Int
    }

    /// Bears the load once. The experiment is removed from the store afterwards.
    ///
    /// - Parameters:
    ///   - address: of the database.
    ///   - experiment: whose first replication is run once and stands for all.
    ///   - cpu: the processor time of this process so far, in seconds.
    ///   - goesOn: asked now and then; false ends it.
    /// - Throws: `StoreProblem`, `PostgresProblem`, and what the replications throw.
    package func run(
        _ address: PostgresAddress, _ experiment: Replications, cpu: () -> Double,
        goesOn: @escaping @Sendable () -> Bool
    ) throws -> Figures {
        var experiment = experiment
        guard let template = try experiment.run().replications.first else { throw StoreProblem("stopped") }
        let store = try ExperimentStore(address, goesOn: goesOn)
        let process = ProcessInfo.processInfo
        let name = "bench-store-\(process.hostName)-\(process.processIdentifier)"
        let sizeBefore = try store.size()
        let crew = try StoreCrew(
            store, name: name, command: "cabrank bench store", key: name, most: replications, threads: 0, meter: nil,
            goesOn: goesOn)
        experiment = try Replications(experiment.plan, rule: .count(replications), seed: experiment.seed)
        experiment.crew = crew
        let isOver = Atomic<Bool>(false)
        let problem = Mutex<StoreProblem?>(nil)
        let parts = StoredParts(store, nil)
        let group = DispatchGroup()
        let terms = StoreWorker.Terms(experiment: name, threads: threads, endsWhenIdle: false) { [goesOn] in
            !isOver.load(ordering: .relaxed) && goesOn()
        }
        for worker in 0..<workers {
            group.enter()
            let thread = Thread {
                defer { group.leave() }
                do {
                    try Self.work(
                        terms, ExperimentStore(address, goesOn: terms.goesOn), parts, template, length, worker)
                } catch {
                    problem.withLock { $0 = $0 ?? StoreProblem("\(error)") }
                }
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            group.wait()
            try? store.cancel(name)
            try? store.remove(name)
        }
        let (began, cpuBefore) = (ContinuousClock.now, cpu())
        _ = try experiment.run { _ in goesOn() && problem.withLock { $0 == nil } }
        let (seconds, cpuAfter) = ((ContinuousClock.now - began) / .seconds(1), cpu())
        if let problem = problem.withLock({ $0 }) { throw problem }
        return Figures(
            workers: workers, threads: threads, replications: replications, length: length, seconds: seconds,
            idealSeconds: Double(replications) * length / Double(workers * threads), cpuSeconds: cpuAfter - cpuBefore,
            bytes: try store.size() - sizeBefore)
    }

    private static func work(
        _ terms: StoreWorker.Terms, _ store: ExperimentStore, _ parts: StoredParts, _ template: Replication,
        _ length: Double, _ number: Int
    ) throws(StoreProblem) {
        try StoreWorker(store, terms, parts: parts).run(stackSize: 1 << 18) { claim, isWanted in
            // A fixed sequence, so that workers do not move in step: the golden section spreads evenly.
            let share = (Double(claim.number + number) * 0.618033988749895).truncatingRemainder(dividingBy: 1)
            let end = ContinuousClock.now + .seconds(length * (0.5 + share))
            while ContinuousClock.now < end {
                Thread.sleep(forTimeInterval: min(0.2, max(0, (end - .now) / .seconds(1))))
                if !isWanted(0.5) { return .failure(.stopped(at: .epoch)) }
            }
            return .success(Replication(like: template, number: claim.number))
        }
    }
}
