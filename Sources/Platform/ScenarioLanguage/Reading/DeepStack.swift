// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// Runs work on a thread with a stack large enough for the deepest text that the YAML parser accepts (1000 levels).
///
/// The parser calls itself once a level. A task's thread has 512 KiB of stack, and 480 nested mappings were measured to
/// overrun it; a crash on a bad file is not acceptable.
func onDeepStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let answer = Answer<Result>()
    let thread = Thread { answer.give(work()) }
    thread.stackSize = 64 << 20
    thread.start()
    return answer.wait()
}

private final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Value {
        isThere.wait()
        guard let value = value.withLock({ $0 }) else { preconditionFailure("a signal without a value") }
        return value
    }
}
