// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import Dispatch
import Foundation
import Synchronization

/// The threads that run the replications of one experiment.
///
/// A thread takes the next number, runs it on a loop of its own, hands the result over, and so on until enough is done. The
/// calling thread waits, keeps the journal, asks the rule, and tells the progress.
struct ReplicationPool {
    private let experiment: Replications
    private let journal: ReplicationJournal?

    init(_ experiment: Replications, journal: ReplicationJournal?) {
        self.experiment = experiment
        self.journal = journal
    }

    func run(_ progress: ((ReplicationProgress) -> Bool)?) throws(ReplicationError) -> ReplicationSet {
        let most = experiment.rule.most
        let context = Simulation(experiment.plan, seed: experiment.seed).context
        var done: [Int: Replication] = [:]
        for replication in journal?.finished ?? [] where replication.number < most {
            done[replication.number] = replication
        }
        let kept = done.count
        var row = Row(done: done, rule: experiment.rule)
        row.extend()
        guard !row.isMet, row.replications.count < most else { return set(row, context, isStopped: false) }

        let board = Board(todo: (0..<most).filter { done[$0] == nil })
        let count = min(experiment.threads, most - kept)
        for _ in 0..<count {
            let experiment = experiment
            let thread = Thread { board.work(experiment) }
            // As much as a main thread has: the depth of a run's calls is not bounded by half a megabyte.
            thread.stackSize = 8 << 20
            thread.start()
        }
        var running = count
        var isStopped = false
        var failure: ReplicationError?
        while running > 0 {
            board.news.wait()
            let news = board.takeNews()
            running -= news.ended
            if let failed = news.failure { failure = failure ?? failed }
            for replication in news.finished where failure == nil {
                do {
                    try journal?.add(replication)
                } catch {
                    failure = .journal(error)
                }
                row.done[replication.number] = replication
            }
            row.extend()
            if row.isMet || failure != nil { board.stop() }
            let told = ReplicationProgress(
                finishedNow: row.done.count - kept, replications: row.replications, finished: row.done.count,
                most: most, running: news.running, hasNew: !news.finished.isEmpty)
            // Told of the end as well; then its answer changes nothing.
            if !isStopped, let progress, !progress(told), !row.isMet {
                isStopped = true
                board.stop()
            }
        }
        if let failure { throw failure }
        return set(row, context, isStopped: isStopped)
    }

    private func set(_ row: Row, _ context: RunContext, isStopped: Bool) -> ReplicationSet {
        let ending: ReplicationSet.Ending = row.isMet ? .complete : isStopped ? .stopped : .halfWidthNotReached
        return ReplicationSet(
            context: context, replications: row.replications, ending: ending, level: experiment.level)
    }
}

/// The finished replications in the order of their numbers, up to where the rule is met.
private struct Row {
    /// All that are finished; read by number only.
    var done: [Int: Replication]
    let rule: ReplicationRule
    private(set) var replications: [Replication] = []
    private(set) var isMet = false

    init(done: [Int: Replication], rule: ReplicationRule) {
        self.done = done
        self.rule = rule
    }

    /// Takes the next numbers while they are there and still wanted.
    mutating func extend() {
        while !isMet, replications.count < rule.most, let next = done[replications.count] {
            replications.append(next)
            isMet = rule.isMet(by: replications)
        }
    }
}

/// What the threads of an experiment share.
private final class Board: Sendable {
    /// What came in since the last look.
    struct News {
        var finished: [Replication] = []
        var ended = 0
        var failure: ReplicationError?
        var running = 0.0
    }

    private struct State {
        var todo: ArraySlice<Int>
        var isStopped = false
        var news = News()
        /// The share done of what runs now, by number.
        var shares: [Int: Double] = [:]
    }

    private let state: Mutex<State>
    /// Counts the news that nobody has looked at yet.
    let news = DispatchSemaphore(value: 0)

    init(todo: [Int]) {
        state = Mutex(State(todo: todo[...]))
    }

    /// Lets the threads end as soon as they can.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// What came in, and how far the running ones are.
    func takeNews() -> News {
        state.withLock { state in
            var news = state.news
            // In order of the numbers, so that the sum is the same whatever the order of the entries.
            news.running = state.shares.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            state.news = News()
            return news
        }
    }

    /// One thread's work.
    func work(_ experiment: Replications) {
        while let number = take() {
            let ended = Result { () throws(SimulationError) in try run(number, experiment) }
            state.withLock { state in
                state.shares[number] = nil
                switch ended {
                case .success(let replication): state.news.finished.append(replication)
                case .failure(.stopped): break
                case .failure(let error):
                    state.news.failure = state.news.failure ?? .run(replication: number, error)
                    state.isStopped = true
                }
            }
            news.signal()
        }
        state.withLock { $0.news.ended += 1 }
        news.signal()
    }

    private func take() -> Int? {
        state.withLock { state in
            guard !state.isStopped, let number = state.todo.popFirst() else { return nil }
            state.shares[number] = 0
            return number
        }
    }

    private func run(_ number: Int, _ experiment: Replications) throws(SimulationError) -> Replication {
        let cost = experiment.meter?()
        var simulation = Simulation(experiment.plan, seed: experiment.seed, replication: UInt64(number))
        simulation.keepsMessages = false
        simulation.checksInvariants = experiment.checksInvariants
        simulation.progress = { progress in
            let goesOn = self.state.withLock { state in
                state.shares[number] = progress.share
                return !state.isStopped
            }
            self.news.signal()
            return goesOn
        }
        let places = PlacesFold(experiment.plan)
        if let places { simulation.observers = { _ in [places] } }
        let result = try simulation.run()
        return Replication(
            number: number, result: result, zones: places?.zones ?? result.metrics.zones.map(ReplicationZone.init),
            cost: cost?())
    }
}

extension ReplicationZone {
    /// What the metrics say of a zone.
    init(_ zone: ZoneResult) {
        self.init(
            zone: Int(zone.zone.number), stored: zone.calls.stored, aborted: zone.calls.aborted,
            fulfilled: zone.calls.fulfilled, wait: zone.wait?.mean)
    }
}
