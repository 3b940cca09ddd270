// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Foundation
import Reporting
import Synchronization

/// Stops a command that takes more memory than it may, before the system ends it with a signal: more than its limit, or
/// more address space than the shell's `ulimit -v` leaves it.
///
/// Where the address space has no room for the stack of one more thread, the libraries wait for ever for that thread; so
/// the room is looked at before a command begins, and fifty times a second while it runs. First the runs are asked to stop,
/// as by Ctrl-C, so that they clear away what they began; a process that goes on growing is ended.
enum MemoryGuard {
    /// What the smallest run wants beside the program itself, in bytes.
    private static let forSmallest: Int64 = 96 << 20
    /// What must be left at any time: threads of the libraries with their stacks, and writing the results.
    private static let forThreads: Int64 = 40 << 20
    /// What the C library sets aside for the memory of each thread, in bytes.
    private static let forEachThread: Int64 = 128 << 20

    private static let exceeded = Atomic<Bool>(false)
    private static let isWatching = Atomic<Bool>(false)
    private static let stopMessage = Mutex("")

    /// Whether a limit was passed: the runs stop.
    static var isExceeded: Bool { exceeded.load(ordering: .relaxed) }

    /// What is said at the end.
    static var message: String { stopMessage.withLock { $0 } }

    /// Looks at the address space before a command begins.
    ///
    /// - Throws: `OutputProblem` when the limit leaves no room to run.
    static func prepare() throws(OutputProblem) {
        guard let limit = ProcessMemory.addressLimit, let used = ProcessMemory.now?.virtual else { return }
        if used + forSmallest > limit {
            throw OutputProblem(
                "the limit on memory (`ulimit -v`) is \(limit >> 20) MiB; at least \((used + forSmallest) >> 20 + 1) MiB are "
                    + "needed, and more for a large city")
        }
        let cores = Int64(ProcessInfo.processInfo.activeProcessorCount)
        if limit < 1 << 30 + (cores + 2) * forEachThread { shareMemory() }
    }

    /// Begins to watch; once is enough.
    ///
    /// - Parameter most: the limit on what is in memory, in bytes; nil where only the address space is limited.
    static func begin(most: Double?, _ limits: LoadLimits) {
        guard most?.isFinite ?? false || ProcessMemory.addressLimit != nil, let start = ProcessMemory.now,
            !isWatching.exchange(true, ordering: .relaxed)
        else { return }
        let most = most ?? .infinity
        let thread = Thread {
            var grace = 0
            while let now = ProcessMemory.now {
                if let shortage = shortage(now, since: start, most: most, limits), !isExceeded {
                    stopMessage.withLock { $0 = "error: stopped: " + shortage }
                    exceeded.store(true, ordering: .relaxed)
                }
                if isExceeded { grace += 1 }
                // 10 s to stop, if the memory lasts so long.
                if grace > 500 || Double(now.resident) > most * 1.25 {
                    complain(message)
                    _exit(ExitStatus.badInput.rawValue)
                }
                usleep(20_000)
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    /// Why the runs cannot go on, if they cannot.
    private static func shortage(
        _ now: ProcessMemory, since start: ProcessMemory, most: Double, _ limits: LoadLimits
    ) -> String? {
        if Double(now.resident) > most {
            return "the run takes more memory than the allowed \(LoadText.bytes(limits.memory)); "
                + (limits.statedMemory == nil
                    ? "make the scenario smaller" : "allow more with --memory-limit, or make the scenario smaller")
        }
        // A list that is full is copied into one twice as long: it takes twice its room once more.
        let next = max(forThreads, 2 * (now.resident - start.resident))
        guard let limit = ProcessMemory.addressLimit, now.virtual + next > limit else { return nil }
        return
            "the limit on memory (`ulimit -v`) is \(limit >> 20) MiB, \(now.virtual >> 20) MiB are in use, and the run "
            + "may need \(next >> 20) MiB more at once; allow more, or make the scenario smaller"
    }

    /// Begins the program once more with one pool of memory for all threads: with one of each, every small piece of memory
    /// would be a try in vain to set a pool aside. The C library reads the variable when a program begins.
    private static func shareMemory() {
        let variable = "MALLOC_ARENA_MAX"
        guard getenv(variable) == nil,
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return }
        setenv(variable, "1", 1)
        execv(program, CommandLine.arguments.map { strdup($0) } + [nil])
    }
}
