// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Where tasks of the loop wait until something happens. It says that something did, not what: whoever waited looks for himself.
///
/// A task that is cancelled while it waits goes on at once, and nothing of it stays behind. Used on the loop.
public final class Bell {
    private var waiting: [BellWait] = []

    /// Nobody waits.
    public init() {}

    /// How many tasks wait.
    public var count: Int { waiting.count }

    /// Waits until the bell rings; false when the calling task was cancelled first. `loop` is the one that runs the task.
    public func wait(on loop: CityLoop) async -> Bool {
        let wait = BellWait()
        waiting.append(wait)
        let hasRung = await wait.end(on: loop)
        waiting.removeAll { $0 === wait }
        return hasRung
    }

    /// Lets all go on who wait, in the order in which they came. Their code runs in this turn, after the caller's.
    public func ring() {
        for wait in waiting { wait.finish(hasRung: true) }
        waiting = []
    }

    /// Lets the one go on who has waited longest; false when nobody waits.
    public func ringOnce() -> Bool {
        while !waiting.isEmpty {
            if waiting.removeFirst().finish(hasRung: true) { return true }
        }
        return false
    }
}

/// One task that waits.
private final class BellWait: Sendable {
    private enum State: Sendable {
        case new
        case waiting(CheckedContinuation<Bool, Never>)
        case finished(hasRung: Bool)
    }

    private let state = Mutex(State.new)

    func end(on loop: CityLoop) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state in
                    guard case .finished(let hasRung) = state else {
                        state = .waiting(continuation)
                        return Bool?.none
                    }
                    return hasRung
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            // Where the task goes on: a job from another thread would be a stray.
            loop.onLoop { _ in self.finish(hasRung: false) }
        }
    }

    /// Lets the task go on; false when it has gone on before.
    @discardableResult
    func finish(hasRung: Bool) -> Bool {
        let (waiter, isFirst) = state.withLock { state in
            switch state {
            case .new:
                state = .finished(hasRung: hasRung)
                return (CheckedContinuation<Bool, Never>?.none, true)
            case .waiting(let continuation):
                state = .finished(hasRung: hasRung)
                return (continuation, true)
            case .finished: return (nil, false)
            }
        }
        waiter?.resume(returning: hasRung)
        return isFirst
    }
}
