// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Where other threads leave work for the loop.
///
/// `@unchecked Sendable`: every access to `calls` and `strays` holds the condition's lock.
final class Inbox: @unchecked Sendable {
    /// True when something was left; read by the loop at every turn, without a lock.
    let needsAttention = Atomic<Bool>(false)
    private let condition = SteadyCondition()
    private var calls: [@Sendable () -> Void] = []
    private var strays: [UnownedJob] = []
    private var strayTotal = 0
    private var closed = false

    /// Leaves a call; false when the loop has ended.
    func leave(_ call: @escaping @Sendable () -> Void) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !closed else { return false }
        calls.append(call)
        signal()
        return true
    }

    /// Leaves a job that came to the loop from a wrong thread.
    func leave(stray job: UnownedJob) {
        condition.lock()
        defer { condition.unlock() }
        strays.append(job)
        strayTotal += 1
        signal()
    }

    /// How many jobs have come from a wrong thread so far.
    var strayCount: Int {
        condition.lock()
        defer { condition.unlock() }
        return strayTotal
    }

    private func signal() {
        needsAttention.store(true, ordering: .releasing)
        condition.signal()
    }

    /// Takes all that was left.
    func takeAll() -> (calls: [@Sendable () -> Void], strays: [UnownedJob]) {
        condition.lock()
        defer { condition.unlock() }
        needsAttention.store(false, ordering: .relaxed)
        defer {
            calls = []
            strays = []
        }
        return (calls, strays)
    }

    /// Lets no more calls in.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        closed = true
    }

    /// Nobody can wait until a time that is some centuries away; who waits looks again anyway.
    private static let longestWait = 3600.0

    /// Waits until something is left, at most this many real seconds, and no more than an hour.
    func wait(seconds: Double) {
        condition.lock()
        defer { condition.unlock() }
        guard !needsAttention.load(ordering: .acquiring) else { return }
        condition.wait(seconds: max(0, min(seconds, Self.longestWait)))
    }
}
