// SPDX-License-Identifier: GPL-3.0-or-later

public import CitySimulation
public import Experiments
import Foundation
import Synchronization

/// A worker of a store: claims replications, runs them one after another, and leaves their results. One for each thread.
///
/// What it has is its own for a minute after its last sign of life; then another worker may take it. A result is written
/// once, whoever brings it first, and two bring the same bytes.
public final class StoreWorker: ReplicationStore {
    /// Of which experiments, and until when.
    public struct Terms: Sendable {
        /// Only the experiment of this name.
        public var experiment: String?
        /// Asked now and then; false ends the work and gives back what is not done.
        public var goesOn: @Sendable () -> Bool
        /// Ends when nothing is left; else waits for more until `goesOn` says no.
        public var endsWhenIdle: Bool

        /// States the terms.
        public init(experiment: String? = nil, endsWhenIdle: Bool = true, goesOn: @escaping @Sendable () -> Bool) {
            (self.experiment, self.endsWhenIdle, self.goesOn) = (experiment, endsWhenIdle, goesOn)
        }
    }

    private struct State {
        /// Claimed and not yet handed out.
        var waiting: [StoredNumber] = []
        /// By ticket, what is being run.
        var running: [Int: StoredNumber] = [:]
        var lastTicket = 0
        /// The parts that were run last, ready for the next replication.
        var members: [(id: Int64, experiment: Replications)] = []
        var lastBeat = ContinuousClock.now
        /// Seconds that the last replications took, smoothed.
        var pace: Double?
        var began = ContinuousClock.now
        var isWanted = true
    }

    private static let keptMembers = 8

    private let store: ExperimentStore
    private let terms: Terms
    private let meter: Replications.Meter?
    private let id: String
    private let state = Mutex(State())
    private let done = Atomic<Int>(0)

    /// Signs on.
    ///
    /// - Throws: `StoreProblem` when the store does not answer.
    public init(_ store: ExperimentStore, _ terms: Terms, meter: Replications.Meter? = nil) throws(StoreProblem) {
        self.store = store
        self.terms = terms
        self.meter = meter
        let row = try store.run(
            "INSERT INTO cabrank.workers (host, process, version, build) VALUES ($1, $2, $3, $4) RETURNING id",
            [
                ProcessInfo.processInfo.hostName, String(ProcessInfo.processInfo.processIdentifier), cabrankVersion,
                ContentHash.build,
            ])
        id = row[0][0] ?? ""
    }

    /// How many results it brought.
    public var finished: Int { done.load(ordering: .relaxed) }

    // MARK: ReplicationStore

