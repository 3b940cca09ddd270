// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension CityLoop {
    /// Plans a call of `timerFired(tag)`. A time before now means now; `never` does not come. After the end nothing is
    /// planned.
    @discardableResult
    public func schedule(
        _ target: some TimedActor, _ tag: TimerTag, at time: CityTime, as eventClass: EventClass = .stateChange
    ) -> TimerHandle {
        preconditionOnLoop()
        guard !state.pointee.isOver else { return .none }
        guard !state.pointee.isHandedOn, state.pointee.fired == address(of: target) else {
            return state.pointee.plan(.actor(target, tag), at: time.nanoseconds, eventClass.rawValue)
        }
        // Most timers plan the next one of their actor. It gets the reference of the fired one, which `take` does not release
        // then: to count it up and down again took a twentieth of a turn.
        state.pointee.isHandedOn = true
        let held = Unmanaged.passUnretained(target).takeRetainedValue()
        return state.pointee.plan(.actor(held, tag), at: time.nanoseconds, eventClass.rawValue)
    }

    @inline(__always)
    private func address(of target: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque())
    }

    /// Plans a closure on the loop. A time before now means now; `never` does not come. After the end nothing is planned.
    @discardableResult
    public func schedule(
        at time: CityTime, as eventClass: EventClass = .stateChange, _ action: @escaping @Sendable () -> Void
    ) -> TimerHandle {
        plan(.action(action), at: time, eventClass)
    }

    /// Cancels a timer; nothing happens when it has fired or was cancelled. Its entry is dropped later, when its time comes
    /// or when half of the list is of that kind, which is cheaper than searching for it.
    @inlinable
    public func cancel(_ handle: TimerHandle) {
        if handle.generation != 0 { cancelPlanned(handle) }
    }

    @usableFromInline
    func cancelPlanned(_ handle: TimerHandle) {
        preconditionOnLoop()
        guard let wakeUp = state.pointee.wakeUps.take(handle) else { return }
        state.pointee.cancelled += 1
        if state.pointee.cancelled > 1024, state.pointee.cancelled > state.pointee.entries.count / 2 { sweep() }
        switch consume wakeUp {
        case .sleeper(let continuation, let task):
            state.pointee.waking = task
            continuation.resume(throwing: CancellationError())
            state.pointee.waking = -1
        case .actor(let target, _) where state.pointee.isHandedOn && state.pointee.fired == address(of: target):
            // The actor runs, and may be held by nothing else: the reference goes back to the fired timer.
            state.pointee.isHandedOn = false
            _ = Unmanaged.passRetained(target as AnyObject)
        case .actor, .action, .free, .reserved: break
        }
    }

    /// Drops every cancelled entry from the list, so that far deadlines which are planned and cancelled all day do not pile
    /// up.
    private func sweep() {
        let state = state
        state.pointee.entries.keep {
            state.pointee.wakeUps.holds($0.handle)
        }
        state.pointee.cancelled = 0
    }

    @inline(__always)
    private func plan(_ wakeUp: consuming WakeUp, at time: CityTime, _ eventClass: EventClass) -> TimerHandle {
        preconditionOnLoop()
        guard !state.pointee.isOver else { return .none }
        return state.pointee.plan(wakeUp, at: time.nanoseconds, eventClass.rawValue)
    }
}
