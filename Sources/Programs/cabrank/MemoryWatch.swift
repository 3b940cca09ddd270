// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import Foundation
import Synchronization

/// Stops a command that takes more memory than it may, before the system ends it with a signal.
///
/// A thread of its own looks ten times a second. First it asks the runs to stop, as Ctrl-C does, so that they clear away what
/// they began; a process that goes on growing is ended.
enum MemoryWatch {
    private static let exceeded = Atomic<Bool>(false)
    private static let isWatching = Atomic<Bool>(false)

    /// Whether the limit was passed: the runs stop.
    static var isExceeded: Bool { exceeded.load(ordering: .relaxed) }

    /// Begins to watch; once is enough.
    static func begin(_ limits: LoadLimits) {
        let most = limits.memory
        guard most.isFinite, !isWatching.exchange(true, ordering: .relaxed) else { return }
        let message = Self.message(limits)
        let thread = Thread {
            var grace = 0
            while true {
                usleep(100_000)
                guard let resident = ProcessMemory.now?.resident else { return }
                if Double(resident) > most { exceeded.store(true, ordering: .relaxed) }
                guard isExceeded else { continue }
                grace += 1
                // 10 s to stop, if the memory lasts so long.
                if grace > 100 || Double(resident) > most * 1.25 {
                    complain(message)
                    _exit(ExitStatus.badInput.rawValue)
                }
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
        stopMessage.withLock { $0 = message }
    }

    private static let stopMessage = Mutex("")

    /// What is said at the end.
    static var message: String { stopMessage.withLock { $0 } }

    private static func message(_ limits: LoadLimits) -> String {
        "error: stopped: the run takes more memory than it may, \(LoadText.bytes(limits.memory)); "
            + (limits.statedMemory == nil
                ? "make the scenario smaller" : "allow more with --memory-limit, or make the scenario smaller")
    }
}
