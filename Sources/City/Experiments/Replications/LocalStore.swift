// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Dispatch
import Synchronization

/// The store of one process: results in memory, and in the journals of the experiments that have one.
///
/// It is opened course by course, so that only the experiments that threads work on are in memory.
final class LocalStore: ReplicationStore {
    /// What came in since the last look.
    struct News {
        /// Courses that need no more, in the order of finishing.
        var closed: [(index: Int, course: ReplicationCourse)] = []
        var finished = 0
        /// The share done of what runs now, summed.
        var running = 0.0
        /// How many workers there are, if a crew said so.
        var workers: Int?
        var failure: ReplicationError?
    }

    private struct Work {
        let course: Int
        let member: Int
        var share = 0.0
    }

    private struct State {
        /// By index; those that need no more are not in it.
        var courses: [Int: ReplicationCourse] = [:]
        /// The courses that may have replications to give out, by rising index.
        var unclaimed: [Int] = []
        /// The course of the last replication put, and that course when it needs no more.
        var latest: Int?
        var latestClosed: ReplicationCourse?
        var latestCourse: ReplicationCourse? { latest.flatMap { courses[$0] } ?? latestClosed }
        var journals: [Int: [ReplicationJournal?]] = [:]
        /// What is given out, by ticket.
        var work: [Int: Work] = [:]
        var lastTicket = 0
        var isEnding = false
        var news = News()

        /// Gives out the next replication of the first course that has one.
        mutating func claim() -> ReplicationClaim? {
            while let index = unclaimed.first {
                guard let next = courses[index]?.claim(), let course = courses[index] else {
                    unclaimed.removeFirst()
                    continue
                }
                lastTicket += 1
                work[lastTicket] = Work(course: index, member: next.member)
                return ReplicationClaim(
                    course.members[next.member], number: next.number, ticket: lastTicket,
                    group: index * course.members.count + next.member)
            }
            return nil
        }
    }

    private let state = Mutex(State())
    /// Rings for results, failures and the end. Shares of replications change all the time and are looked at now and then.
    let news = Bell()
    /// Wakes the workers when there are new courses, and at the end.
    private let work = DispatchSemaphore(value: 0)

    // MARK: Workers

    func claim() -> ReplicationClaim? {
        while true {
            let (claim, isEnding) = state.withLock { ($0.isEnding ? nil : $0.claim(), $0.isEnding) }
            if claim != nil || isEnding { return claim }
            work.wait()
        }
    }

    /// Claims at most so many, without waiting; nil when no more are wanted.
    func claimNow(most: Int) -> [ReplicationClaim]? {
        state.withLock { state in
            guard !state.isEnding else { return nil }
            var claims: [ReplicationClaim] = []
            while claims.count < most, let claim = state.claim() { claims.append(claim) }
            return claims
        }
    }

    func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool {
        state.withLock { state in
            state.work[claim.ticket]?.share = share
            return !state.isEnding && state.work[claim.ticket].map { state.courses[$0.course] != nil } ?? false
        }
    }

    func put(_ replication: Replication, for claim: ReplicationClaim) {
        defer { news.ring() }
        let (work, journal) = state.withLock { state in
            let work = state.work.removeValue(forKey: claim.ticket)
            return (work, work.flatMap { state.journals[$0.course]?[$0.member] })
        }
        // What comes in after its course is done is not wanted any more.
        guard let work else { return }
        do throws(JournalProblem) {
            try journal?.add(replication)
        } catch {
            return fail(.journal(error))
        }
        state.withLock { state in
            guard state.courses[work.course] != nil else { return }
            state.courses[work.course]?.take(replication, of: work.member)
            state.news.finished += 1
            state.latest = work.course
            state.latestClosed = nil
            Self.closeIfDone(work.course, &state)
        }
    }

    func giveBack(_ claim: ReplicationClaim, because error: SimulationError) {
        state.withLock { $0.work[claim.ticket] = nil }
        if case .stopped = error { news.ring() } else { fail(.run(replication: claim.number, error)) }
    }

    /// Notes how many workers there are.
    func report(workers: Int) {
        state.withLock { $0.news.workers = workers }
        news.ring()
    }

    /// Ends the work because something failed; the first failure is reported.
    func fail(_ error: ReplicationError) {
        state.withLock { state in
            state.news.failure = state.news.failure ?? error
            state.isEnding = true
        }
        news.ring()
    }

    /// Takes a course out that needs no more.
    private static func closeIfDone(_ index: Int, _ state: inout State) {
        guard let course = state.courses[index], course.isDone else { return }
        state.courses[index] = nil
        if state.latest == index { state.latestClosed = course }
        state.journals[index] = nil
        state.news.closed.append((index, course))
    }

    // MARK: The owner

    /// Whether fewer replications than this wait for a worker.
    func hasFewer(than count: Int) -> Bool {
        state.withLock { state in
            var waiting = 0
            return state.courses.values.allSatisfy { course in
                waiting += min(count, course.left)
                return waiting < count
            }
        }
    }

    /// Adds a course, for so many threads.
    func open(_ index: Int, _ course: ReplicationCourse, _ journals: [ReplicationJournal?], threads: Int) {
        state.withLock { state in
            state.courses[index] = course
            state.unclaimed.append(index)
            state.journals[index] = journals
            Self.closeIfDone(index, &state)
        }
        for _ in 0..<min(threads, course.left) { work.signal() }
    }

    /// What came in, and how far the running ones are.
    func takeNews() -> News {
        state.withLock { state in
            var news = state.news
            // In one order, so that the sum is the same whatever the order of the entries.
            let running = state.work.filter { $0.value.share > 0 }.sorted { $0.key < $1.key }
            news.running = running.reduce(0) { $0 + $1.value.share }
            state.news = News()
            (state.news.failure, state.news.workers) = (news.failure, news.workers)
            return news
        }
    }

    /// Lets so many threads end as soon as they can.
    func end(_ threads: Int) {
        state.withLock { $0.isEnding = true }
        for _ in 0..<threads { work.signal() }
    }

    /// The rows of the course that the last replication belongs to. Asked for when they are shown, and not with each news: a
    /// copy that is kept makes the next result copy them all.
    var latestRows: [[Replication]] {
        state.withLock { $0.latestCourse?.rows ?? [] }
    }

    /// How many of these there are by rising number without gaps.
    var latestCount: Int {
        state.withLock { $0.latestCourse?.rows.first?.count ?? 0 }
    }

    /// The courses that are not done, by index.
    var rest: [(index: Int, course: ReplicationCourse)] {
        state.withLock { state in state.courses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}
