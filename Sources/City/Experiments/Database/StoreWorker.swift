// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySimulation
import Dispatch
import Foundation
import Synchronization

/// A worker of a store: one a process, with as many threads as it runs replications at once. Threads run, and the thread that
/// called `run` visits the store for all of them: brings results, claims more, gives signs of life.
///
/// What it has is its own for a while after its last sign of life; then another worker may take it. A result is written once,
/// whoever brings it first, and two bring the same bytes.
package final class StoreWorker: ReplicationStore {
    /// Of which experiments, and until when.
    package struct Terms: Sendable {
        /// Only the experiment of this name.
        package var experiment: String?
        /// How many replications run at once, 1 or more.
        package var threads: Int
        /// Ends when nothing is left; else waits for more until `goesOn` says no.
        package var endsWhenIdle: Bool
        /// Asked now and then; false ends the work and gives back what is not done.
        package var goesOn: @Sendable () -> Bool

        package init(
            experiment: String? = nil, threads: Int = 1, endsWhenIdle: Bool = true,
            goesOn: @escaping @Sendable () -> Bool
        ) {
            self.experiment = experiment
            self.threads = threads
            self.endsWhenIdle = endsWhenIdle
            self.goesOn = goesOn
        }
    }

    private struct Running {
        let number: StoredNumber
        let began: ContinuousClock.Instant
        var isWanted = true
    }

    private struct State {
        /// Claimed and not yet begun, the next one last.
        var waiting: [StoredNumber] = []
        /// By ticket, what is being run.
        var running: [Int: Running] = [:]
        var lastTicket = 0
        /// Finished and not yet brought, and since when.
        var outbox: [(StoredNumber, Replication)] = []
        var outboxSince: ContinuousClock.Instant?
        var givenBack: [StoredNumber] = []
        var failed: [(StoredNumber, String)] = []
        /// Threads that wait for something to do, and threads that have not ended.
        var idle = 0
        var alive = 0
        /// Seconds that a replication takes, smoothed.
        var pace: Double?
        var isEnding = false
        var problem: StoreProblem?

        /// All that is this worker's, whether begun, finished or not.
        var held: [StoredNumber] {
            waiting + running.sorted { $0.key < $1.key }.map(\.value.number) + outbox.map(\.0)
        }
    }

    /// Replications shorter than this wait for each other on their way to the store, at most so long in seconds.
    private static let gathering = 0.5
    /// Short replications are claimed ahead, so many seconds of work.
    private static let ahead = 1.0
    /// Which experiments are open, and what dead workers have, is looked for after so many seconds.
    private static let lookAround = 2.0
    /// How soon it asks again after the first time that nothing was to be had, in seconds.
    private static let firstPause = 0.02

    private let store: ExperimentStore
    private let terms: Terms
    private let parts: StoredParts
    private let id: String
    private let state = Mutex(State())
    private let done = Atomic<Int>(0)
    /// Wakes the visitor of the store.
    private let news = Bell()
    /// Wakes threads that wait for something to do.
    private let arrivals = DispatchSemaphore(value: 0)

    /// Signs on.
    ///
    /// - Parameters:
    ///   - store: where the work is.
    ///   - terms: of which experiments, and until when.
    ///   - meter: measures what replications cost.
    /// - Throws: `StoreProblem` when the store does not answer.
    package convenience init(
        _ store: ExperimentStore, _ terms: Terms, meter: Replications.Meter? = nil
    ) throws(StoreProblem) {
        try self.init(store, terms, parts: StoredParts(store, meter))
    }

    /// - Parameter parts: made from the store, for several workers.
    init(_ store: ExperimentStore, _ terms: Terms, parts: StoredParts) throws(StoreProblem) {
        self.store = store
        self.terms = terms
        self.parts = parts
        id = try store.signOn()
    }

    /// Why the store cannot be used.
    package typealias Failure = StoreProblem

    /// How many results it brought.
    package var finished: Int { done.load(ordering: .relaxed) }

    /// The whole of the work, until nothing is left or the terms say no.
    ///
    /// - Parameter report: called now and then with how many results were brought.
    /// - Throws: `StoreProblem` when the store cannot be used any more.
    package func run(report: (Int) -> Void = { _ in }) throws(StoreProblem) {
        // As much as a main thread has, as for threads without a store.
        try run(stackSize: 8 << 20, { $0.run(isWanted: $1) }, report: report)
    }

    /// - Parameters:
    ///   - stackSize: of each thread, in bytes.
    ///   - simulate: what runs a replication.
    ///   - report: called now and then with how many results were brought.
    func run(
        stackSize: Int,
        _ simulate:
            @escaping @Sendable (ReplicationClaim, @escaping (Double) -> Bool) -> Result<
                Replication, SimulationError
            >,
        report: (Int) -> Void = { _ in }
    ) throws(StoreProblem) {
        state.withLock { $0.alive = terms.threads }
        for _ in 0..<terms.threads {
            let thread = Thread {
                do throws(StoreProblem) { try self.work(running: simulate) } catch { self.end(because: error) }
                self.state.withLock { $0.alive -= 1 }
                self.news.ring()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        do throws(StoreProblem) {
            try visitUntilTheEnd(report)
        } catch {
            end(because: error)
            while state.withLock({ $0.alive }) > 0 { news.wait(seconds: 1) }
        }
        if let problem = state.withLock({ $0.problem }) { throw problem }
    }

    // MARK: Threads

    /// The next replication; waits while there may yet be one.
    package func claim() throws(StoreProblem) -> ReplicationClaim? {
        while true {
            let next = state.withLock { state -> StoredNumber? in
                if state.isEnding || state.waiting.isEmpty { return nil }
                return state.waiting.removeLast()
            }
            if let next {
                if let claim = try begin(next) { return claim }
                continue
            }
            let isEnding = state.withLock { state in
                if !state.isEnding { state.idle += 1 }
                return state.isEnding
            }
            if isEnding { return nil }
            news.ring()
            arrivals.wait()
        }
    }

    /// Whether a replication is to be run to its end.
    package func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool {
        terms.goesOn() && state.withLock { !$0.isEnding && $0.running[claim.ticket]?.isWanted ?? false }
    }

    /// Takes a result, which is in the store a moment later. Whoever is killed in between loses the work, not the
    /// replication: another worker runs it.
    package func put(_ replication: Replication, for claim: ReplicationClaim) {
        state.withLock { state in
            guard let running = state.running.removeValue(forKey: claim.ticket) else { return }
            let now = ContinuousClock.now
            let span = (now - running.began) / .seconds(1)
            state.pace = state.pace.map { 0.7 * $0 + 0.3 * span } ?? span
            state.outbox.append((running.number, replication))
            state.outboxSince = state.outboxSince ?? now
        }
        news.ring()
    }

    /// Leaves the replication to others, or names what went wrong with it.
    package func giveBack(_ claim: ReplicationClaim, because error: SimulationError) {
        state.withLock { state in
            guard let running = state.running.removeValue(forKey: claim.ticket) else { return }
            if case .stopped = error {
                state.givenBack.append(running.number)
            } else {
                state.failed.append((running.number, "\(error)"))
            }
        }
        news.ring()
    }

    /// A replication of its experiment; nil when that cannot be made.
    private func begin(_ next: StoredNumber) throws(StoreProblem) -> ReplicationClaim? {
        let experiment: Replications
        switch try parts.experiment(next.member) {
        case .success(let found): experiment = found
        case .failure(let problem):
            try store.fail(next, problem.description, at: id)
            return nil
        case nil: return nil
        }
        return state.withLock { state in
            state.lastTicket += 1
            state.running[state.lastTicket] = Running(number: next, began: .now)
            return ReplicationClaim(experiment, number: next.number, ticket: state.lastTicket)
        }
    }

    // MARK: The store's visitor

    private func visitUntilTheEnd(_ report: (Int) -> Void) throws(StoreProblem) {
        var (lastBeat, nextClaim) = (ContinuousClock.now, ContinuousClock.now)
        var search = Search()
        var pause = Self.firstPause
        while true {
            let wait = state.withLock { $0.idle > 0 ? min(0.05, pause) : Self.gathering / 4 }
            news.wait(seconds: wait)
            if !terms.goesOn() { end() }
            let now = ContinuousClock.now
            let isOver = state.withLock { $0.isEnding && $0.alive == 0 }
            if try bring(all: isOver) { report(finished) }
            if isOver { return try giveBackAll() }
            if now - lastBeat > .seconds(ExperimentStore.beat) {
                lastBeat = now
                try beat()
            }
            let wanted = state.withLock { $0.isEnding ? 0 : Self.wanted($0, terms.threads) }
            guard wanted > 0, now >= nextClaim else { continue }
            if try claim(wanted, &search) {
                pause = Self.firstPause
                nextClaim = now
            } else if terms.endsWhenIdle, state.withLock({ $0.idle == terms.threads && $0.outbox.isEmpty }),
                try store.isIdle(terms.experiment)
            {
                end()
            } else {
                // The longer nothing comes, the rarer it is asked for.
                pause = min(2, pause * 1.7)
                nextClaim = now + .seconds(pause)
            }
        }
    }

    /// Where a worker looks for replications.
    private struct Search {
        /// The open experiment that it claimed from last, and when it was found to be the first one with any.
        var experiment: (id: String, found: ContinuousClock.Instant)?
        /// When it last looked for what dead workers have.
        var lookedForDead: ContinuousClock.Instant?
    }

    /// How many more it should have: one for each thread that waits, and short ones ahead.
    private static func wanted(_ state: borrowing State, _ threads: Int) -> Int {
        let ahead = state.pace.map { min(64 * threads, Int(Self.ahead * Double(threads) / max(1e-4, $0))) } ?? 0
        let wanted = state.idle + ahead - state.waiting.count
        return state.waiting.count <= ahead / 4 ? max(0, wanted) : 0
    }

    /// Claims up to so many.
    ///
    /// - Returns: false when there is nothing to be had.
    private func claim(_ most: Int, _ search: inout Search) throws(StoreProblem) -> Bool {
        let now = ContinuousClock.now
        if let known = search.experiment, now - known.found < .seconds(Self.lookAround),
            take(try store.claim(most, of: known.id, for: id))
        {
            return true
        }
        search.experiment = nil
        let looksForDead = search.lookedForDead.map { now - $0 >= .seconds(Self.lookAround) } ?? true
        if looksForDead { search.lookedForDead = now }
        for experiment in try store.open(named: terms.experiment) {
            var isTaken = take(try store.claim(most, of: experiment, for: id))
            if !isTaken, looksForDead, try store.letGoOfTheDead(of: experiment) {
                isTaken = take(try store.claim(most, of: experiment, for: id))
            }
            guard isTaken else { continue }
            search.experiment = (experiment, now)
            return true
        }
        return false
    }

    /// Takes what was claimed, and wakes threads for it.
    ///
    /// - Returns: whether it is anything.
    private func take(_ claimed: [StoredNumber]) -> Bool {
        let woken = state.withLock { state in
            state.waiting = claimed.reversed() + state.waiting
            let woken = min(state.idle, claimed.count)
            state.idle -= woken
            return woken
        }
        for _ in 0..<woken { arrivals.signal() }
        return !claimed.isEmpty
    }

    /// Brings what is finished when it is time for it.
    ///
    /// - Returns: whether anything was brought.
    private func bring(all: Bool) throws(StoreProblem) -> Bool {
        let now = ContinuousClock.now
        let (results, givenBack, failed) = state.withLock { state in
            let isDue =
                all || state.idle > 0 || state.outbox.count >= 64
                || state.outboxSince.map { now - $0 >= .seconds(Self.gathering) } ?? false
            defer {
                if isDue { (state.outbox, state.outboxSince) = ([], nil) }
                (state.givenBack, state.failed) = ([], [])
            }
            return (isDue ? state.outbox : [], state.givenBack, state.failed)
        }
        if !results.isEmpty {
            try store.put(results, from: id)
            done.add(results.count, ordering: .relaxed)
        }
        try store.giveBack(givenBack, of: id)
        for (number, error) in failed { try store.fail(number, error, at: id) }
        return !results.isEmpty
    }

    /// Gives a sign of life; what is not its own any more is dropped.
    private func beat() throws(StoreProblem) {
        let held = state.withLock(\.held)
        let mine = try store.signOfLife(of: id, with: held)
        let lost = Set(held).subtracting(mine)
        guard !lost.isEmpty else { return }
        state.withLock { state in
            state.waiting.removeAll { lost.contains($0) }
            for (ticket, running) in state.running where lost.contains(running.number) {
                state.running[ticket]?.isWanted = false
            }
        }
    }

    private func giveBackAll() throws(StoreProblem) {
        let numbers = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        try store.giveBack(numbers, of: id)
    }

    /// Lets all threads end as soon as they can.
    private func end(because problem: StoreProblem? = nil) {
        let woken = state.withLock { state in
            state.problem = state.problem ?? problem
            state.isEnding = true
            defer { state.idle = 0 }
            return state.idle
        }
        for _ in 0..<woken { arrivals.signal() }
    }
}
