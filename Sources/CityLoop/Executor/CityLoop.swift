// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import Synchronization

/// One deterministic loop: the executor of every actor of a city, its clock, and the list of what comes next.
///
/// A turn takes the earliest entry of the future event list, moves the time, wakes whom it names and then runs every
/// job that became ready, until none is left. Entries are ordered by time, class (DEC-CROSS-EVENTS) and sequence
/// number, so the order never depends on threads. Source: SIM-01, SIM-03.
///
/// Both a `SerialExecutor` and a `TaskExecutor`: with one of the two alone, resumed continuations hop over the global
/// pool and come back in random order.
///
/// `@unchecked Sendable`: all state but the inbox is used only on the thread that owns the loop. `enqueue` and
/// `preconditionOnLoop` check that; work from other threads goes through the inbox, which has a lock.
public final class CityLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// Virtual now.
    public private(set) var now: CityTime
    /// How many turns have run: one for each entry that was woken and each outside call.
    public private(set) var turn: Int64 = 0

    private var owner: pthread_t
    private var entries = FutureEventList()
    private var wakers = WakerTable()
    private var ready = JobQueue()
    private var sequence: UInt64 = 0
    private var tasks = TaskRegistry()
    private var starting = -1
    private var isOver = false
    private var stopWanted = false
    private let inbox = Inbox()
    private var strayNames: [String] = []
    private var turnsAtOneInstant = 0

    /// Turns without time moving on after which a run counts as stuck.
    public var longestInstant = 10_000_000
    /// How far a paced run may fall behind the wall clock; nil for any.
    public var lagTolerance: TimeSpan?
    /// The largest lag of a paced run so far.
    public private(set) var largestLag = TimeSpan.zero

    /// A loop whose virtual time begins here. Owned by the calling thread until `run` is called.
    public init(start: CityTime = .epoch) {
        now = start
        owner = pthread_self()
    }

    // MARK: Executor

    /// Takes a job from the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        guard isOnLoop else {
            inbox.leave(stray: unowned)
            return
        }
        if starting >= 0 { tasks.setJob(unowned, of: starting) }
        ready.append(unowned)
    }

    /// The loop as a reference without counting.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Called by the runtime when it cannot tell by itself whether the loop is current.
    public func checkIsolated() {
        preconditionOnLoop()
    }

    /// Whether the calling thread owns the loop.
    public var isOnLoop: Bool { pthread_equal(owner, pthread_self()) != 0 }

    /// Traps when called from a thread that does not own the loop.
    public func preconditionOnLoop() {
        precondition(isOnLoop, "not on the loop's thread: call from outside with CityLoop.ask")
    }

    // MARK: Timers

    /// Plans a call of `timerFired(tag)`. A time before now means now.
    @discardableResult
    public func schedule(
        _ target: some TimedActor, _ tag: TimerTag, at time: CityTime, as eventClass: EventClass = .stateChange
    ) -> TimerHandle {
        plan(.actor(target, tag), at: time, eventClass)
    }

    /// Plans a closure on the loop. A time before now means now.
    @discardableResult
    public func schedule(
        at time: CityTime, as eventClass: EventClass = .stateChange, _ action: @escaping @Sendable () -> Void
    ) -> TimerHandle {
        plan(.action(action), at: time, eventClass)
    }

    /// Cancels a timer; nothing happens when it has fired or was cancelled. Its entry stays in the list until its time
    /// and is then skipped, which is cheaper than searching for it.
    public func cancel(_ handle: TimerHandle) {
        guard let waker = wakers.take(handle) else { return }
        if case .sleeper(let continuation) = waker { continuation.resume(throwing: CancellationError()) }
    }

    @inline(__always)
    private func plan(_ waker: consuming Waker, at time: CityTime, _ eventClass: EventClass) -> TimerHandle {
        guard !isOver else { return .none }
        let handle = wakers.add(waker)
        insert(handle, at: time, eventClass)
        return handle
    }

    @inline(__always)
    private func insert(_ handle: TimerHandle, at time: CityTime, _ eventClass: EventClass) {
        sequence &+= 1
        entries.insert(
            PlannedEntry(
                time: max(time, now).nanoseconds, order: UInt64(eventClass.rawValue) << 62 | sequence,
                slot: handle.slot, generation: handle.generation))
    }

    // MARK: Tasks

    /// Starts a task on the loop: the only way to start one in a city.
    ///
    /// The end of a run checks that every started task has finished, or was declared `endless`, else the run is stalled.
    @discardableResult
    public func start(
        _ name: TaskName, endless: Bool = false, _ life: @escaping @Sendable () async throws -> Void
    ) -> StartedTask {
        preconditionOnLoop()
        let index = tasks.add(name, endless: endless)
        starting = index
        let task = Task<Void, Never>(executorPreference: self) { [unowned self] in
            // A life ends by returning, by its own error or by the end of the run; all are an end.
            try? await life()
            tasks.remove(index)
        }
        starting = -1
        return StartedTask(index: index, task: task, loop: self)
    }

    /// Suspends the calling task until a virtual time.
    ///
    /// - Throws: `LoopEnded` when the run ends first, `CancellationError` when the task is cancelled.
    public func sleep(until time: CityTime, as eventClass: EventClass = .stateChange) async throws {
        guard !isOver else { throw LoopEnded() }
        let handle = wakers.add(.reserved)
        insert(handle, at: time, eventClass)
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                guard wakers.holds(handle) else {
                    // Cancelled before it slept.
                    continuation.resume(throwing: CancellationError())
                    return
                }
                wakers.replace(handle, by: .sleeper(continuation))
            }
        } onCancel: {
            if isOnLoop {
                cancel(handle)
            } else {
                _ = inbox.leave { [unowned self] in cancel(handle) }
            }
        }
    }

    /// Suspends the calling task for a span of virtual time.
    public func sleep(for span: TimeSpan, as eventClass: EventClass = .stateChange) async throws {
        try await sleep(until: now + span, as: eventClass)
    }

    // MARK: Outside calls

    /// Lets code of any thread call into the city: the input runs on the loop between two turns, as an arrival at the
    /// time the loop then shows.
    ///
    /// - Throws: `LoopError.ended` when the run is over.
    public func ask<Answer: Sendable>(
        _ input: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Answer, any Error>) in
            let accepted = inbox.leave { [unowned self] in
                start("outside call") {
                    do {
                        continuation.resume(returning: try await input())
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            if !accepted { continuation.resume(throwing: LoopError.ended) }
        }
    }

    /// Ends the run after the current turn. Safe from any thread.
    public func stop() {
        _ = inbox.leave { [unowned self] in stopWanted = true }
    }

    // MARK: Running

    /// Runs the city until nothing is left to do, or until the end. Blocks the calling thread, which owns the loop from
    /// here on. Entries at exactly `end` still run.
    ///
    /// The loop can be run again to a later end, unless `tearDown` was called.
    ///
    /// - Throws: `LoopError` when work strayed, the run stalled, got stuck or fell behind.
    @discardableResult
    public func run(until end: CityTime = .never, pace: Pace = .free) throws(LoopError) -> LoopEnd {
        owner = pthread_self()
        let wall = pace.rate.map { WallPace(rate: $0, from: now) }
        stopWanted = false
        while true {
            runReadyJobs()
            if inbox.needsAttention.load(ordering: .acquiring) { try takeInbox(wall) }
            if stopWanted { return .stopped(at: now) }
            guard let next = nextEntry(), next.time <= end.nanoseconds else {
                if let wall, end > wall.now {
                    // A live loop with nothing planned waits for calls.
                    inbox.wait(seconds: min(wall.secondsUntil(end), 3600))
                    continue
                }
                break
            }
            if let wall, try !isDue(next, wall) { continue }
            try take(next)
        }
        if entries.peek() != nil || end < .never {
            now = max(now, end == .never ? now : end)
            return .timeUp
        }
        try checkStall()
        return .settled(at: now)
    }

    /// Runs the next entry and all that follows from it at once; false when nothing is planned up to `end`.
    public func runOneTurn(until end: CityTime = .never) throws(LoopError) -> Bool {
        owner = pthread_self()
        runReadyJobs()
        if inbox.needsAttention.load(ordering: .acquiring) { try takeInbox(nil) }
        guard let next = nextEntry(), next.time <= end.nanoseconds else { return false }
        try take(next)
        return true
    }

    /// The time of the next planned entry.
    public var nextTime: CityTime? { nextEntry().map { CityTime(nanoseconds: $0.time) } }

    /// Moves virtual time on without running anything, for a replay that feeds messages at their recorded times. Runs
    /// as a turn of its own. Traps when an entry is planned before that time.
    public func runTurn(at time: CityTime, _ body: () -> Void) {
        owner = pthread_self()
        precondition(time >= now, "time cannot run backwards")
        precondition(nextTime.map { $0 >= time } ?? true, "an earlier entry is planned")
        now = time
        turn += 1
        body()
        runReadyJobs()
    }

    /// Skips cancelled entries.
    @inline(__always)
    private func nextEntry() -> PlannedEntry? {
        while let next = entries.peek() {
            if wakers.holds(TimerHandle(slot: next.slot, generation: next.generation)) { return next }
            entries.beginTaking()
        }
        return nil
    }

    @inline(__always)
    private func take(_ next: PlannedEntry) throws(LoopError) {
        entries.beginTaking()
        guard let waker = wakers.take(TimerHandle(slot: next.slot, generation: next.generation)) else { return }
        if next.time > now.nanoseconds {
            now = CityTime(nanoseconds: next.time)
            turnsAtOneInstant = 0
        } else {
            turnsAtOneInstant += 1
            if turnsAtOneInstant > longestInstant {
                throw .stuck(turns: turnsAtOneInstant, who: Self.name(of: waker), at: now)
            }
        }
        turn += 1
        switch consume waker {
        case .actor(let target, let tag): target.fireFromLoop(tag)
        case .sleeper(let continuation): continuation.resume()
        case .action(let action): action()
        case .free, .reserved: break
        }
        runReadyJobs()
    }

    @inline(__always)
    private func runReadyJobs() {
        guard !ready.isEmpty else { return }
        let serial = asUnownedSerialExecutor()
        let task = asUnownedTaskExecutor()
        while !ready.isEmpty {
            ready.takeFirst().runSynchronously(isolatedTo: serial, taskExecutor: task)
        }
    }

    private func isDue(_ next: PlannedEntry, _ wall: WallPace) throws(LoopError) -> Bool {
        let time = CityTime(nanoseconds: next.time)
        let wait = wall.secondsUntil(time)
        if wait > 0 {
            inbox.wait(seconds: wait)
            return wall.secondsUntil(time) <= 0 && !inbox.needsAttention.load(ordering: .acquiring)
        }
        let lag = wall.now - time
        largestLag = max(largestLag, lag)
        if let lagTolerance, lag > lagTolerance { throw .behind(by: lag, at: time) }
        return true
    }

    private func takeInbox(_ wall: WallPace?) throws(LoopError) {
        let (calls, strays) = inbox.takeAll()
        if let wall {
            // A call arrives at the time the wall clock shows, but never before the last turn and never after the next
            // planned entry: time moves only between entries, so a replayed live run equals the run.
            let bound = nextEntry().map { CityTime(nanoseconds: $0.time) } ?? .never
            now = max(now, min(wall.now, bound))
        }
        for call in calls {
            turn += 1
            call()
            runReadyJobs()
        }
        guard !strays.isEmpty else { return }
        let who = strays.map { tasks.name(of: $0) ?? "a task that the loop did not start" }
        // Run them all the same, so that whoever waits for them ends; the run itself is lost.
        for job in strays { ready.append(job) }
        runReadyJobs()
        throw .stray(who: who, at: now)
    }

    private func checkStall() throws(LoopError) {
        let waiting = tasks.unfinished(endlessToo: false)
        guard waiting.isEmpty else { throw .stalled(waiting: waiting, at: now) }
    }

    private static func name(of waker: borrowing Waker) -> String {
        switch waker {
        case .actor(let target, let tag): "a timer of \(type(of: target)) with tag \(tag)"
        case .sleeper: "a sleeping task"
        case .action: "a planned action"
        case .free, .reserved: "nobody"
        }
    }

    // MARK: Ending

    /// Ends the city: wakes every sleeper with `LoopEnded`, drops every timer, lets no more calls in. After it every task
    /// that awaited only the loop has ended and its actors are freed.
    ///
    /// Returns the names of the tasks that are still not finished; empty when all is well.
    @discardableResult
    public func tearDown() -> [String] {
        owner = pthread_self()
        isOver = true
        inbox.close()
        runReadyJobs()
        while true {
            let wakers = self.wakers.takeAll()
            if wakers.isEmpty { break }
            for waker in wakers {
                if case .sleeper(let continuation) = waker { continuation.resume(throwing: LoopEnded()) }
            }
            runReadyJobs()
        }
        let (calls, strays) = inbox.takeAll()
        for call in calls { call() }
        for job in strays { ready.append(job) }
        runReadyJobs()
        return tasks.unfinished(endlessToo: true)
    }
}
