// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import Dispatch
import Synchronization

/// What the threads and the calling thread share.
final class JobBoard: Sendable {
    /// One replication to be run.
    struct Job {
        let group: Int
        let member: Int
        let number: Int
        let experiment: Replications
    }

    /// One that was.
    struct Finished {
        let job: Job
        let replication: Replication
    }

    /// What came in since the last look.
    struct News {
        var finished: [Finished] = []
        var ended = 0
        var failure: (group: Int, error: ReplicationError)?
        var running = 0.0
    }

    private struct State {
        /// What is still to be run, group by group in the order in which they were opened.
        var todo: [JobCount] = []
        var isEnding = false
        /// Groups that need no more.
        var cancelled: Set<Int> = []
        var news = News()
        /// The share done of what runs now, by the order of taking.
        var shares: [Int: Double] = [:]
        var taken = 0
    }

    private let state = Mutex(State())
    /// Counts the news that nobody has looked at yet.
    let news = DispatchSemaphore(value: 0)
    /// Wakes the threads when there are new jobs, and at the end.
    private let jobs = DispatchSemaphore(value: 0)

    /// Whether fewer jobs than this wait for a thread.
    func hasFewer(than count: Int) -> Bool {
        state.withLock { state in
            var waiting = 0
            for jobs in state.todo {
                waiting = jobs.left > count ? count : waiting + jobs.left
                if waiting >= count { return false }
            }
            return true
        }
    }

    /// Adds the jobs of a group, for so many threads.
    func add(_ new: JobCount, threads: Int) {
        state.withLock { $0.todo.append(new) }
        for _ in 0..<min(threads, new.left) { jobs.signal() }
    }

    /// Drops what is left of a group, and lets its runs end as soon as they can.
    func cancel(_ group: Int) {
        state.withLock { state in
            state.cancelled.insert(group)
            state.todo.removeAll { $0.group == group }
        }
    }

    /// Lets the threads end as soon as they can.
    func end(_ threads: Int) {
        state.withLock { $0.isEnding = true }
        for _ in 0..<threads { jobs.signal() }
    }

    /// What came in, and how far the running ones are.
    func takeNews() -> News {
        state.withLock { state in
            var news = state.news
            // In one order, so that the sum is the same whatever the order of the entries.
            news.running = state.shares.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            state.news = News()
            return news
        }
    }

    /// One thread's work.
    func work() {
        while let (job, ticket) = take() {
            let ended = Result { () throws(SimulationError) in try run(job, ticket) }
            state.withLock { state in
                state.shares[ticket] = nil
                switch ended {
                case .success(let replication):
                    state.news.finished.append(Finished(job: job, replication: replication))
                case .failure(.stopped): break
                case .failure(let error):
                    state.news.failure =
                        state.news.failure ?? (job.group, .run(replication: job.number, error))
                    state.isEnding = true
                }
            }
            news.signal()
        }
        state.withLock { $0.news.ended += 1 }
        news.signal()
    }

    /// The next job; waits for one, nil at the end.
    private func take() -> (Job, ticket: Int)? {
        while true {
            let (job, isEnding): ((Job, ticket: Int)?, Bool) = state.withLock { state in
                while !state.isEnding, !state.todo.isEmpty {
                    guard let job = state.todo[0].next() else {
                        state.todo.removeFirst()
                        continue
                    }
                    state.taken += 1
                    state.shares[state.taken] = 0
                    return ((job, state.taken), false)
                }
                return (nil, state.isEnding)
            }
            if let job { return job }
            if isEnding { return nil }
            jobs.wait()
        }
    }

    private func run(_ job: Job, _ ticket: Int) throws(SimulationError) -> Replication {
        let experiment = job.experiment
        let cost = experiment.meter?()
        var simulation = Simulation(experiment.plan, seed: experiment.seed, replication: UInt64(job.number))
        simulation.keepsMessages = false
        simulation.checksInvariants = experiment.checksInvariants
        simulation.progress = { progress in
            let goesOn = self.state.withLock { state in
                state.shares[ticket] = progress.share
                return !state.isEnding && !state.cancelled.contains(job.group)
            }
            self.news.signal()
            return goesOn
        }
        let places = PlacesFold(experiment.plan)
        if let places { simulation.observers = { _ in [places] } }
        let result = try simulation.run()
        return Replication(
            number: job.number, result: result, zones: places?.zones ?? result.metrics.zones.map(ReplicationZone.init),
            cost: cost?())
    }
}

extension ReplicationZone {
    /// What the metrics say of a zone.
    init(_ zone: ZoneResult) {
        self.init(
            zone: Int(zone.zone.number), stored: zone.calls.stored, aborted: zone.calls.aborted,
            unserved: zone.calls.unserved, fulfilled: zone.calls.fulfilled, wait: zone.wait?.mean)
    }
}
