// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The answer to a message that a service has taken, held back until what the message asked for is durable (AVAIL-07).
///
/// The service makes it and gives it once; the gateway waits for it. Used on the loop.
public final class HeldAnswer: Sendable {
    private struct State: Sendable {
        var isGiven = false
        var answer: ServerAnswer?
        var call: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// An answer that is not given yet.
    public init() {}

    /// The answer; nil for that which the service gave when it took the message.
    public var answer: ServerAnswer? { state.withLock { $0.answer } }

    /// Gives the answer, after all notices to the client; `answer` is nil for that which was given when the message was taken.
    public func give(_ answer: ServerAnswer? = nil) {
        let call = state.withLock { state in
            state.isGiven = true
            state.answer = answer
            return state.call.take()
        }
        call?()
    }

    /// Whether it is given. If not, the call is made as soon as it is, once.
    public func isGiven(orCall call: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isGiven { state.call = call }
            return state.isGiven
        }
    }
}
