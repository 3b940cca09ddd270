// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The most memory that this process has held so far.
enum PeakMemory {
    /// In bytes.
    ///
    /// Linux hands the high-water mark of `getrusage` down to a new program: one started by a large process would count
    /// that one's memory. The mark of the address space, in /proc/self/status, begins anew with each program.
    static var bytes: Int64 {
        if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
                Int64($0)
            })
        {
            return kibibytes * 1024
        }
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(RUSAGE_SELF.rawValue, &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        #if canImport(Darwin)
            return Int64(usage.ru_maxrss)
        #else
            return Int64(usage.ru_maxrss) * 1024
        #endif
    }
}
