// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// Writes what a service keeps, beside the loop: the service hands its changes over in its turn and goes on; it holds its answer
/// back until it is notified that they are durable (AVAIL-07, PERF-16).
///
/// The calls of one writer are carried out in their order, one after the other, and the service is notified in the same order;
/// several writers work side by side. What waits while the disk is busy is written together, in one transaction for each store.
/// Stores that share a file share a writer.
///
/// Without a pool everything is written in the turn. With one of virtual time the service is notified at the instant at which
/// it wrote, in a later turn, on however many threads.
///
/// `@unchecked Sendable`: every access to `line` holds the lock. That is no `Mutex`, because the thread sanitizer does not see how
/// one that was waited for is handed over, and calls it a race.
public final class RecordWriter: @unchecked Sendable {
    private struct Call: Sendable {
        let writes: [RecordWrite]
        let task: SideTask<WriteOutcome>
    }

    private struct Line: Sendable {
        var waiting: [Call] = []
        var isBusy = false
    }

    private let loop: CityLoop
    private let pool: WorkPool?
    private let lock = NSLock()
    private var line = Line()

    /// Opens a writer for services of this loop. `pool` should not be the one for hashing, whose work takes long; nil to write in the
    /// turn.
    public init(_ loop: CityLoop, pool: WorkPool? = nil) {
        self.loop = loop
        self.pool = pool
    }

    /// Whether everything is written in the turn in which it is handed over.
    public var isInTurn: Bool { pool == nil }

    /// Writes these, in order, and then makes the call on the loop: in this turn without a pool, else in a turn of its own. An
    /// empty list keeps its turn in the order. Called on the loop.
    ///
    /// After the end of the run the call is not made; what was handed over is written all the same.
    public func write(_ writes: [RecordWrite], then call: @escaping @Sendable (WriteOutcome) -> Void) {
        loop.preconditionOnLoop()
        guard let pool else { return call(WriteOutcome(of: writes)) }
        let task = SideTask<WriteOutcome>(loop, waits: pool.waits)
        let notify: @Sendable () -> Void = { if let outcome = task.outcome { call(outcome) } }
        // Asked for before the work begins, so that the calls come in the order of the writes.
        if !pool.waits { _ = task.isFinished(orCall: notify) }
        let isIdle = lock.withLock {
            line.waiting.append(Call(writes: writes, task: task))
            defer { line.isBusy = true }
            return !line.isBusy
        }
        if isIdle { pool.begin { [self] in writeWaiting() } }
        if pool.waits {
            loop.schedule(at: loop.now) { if task.isFinished(orCall: {}) { notify() } }
        }
    }

    /// Writes all that waits. What came meanwhile is the next piece of work, so that no writer keeps a thread to itself.
    private func writeWaiting() {
        let calls = lock.withLock {
            defer { line.waiting = [] }
            return line.waiting
        }
        if RecordWrite.perform(together: calls.map(\.writes)) {
            for call in calls { call.task.finish(WriteOutcome()) }
        } else {
            // One by one, to find out whose change failed: to make a change twice is to make it once.
            for call in calls { call.task.finish(WriteOutcome(of: call.writes)) }
        }
        let isDone = lock.withLock {
            line.isBusy = !line.waiting.isEmpty
            return !line.isBusy
        }
        if !isDone { pool?.begin { [self] in writeWaiting() } }
    }
}
