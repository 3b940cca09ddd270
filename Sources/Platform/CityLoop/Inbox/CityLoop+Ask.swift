// SPDX-License-Identifier: GPL-3.0-or-later

extension CityLoop {
    /// Lets code of any thread call into the city: the input runs on the loop between two turns, as an arrival at the
    /// time the loop then shows.
    ///
    /// Cancelling the calling task does not take the call back.
    ///
    /// - Throws: `LoopError.ended` when the run is over; `LoopEnded` when it ends while the call sleeps; else what the
    ///   input throws.
    public func ask<Answer: Sendable>(
        _ input: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Answer, any Error>) in
            let accepted = inbox.leave { [unowned self] in
                guard !state.pointee.isOver else {
                    continuation.resume(throwing: LoopError.ended)
                    return
                }
                state.pointee.turn += 1
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
