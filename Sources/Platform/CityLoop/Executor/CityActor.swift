// SPDX-License-Identifier: GPL-3.0-or-later

/// An actor of a city: its executor is the city's loop, so all actors of a city run on one thread in one order.
public protocol CityActor: Actor {
    /// The loop that runs the actor.
    nonisolated var loop: CityLoop { get }
}

extension CityActor {
    /// The loop, as the runtime asks for it.
    nonisolated public var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Enters the actor from code that already runs on its loop, without a task and without suspending: how actors of
    /// one city call each other, and how timers reach them.
    ///
    /// The same as the standard `assumeIsolated`, but with the loop's own check (one comparison of thread numbers);
    /// traps when called elsewhere.
    @inlinable
    nonisolated public func onLoop<Result>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
        loop.preconditionOnLoop()
        // Reason for the cast: isolation is a fact of the thread here, which was just checked, and has no effect on the
        // calling convention. The standard library does the same in `assumeIsolated`.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: ((Self) throws -> Result).self)(self)
        }
    }
}

/// How an actor takes a body of code for itself, without a cast and at the price of a plain call.
///
/// Conform with `@preconcurrency`: it lets a method of the actor stand for one that may be called from anywhere. In debug
/// builds the runtime then checks each call, which ends in the loop's own check; release builds have the loop's check in
/// `onLoop` only. `onLoop` through a cast, as for other city actors, costs several allocations and indirect calls.
public protocol DirectEntry: AnyObject {
    /// The actor itself.
    associatedtype Entered: Actor
    /// Runs the body; call `onLoop` instead, which checks the thread.
    func perform<Result>(_ body: (isolated Entered) throws -> Result) rethrows -> Result
}

extension DirectEntry {
    @inlinable
    func admit<Result>(_ body: (isolated Entered) throws -> Result) rethrows -> Result { try perform(body) }
}

extension CityActor where Self: DirectEntry, Entered == Self {
    /// Runs the body on the actor; call `onLoop` instead, which checks the thread.
    @inlinable
    public func perform<Result>(_ body: (isolated Self) throws -> Result) rethrows -> Result { try body(self) }

    /// Enters the actor from code that already runs on its loop; traps when called elsewhere.
    @inlinable
    nonisolated public func onLoop<Result>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
        loop.preconditionOnLoop()
        return try admit(body)
    }
}

/// An actor that is woken by timers: the cheap form of waiting, for very many agents and for deadlines that are nearly
/// always cancelled. A life told as a story uses `CityLoop.sleep` in a task instead.
public protocol TimedActor: CityActor {
    /// A timer of this actor fired. Runs on the loop; the time is `loop.now`.
    func timerFired(_ tag: TimerTag)

    /// This timer will most likely fire in the next turn: begins to fetch what that will need beside the actor itself.
    ///
    /// Called only while very many timers are planned, perhaps in vain or twice, and must change nothing in the city.
    func prefetch(_ tag: TimerTag)

    /// The loop's way in; never implement it. A requirement only so that each actor type has its own compiled copy.
    static func fireFromLoop(at address: UnsafeRawPointer, _ tag: TimerTag)

    /// The loop's way to `prefetch`; likewise.
    static func prefetchFromLoop(at address: UnsafeRawPointer, _ tag: TimerTag)
}

extension TimedActor {
    /// Enters the actor at this address, which the loop holds, and tells it which timer fired.
    @inlinable
    public static func fireFromLoop(at address: UnsafeRawPointer, _ tag: TimerTag) {
        // As in `onLoop`, but with a function that captures nothing: a closure would be put on the heap for each timer,
        // which was a third of the cost of a turn. The caller is the loop, so there is nothing to check.
        let fire: (isolated Self, TimerTag) -> Void = { $0.timerFired($1) }
        let call = unsafeBitCast(fire, to: ((Self, TimerTag) -> Void).self)
        Unmanaged<Self>.fromOpaque(address)._withUnsafeGuaranteedRef { call($0, tag) }
    }

    /// Likewise, a turn before.
    @inlinable
    public static func prefetchFromLoop(at address: UnsafeRawPointer, _ tag: TimerTag) {
        let fetch: (isolated Self, TimerTag) -> Void = { $0.prefetch($1) }
        let call = unsafeBitCast(fetch, to: ((Self, TimerTag) -> Void).self)
        Unmanaged<Self>.fromOpaque(address)._withUnsafeGuaranteedRef { call($0, tag) }
    }

    /// Fetches nothing.
    @inlinable
    public func prefetch(_ tag: TimerTag) {}
}
