// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

extension CityLoop {
    /// Lets code of any thread call into the city: the input runs on the loop between two turns, as an arrival at the
    /// time the loop then shows.
    ///
    /// A calling task that is cancelled takes its call back: an input that has not begun never does, and one that has begun is
    /// cancelled where it waits. What it had sent before is sent; it returns or throws as its own code says.
    ///
    /// What the input returns or throws leaves through the `outbox`, when all that it may be built on is durable.
    ///
    /// - Throws: `NotKept` when something of that could not be made durable; `LoopError.ended` when the run is over; `LoopEnded` when it ends while the call sleeps; `CancellationError` when
    ///   the call was taken back before it began; else what the input throws.
    public func ask<Answer: Sendable>(
        _ input: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let call = OutsideCall()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Answer, any Error>) in
                let accepted = inbox.leave { [unowned self] in
                    guard !state.pointee.isOver else { return continuation.resume(throwing: LoopError.ended) }
                    guard !call.isTakenBack else { return continuation.resume(throwing: CancellationError()) }
                    state.pointee.turn += 1
                    let task = start("outside call") {
                        do {
                            let answer = try await input()
                            self.outbox.send { problem in
                                if let problem {
                                    continuation.resume(throwing: problem)
                                } else {
                                    continuation.resume(returning: answer)
                                }
                            }
                        } catch {
                            self.outbox.send { continuation.resume(throwing: $0 ?? error) }
                        }
                    }
                    call.begin(task)
                }
                if !accepted { continuation.resume(throwing: LoopError.ended) }
            }
        } onCancel: {
            // On the loop, between two turns: what the input waits for is told there.
            onLoop { _ in call.takeBack() }
        }
    }

    /// Makes a call on the loop from any thread, as a turn of its own; nothing after the end of the run.
    func bring(_ call: @escaping @Sendable () -> Void) {
        _ = inbox.leave { [unowned self] in
            guard !state.pointee.isOver else { return }
            state.pointee.turn += 1
            start("finished work") { call() }
        }
    }

    /// Ends the run after the current turn, or the next run before its first. Safe from any thread.
    public func stop() {
        _ = inbox.leave { [unowned self] in state.pointee.isStopWanted = true }
    }
}

/// A call from outside that may be taken back. Used on the loop, but for what its lock guards.
private final class OutsideCall: Sendable {
    private struct State {
        var task: StartedTask?
        var isTakenBack = false
    }

    private let state = Mutex(State())

    var isTakenBack: Bool { state.withLock { $0.isTakenBack } }

    func begin(_ task: StartedTask) { state.withLock { $0.task = task } }

    func takeBack() {
        let task = state.withLock { state in
            state.isTakenBack = true
            return state.task
        }
        task?.cancel()
    }
}
