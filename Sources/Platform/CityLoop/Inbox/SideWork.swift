// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Work that another thread does for the loop, begun by a `WorkPool`.
public protocol SideWork: AnyObject, Sendable {
    /// Whether the work is finished. If not, the call is made on the loop, once, as soon as it is. Called on the loop.
    ///
    /// In virtual time this waits for the work instead, so that the outcome is there at the planned instant, on however many
    /// threads.
    func isFinished(orCall call: @escaping @Sendable () -> Void) -> Bool
}

/// Threads beside the loop for work that would hold it up, such as hashing a password. What they do may depend on nothing
/// but what they are given.
public final class WorkPool: Sendable {
    /// Whether the loop waits for work that is not finished when it is needed: in virtual time, and only then.
    let waits: Bool
    private let queue = OperationQueue()

    /// The threads of this machine, for simulations.
    public static let virtual = WorkPool(threads: ProcessInfo.processInfo.activeProcessorCount, waits: true)

    /// Opens a pool of 1 or more threads. `waits` in virtual time; never for a live service.
    public init(threads: Int, waits: Bool) {
        precondition(threads >= 1, "a pool needs a thread")
        self.waits = waits
        queue.maxConcurrentOperationCount = threads
    }

    /// Begins a call on one of the threads, for this loop.
    public func begin<Outcome: Sendable>(
        for loop: CityLoop, _ call: @escaping @Sendable () -> Outcome
    ) -> SideTask<Outcome> {
        let task = SideTask<Outcome>(loop, waits: waits)
        queue.addOperation { task.finish(call()) }
        return task
    }

    /// Begins a call on one of the threads, of which nobody is notified.
    func begin(_ call: @escaping @Sendable () -> Void) { queue.addOperation(call) }

    /// Waits until all that was begun is finished, and what that has begun.
    public func waitForAll() { queue.waitUntilAllOperationsAreFinished() }
}

/// One piece of work on a `WorkPool`.
///
/// `@unchecked Sendable`: what changes is read and written under the condition's lock.
public final class SideTask<Outcome: Sendable>: SideWork, @unchecked Sendable {
    private let loop: CityLoop
    private let waits: Bool
    private let condition = NSCondition()
    private var result: Outcome?
    private var call: (@Sendable () -> Void)?

    init(_ loop: CityLoop, waits: Bool) {
        self.loop = loop
        self.waits = waits
    }

    /// What came of the work; nil as long as it is not finished.
    public var outcome: Outcome? { condition.withLock { result } }

    /// Whether the work is finished; waits for it in virtual time.
    public func isFinished(orCall call: @escaping @Sendable () -> Void) -> Bool {
        condition.withLock {
            while waits, result == nil { condition.wait() }
            if result == nil { self.call = call }
            return result != nil
        }
    }

    func finish(_ outcome: Outcome) {
        let call = condition.withLock {
            result = outcome
            condition.broadcast()
            return self.call.take()
        }
        if let call { loop.bring(call) }
    }
}
