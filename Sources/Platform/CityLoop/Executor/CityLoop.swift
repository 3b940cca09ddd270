// SPDX-License-Identifier: GPL-3.0-or-later

import CMachine
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
/// All but `ask`, `stop`, `strayCount` and `isOnLoop` belongs to the thread that owns the loop: the one that made it, and
/// from then on whoever calls `run`, `runOneTurn`, `runTurn` or `tearDown`.
///
/// `@unchecked Sendable`: all state but the inbox is used only on the thread that owns the loop. `enqueue` and
/// `preconditionOnLoop` check that; work from other threads goes through the inbox, which has a lock.
public final class CityLoop: SerialExecutor, TaskExecutor, TurnClock, @unchecked Sendable {
    /// See `LoopState` for why this is a pointer.
    let state: UnsafeMutablePointer<LoopState>
    let inbox = Inbox()
    /// What leaves the city. Belongs to the loop's thread.
    public let outbox = Outbox()
    private let owner: Atomic<UInt>

    /// Turns and jobs without time moving on after which a run counts as stuck.
    public var longestInstant: Int {
        get { state.pointee.longestInstant }
        set { state.pointee.longestInstant = newValue }
    }
    /// How far a paced run may fall behind the wall clock, in virtual time; nil for any.
    public var lagTolerance: TimeSpan?
    /// The largest lag of a paced run so far, in virtual time.
    public internal(set) var largestLag = TimeSpan.zero

    /// A loop whose virtual time begins here. Owned by the calling thread until `run` is called.
    public init(start: CityTime = .epoch) {
        state = .allocate(capacity: 1)
        state.initialize(to: LoopState(now: start.nanoseconds))
        owner = Atomic(Self.thisThread)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Virtual now.
    public var now: CityTime { CityTime(nanoseconds: state.pointee.now) }

    /// How many turns have run: one for each entry that was woken and each outside call.
    public var turn: Int64 { state.pointee.turn }

    /// Virtual now and the turn.
    public var moment: (time: CityTime, turn: Int64) { (now, turn) }

    /// The time of the next planned entry; nil when there is none.
    public var nextTime: CityTime? { state.pointee.nextEntry().map { CityTime(nanoseconds: $0.time) } }

    /// How many pieces of work reached the loop from a wrong thread so far. Safe from any thread.
    public var strayCount: Int { inbox.strayCount }

    /// Entries in the list, those that were cancelled and not yet dropped included.
    var plannedCount: Int { state.pointee.entries.count }

    // MARK: Executor

    /// Takes a job from the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        guard isOnLoop else {
            inbox.leave(stray: unowned)
            return
        }
        state.pointee.ready.append(unowned, task: state.pointee.waking)
    }

    /// The loop as a reference without counting.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Called by the runtime when it cannot tell by itself whether the loop is current.
    public func checkIsolated() {
        preconditionOnLoop()
    }

    /// Whether the calling thread owns the loop. Safe from any thread.
    public var isOnLoop: Bool { owner.load(ordering: .relaxed) == Self.thisThread }

    /// Traps when called from a thread that does not own the loop.
    public func preconditionOnLoop() {
        precondition(isOnLoop, "not on the loop's thread: call from outside with CityLoop.ask")
    }

    /// Makes the calling thread the owner.
    func own() {
        owner.store(Self.thisThread, ordering: .relaxed)
    }

    private static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            cmachine_thread()
        #endif
    }
}
