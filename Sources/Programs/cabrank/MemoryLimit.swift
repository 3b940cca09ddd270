// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Foundation

/// The limit on this process's address space (`ulimit -v`), if there is one.
///
/// Where it leaves no room for the stack of one more thread, the libraries wait for ever for that thread; so the room is
/// looked at before a command begins, before a run, and while it goes on.
enum MemoryLimit {
    /// What the smallest run wants beside the program itself, in bytes.
    private static let forSmallest: UInt64 = 96 << 20
    /// What must be left at any time: threads of the libraries with their stacks, and writing the results.
    private static let forThreads: UInt64 = 40 << 20
    /// What the C library sets aside for the memory of each thread, in bytes.
    private static let forEachThread: UInt64 = 128 << 20

    /// Looks at the limit before a command begins.
    ///
    /// - Throws: `OutputProblem` when the limit leaves no room to run.
    static func prepare() throws(OutputProblem) {
        guard let limit, let used = addressSpace else { return }
        if used + forSmallest > limit {
            throw OutputProblem(
                "the limit on memory (`ulimit -v`) is \(limit >> 20) MiB; at least \((used + forSmallest) >> 20 + 1) MiB are "
                    + "needed, and more for a large city")
        }
        let cores = UInt64(ProcessInfo.processInfo.activeProcessorCount)
        if limit < 1 << 30 + (cores + 2) * forEachThread { shareMemory() }
    }

    /// Why a run cannot go on, if it cannot.
    static var shortage: OutputProblem? {
        guard let limit, let used = addressSpace, used + forThreads > limit else { return nil }
        return OutputProblem(
            "the limit on memory (`ulimit -v`) is \(limit >> 20) MiB, and \(used >> 20) MiB are in use: it is too low for this "
                + "scenario; nothing is kept of the run")
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

    private static let limit: UInt64? = {
        var found = rlimit()
        #if canImport(Glibc)
            let which = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let which = RLIMIT_AS
        #endif
        guard getrlimit(which, &found) == 0, found.rlim_cur != rlim_t.max else { return nil }
        return UInt64(found.rlim_cur)
    }()

    /// Bytes of the address space in use; nil where the system does not tell.
    private static var addressSpace: UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").first.flatMap({ UInt64($0) })
        else { return nil }
        return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
