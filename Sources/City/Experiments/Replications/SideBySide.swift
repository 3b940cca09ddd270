// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation
import Synchronization

/// Pieces of work on threads of their own, of which each gives a value.
///
/// Which thread does which piece changes nothing: the values come in the order of the pieces.
package enum SideBySide {
    private struct State<Value: Sendable>: Sendable {
        var next = 0
        var values: [Value?]
        var failure: (any Error)?
    }

    /// Does all pieces; waits on the calling thread. After a failure no more are begun.
    ///
    /// - Parameters:
    ///   - count: how many pieces.
    ///   - threads: how many at once, 1 or more.
    ///   - body: does the piece of a number, from 0.
    /// - Throws: what the first piece that failed threw.
    package static func map<Value: Sendable>(
        _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let box = Box(State<Value>(values: [Value?](repeating: nil, count: count)))
        let running = DispatchGroup()
        for _ in 0..<max(1, min(threads, count)) {
            running.enter()
            let thread = Thread {
                while let index = box.claim(count) {
                    do {
                        let value = try body(index)
                        box.state.withLock { $0.values[index] = value }
                    } catch {
                        box.state.withLock { $0.failure = $0.failure ?? error }
                    }
                }
                running.leave()
            }
            // As much as a main thread has: the depth of a run's calls is not bounded by half a megabyte.
            thread.stackSize = 8 << 20
            thread.start()
        }
        running.wait()
        let state = box.state.withLock { $0 }
        if let failure = state.failure { throw failure }
        return state.values.compactMap(\.self)
    }

    private final class Box<Value: Sendable>: Sendable {
        let state: Mutex<State<Value>>

        init(_ state: State<Value>) { self.state = Mutex(state) }

        /// The next piece; nil when all are taken, or one failed.
        func claim(_ count: Int) -> Int? {
            state.withLock { state in
                guard state.failure == nil, state.next < count else { return nil }
                state.next += 1
                return state.next - 1
            }
        }
    }
}
