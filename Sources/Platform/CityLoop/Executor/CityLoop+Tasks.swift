// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension CityLoop {
    /// Starts a task on the loop: the only way to start one in a city.
    ///
    /// The end of a run checks that every started task has finished, or was declared `endless`, else the run is stalled.
    @discardableResult
    public func start(
        _ name: TaskName, endless: Bool = false, _ life: @escaping @Sendable () async throws -> Void
    ) -> StartedTask {
        preconditionOnLoop()
        let number = state.pointee.tasks.add(name, endless: endless)
        state.pointee.waking = number.index
        let task = Task<Void, Never>(executorPreference: self) { [unowned self] in
            // One handler for the whole life, instead of one for each sleep, which would double the cost of a sleep.
            await withTaskCancellationHandler {
                // A life ends by returning, by its own error or by the end of the run; all are an end.
                try? await life()
            } onCancel: {
                onLoop { loop in
                    if let handle = loop.state.pointee.tasks.cancel(number) { loop.cancel(handle) }
                }
            }
            state.pointee.tasks.remove(number)
        }
        state.pointee.waking = -1
        if let ready = state.pointee.ready.last { state.pointee.tasks.setJob(ready.job, of: number) }
        return StartedTask(task: task)
    }

    /// Suspends the calling task until a virtual time; `never` does not come.
    ///
    /// Inlined into the caller: each `await` between two functions costs a look at the task's executor under a lock when
    /// the task wakes.
    ///
    /// - Throws: `LoopEnded` when the run ends first, `CancellationError` when the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(until time: CityTime, as eventClass: EventClass = .stateChange) async throws {
        let task = try sleepingTask()
        if task >= 0 {
            try await withUnsafeThrowingContinuation { suspend($0, of: task, until: time, as: eventClass) }
        } else {
            try await sleepOfUnknown(until: time, as: eventClass)
        }
    }

    /// Suspends the calling task for a span of virtual time.
    ///
    /// - Throws: `LoopEnded` when the run ends first, `CancellationError` when the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(for span: TimeSpan, as eventClass: EventClass = .stateChange) async throws {
        try await sleep(until: later(by: span), as: eventClass)
    }

    /// The time a span from now; `never` when it is beyond all time.
    @usableFromInline
    func later(by span: TimeSpan) -> CityTime {
        let (time, isTooFar) = state.pointee.now.addingReportingOverflow(span.nanoseconds)
        return isTooFar ? (span > .zero ? .never : now) : CityTime(nanoseconds: time)
    }

    /// The number of the calling task, which is about to sleep; below 0 for a child of a task of the loop.
    @usableFromInline
    func sleepingTask() throws -> Int32 {
        preconditionOnLoop()
        guard !state.pointee.isOver else { throw sleepAfterTheEnd() }
        var task = state.pointee.running
        if task < 0 {
            task = withUnsafeCurrentTask { current in
                current.map { state.pointee.tasks.index(of: identity(of: $0)) } ?? -1
            }
        }
        // The registry's own mark, and not the runtime's: reading that would cost a tenth of a sleep, and a cancelling from
        // another thread takes effect between two turns only.
        if task >= 0, state.pointee.tasks.isCancelled(task) { throw CancellationError() }
        return task
    }

    /// Plans the waking of a task that has suspended.
    @usableFromInline
    func suspend(
        _ continuation: UnsafeContinuation<Void, any Error>, of task: Int32, until time: CityTime,
        as eventClass: EventClass
    ) {
        let handle = state.pointee.plan(
            .sleeper(continuation, task: task), at: time.nanoseconds, eventClass.rawValue)
        state.pointee.tasks.setSleep(handle, of: task)
    }

    /// The sleep of a task that the loop did not start itself, such as a child in a task group: it has no handler yet.
    @usableFromInline
    func sleepOfUnknown(until time: CityTime, as eventClass: EventClass) async throws {
        let handle = state.pointee.plan(.reserved, at: time.nanoseconds, eventClass.rawValue)
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                guard state.pointee.wakeUps.holds(handle) else {
                    // Cancelled before it slept.
                    continuation.resume(throwing: CancellationError())
                    return
                }
                state.pointee.wakeUps.replace(handle, by: .sleeper(continuation, task: -1))
            }
        } onCancel: {
            onLoop { $0.cancel(handle) }
        }
    }

    /// Does something on the loop: at once when called there, else in a turn of its own. Safe from any thread.
    func onLoop(_ body: @escaping @Sendable (CityLoop) -> Void) {
        if isOnLoop {
            body(self)
        } else {
            _ = inbox.leave { [unowned self] in
                state.pointee.turn += 1
                body(self)
            }
        }
    }

    /// A task that catches `LoopEnded` and sleeps on would hang the teardown without a word: it never suspends.
    private func sleepAfterTheEnd() -> LoopEnded {
        state.pointee.steps += 1
        precondition(
            state.pointee.steps <= state.pointee.longestInstant,
            "\(state.pointee.tasks.name(of: state.pointee.running)) keeps sleeping after the end: let LoopEnded through"
        )
        return LoopEnded()
    }
}