    /// The next replication; waits while somebody may yet want one.
    public func claim() throws(StoreProblem) -> ReplicationClaim? {
        var pause = 0.02
        while terms.goesOn() {
            if let next = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
                if let claim = try handOut(next) { return claim }
                continue
            }
            let found = try claimed()
            guard found.isEmpty else {
                state.withLock { $0.waiting = found }
                continue
            }
            if terms.endsWhenIdle, try isIdle() { return nil }
            Thread.sleep(forTimeInterval: pause)
            pause = min(0.5, pause * 1.5)
        }
        try giveBackAll()
        return nil
    }

    /// Gives a sign of life when it is time for one, and asks whether the replication is still this worker's.
    public func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool {
        guard terms.goesOn() else { return false }
        let now = ContinuousClock.now
        let (isDue, running) = state.withLock { state in
            let isDue = now - state.lastBeat > .seconds(ExperimentStore.beat)
            if isDue { state.lastBeat = now }
            return (isDue, state.running[claim.ticket])
        }
        guard isDue, let running else { return state.withLock { $0.isWanted } }
        // A server that is away for a moment is no reason to stop: the result is kept until it answers.
        let mine = try? beat()
        let isWanted = mine.map { $0.contains(running) } ?? true
        state.withLock { $0.isWanted = isWanted }
        return isWanted
    }

    /// Leaves the result in the store.
    public func put(_ replication: Replication, for claim: ReplicationClaim) throws(StoreProblem) {
        let now = ContinuousClock.now
        let number = state.withLock { state in
            let span =
                Double((now - state.began).components.attoseconds) / 1e18
                + Double((now - state.began).components.seconds)
            state.pace = state.pace.map { 0.7 * $0 + 0.3 * span } ?? span
            return state.running.removeValue(forKey: claim.ticket)
        }
        guard let number else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: (try? encoder.encode(replication)) ?? Data(), as: UTF8.self)
        try store.run(
            """
            UPDATE cabrank.replications SET state = 2, result = $3, error = NULL, worker = $4, ended = now()
            WHERE member = $1 AND number = $2 AND state <> 2
            """, [String(number.member), String(number.number), text, id])
        done.add(1, ordering: .relaxed)
    }

    /// Leaves the replication to others, or names what went wrong with it.
    public func giveBack(_ claim: ReplicationClaim, because error: SimulationError) {
        guard let number = state.withLock({ $0.running.removeValue(forKey: claim.ticket) }) else { return }
        if case .stopped = error {
            try? free([number])
        } else {
            try? fail(number, "\(error)")
        }
    }

    // MARK: -

    /// Claims some: as many as take about half a second, so that short replications do not wait for the store.
    private func claimed() throws(StoreProblem) -> [StoredNumber] {
        let count = state.withLock { min(64, max(1, Int(0.5 / max(1e-3, $0.pace ?? 1)))) }
        let rows = try store.run(
            """
            WITH next AS (
                SELECT r.member, r.number FROM cabrank.replications r
                JOIN cabrank.members m ON m.id = r.member
                JOIN cabrank.experiments e ON e.id = m.experiment
                WHERE r.state < 2 AND (r.state = 0 OR r.lease < now()) AND e.state = 'open'
                AND e.version = $1 AND e.build = $2 AND ($3::text IS NULL OR e.name = $3)
                ORDER BY r.member, r.number LIMIT $4 FOR UPDATE OF r SKIP LOCKED)
            UPDATE cabrank.replications r
            SET state = 1, worker = $5, tries = tries + 1, lease = now() + \(ExperimentStore.lease) * interval '1 second'
            FROM next WHERE r.member = next.member AND r.number = next.number
            RETURNING r.member, r.number, r.tries
            """,
            [cabrankVersion, ContentHash.build, terms.experiment, String(count), id])
        var found: [StoredNumber] = []
        for row in rows {
            let number = StoredNumber(row)
            if let tries = row[2].flatMap({ Int($0) }), tries > ExperimentStore.mostTries {
                try fail(number, "\(ExperimentStore.mostTries) workers died with it")
            } else {
                found.append(number)
            }
        }
        return found.sorted { ($0.member, $0.number) < ($1.member, $1.number) }
    }

    /// Whether there is nothing to do and nobody who may want something soon.
    private func isIdle() throws(StoreProblem) -> Bool {
        try store.run(
            """
            SELECT 1 FROM cabrank.experiments e WHERE e.state = 'open' AND e.version = $1 AND e.build = $2
            AND ($3::text IS NULL OR e.name = $3)
            AND (e.seen > now() - interval '30 seconds' OR EXISTS (
                SELECT 1 FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member
                WHERE m.experiment = e.id AND r.state < 2))
            LIMIT 1
            """, [cabrankVersion, ContentHash.build, terms.experiment]
        ).isEmpty
    }

    /// A replication of its experiment, which is made where it is not at hand; nil when it cannot be made.
    private func handOut(_ next: StoredNumber) throws(StoreProblem) -> ReplicationClaim? {
        guard let experiment = try experiment(of: next) else { return nil }
        return state.withLock { state in
            state.lastTicket += 1
            state.running[state.lastTicket] = next
            state.began = ContinuousClock.now
            state.isWanted = true
            return ReplicationClaim(experiment, number: next.number, ticket: state.lastTicket)
        }
    }

    private func experiment(of next: StoredNumber) throws(StoreProblem) -> Replications? {
        if let known = state.withLock({ $0.members.first { $0.id == next.member }?.experiment }) { return known }
        let member = String(next.member)
        let rows = try store.run("SELECT recipe FROM cabrank.members WHERE id = $1", [member])
        guard let text = rows.first?[0] else { return nil }
        var contents: [String: Data] = [:]
        let inputs = try store.run(
            """
            SELECT i.hash, encode(i.bytes, 'base64') FROM cabrank.inputs i
            JOIN cabrank.member_inputs m USING (hash) WHERE m.member = $1
            """, [member])
        for row in inputs {
            if let hash = row[0], let text = row[1] {
                contents[hash] = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
            }
        }
        do {
            let recipe = try JSONDecoder().decode(ExperimentRecipe.self, from: Data(text.utf8))
            let experiment = try recipe.experiment(contents, meter: meter)
            state.withLock { state in
                state.members.insert((next.member, experiment), at: 0)
                if state.members.count > Self.keptMembers { state.members.removeLast() }
            }
            return experiment
        } catch {
            try fail(next, "its inputs cannot be used: \(error)")
            return nil
        }
    }

    /// A sign of life; what is still this worker's.
    private func beat() throws(StoreProblem) -> Set<StoredNumber> {
        try store.run("UPDATE cabrank.workers SET seen = now() WHERE id = $1", [id])
        let rows = try store.run(
            """
            UPDATE cabrank.replications r SET lease = now() + \(ExperimentStore.lease) * interval '1 second'
            FROM cabrank.members m, cabrank.experiments e
            WHERE r.worker = $1 AND r.state = 1 AND m.id = r.member AND e.id = m.experiment AND e.state = 'open'
            RETURNING r.member, r.number
            """, [id])
        return Set(rows.map(StoredNumber.init))
    }

    private func fail(_ number: StoredNumber, _ error: String) throws(StoreProblem) {
        try store.run(
            """
            UPDATE cabrank.replications SET state = 3, error = $3, worker = $4, ended = now()
            WHERE member = $1 AND number = $2 AND state < 2
            """,
            [
                String(number.member), String(number.number),
                "replication \(number.number): \(error) (on \(ProcessInfo.processInfo.hostName))", id,
            ])
    }

    /// Lets replications go, which others may take at once.
    private func free(_ numbers: [StoredNumber]) throws(StoreProblem) {
        guard !numbers.isEmpty else { return }
        try store.run(
            """
            UPDATE cabrank.replications r SET state = 0, worker = NULL, lease = NULL, tries = greatest(0, tries - 1)
            FROM unnest($1::bigint[], $2::int[]) AS mine (member, number)
            WHERE r.member = mine.member AND r.number = mine.number AND r.state = 1 AND r.worker = $3
            """, numbers.arrays + [id])
    }

    private func giveBackAll() throws(StoreProblem) {
        let numbers = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        try free(numbers)
    }
}
