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
                    if let handle = loop.state.pointee.tasks.sleep(of: number) { loop.cancel(handle) }
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
    /// - Throws: `LoopEnded` when the run ends first, `CancellationError` when the task is cancelled.
    public func sleep(until time: CityTime, as eventClass: EventClass = .stateChange) async throws {
        preconditionOnLoop()
        guard !state.pointee.isOver else { throw sleepAfterTheEnd() }
        let (task, isCancelled) = withUnsafeCurrentTask { current in
            current.map { (startedTask($0), $0.isCancelled) } ?? (-1, false)
        }
        guard task >= 0 else {
            try await sleepOfUnknown(until: time, as: eventClass)
            return
        }
        if isCancelled { throw CancellationError() }
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            let handle = state.pointee.wakers.add(.sleeper(continuation, task: task))
            state.pointee.tasks.setSleep(handle, of: task)
            state.pointee.insert(handle, at: time.nanoseconds, eventClass.rawValue)
        }
    }

    /// Suspends the calling task for a span of virtual time.
    ///
    /// - Throws: `LoopEnded` when the run ends first, `CancellationError` when the task is cancelled.
    public func sleep(for span: TimeSpan, as eventClass: EventClass = .stateChange) async throws {
        let (time, isTooLate) = state.pointee.now.addingReportingOverflow(span.nanoseconds)
        try await sleep(until: isTooLate ? (span > .zero ? .never : now) : CityTime(nanoseconds: time), as: eventClass)
    }

    /// The number of the calling task when the loop started it; below 0 for a child of such a task.
    @inline(__always)
    private func startedTask(_ current: UnsafeCurrentTask) -> Int32 {
        let me = identity(of: current)
        let running = state.pointee.running
        return running >= 0 && state.pointee.runningJob == me ? running : state.pointee.tasks.index(of: me)
    }

    /// The sleep of a task that the loop did not start itself, such as a child in a task group: it has no handler yet.
    private func sleepOfUnknown(until time: CityTime, as eventClass: EventClass) async throws {
        let handle = state.pointee.wakers.add(.reserved)
        state.pointee.insert(handle, at: time.nanoseconds, eventClass.rawValue)
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                guard state.pointee.wakers.holds(handle) else {
                    // Cancelled before it slept.
                    continuation.resume(throwing: CancellationError())
                    return
                }
                state.pointee.wakers.replace(handle, by: .sleeper(continuation, task: -1))
            }
        } onCancel: {
            onLoop { $0.cancel(handle) }
        }
    }

    /// Does something on the loop: at once when called there, else in a turn of its own.
    private func onLoop(_ body: @escaping @Sendable (CityLoop) -> Void) {
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
