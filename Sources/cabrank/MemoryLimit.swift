// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Foundation

/// The limit on this process's address space (`ulimit -v`), if there is one.
enum MemoryLimit {
    /// What the smallest run wants beside the program itself, in bytes: its values, and threads of the libraries with their
    /// stacks. With less the libraries wait for ever for a thread that cannot be made.
    private static let least: UInt64 = 96 << 20

    /// - Throws: `OutputProblem` when the limit leaves no room to run.
    static func check() throws(OutputProblem) {
        var limit = rlimit()
        #if canImport(Glibc)
            let which = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let which = RLIMIT_AS
        #endif
        guard getrlimit(which, &limit) == 0, limit.rlim_cur != rlim_t.max, let used = addressSpace else { return }
        let needed = used + least
        guard UInt64(limit.rlim_cur) < needed else { return }
        throw OutputProblem(
            "the limit on memory (`ulimit -v`) is \(limit.rlim_cur >> 20) MiB; at least \((needed + 1 << 20 - 1) >> 20) MiB are "
                + "needed, and more for a large city")
    }

    /// Bytes of the address space in use; nil where the system does not tell.
    private static var addressSpace: UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").first.flatMap({ UInt64($0) })
        else { return nil }
        return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
