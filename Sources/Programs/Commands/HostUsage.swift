// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What this process has used of the machine so far.
enum HostUsage {
    /// Processor time of all its threads, in seconds.
    static var cpuSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Processor time of the calling thread, in seconds.
    static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// The most memory that it has held, in bytes.
    ///
    /// Linux hands the high-water mark of `getrusage` down to a new program: one started by a large process would count
    /// that one's memory. The mark of the address space, in /proc/self/status, begins anew with each program.
    static var peakBytes: Int64 {
        if let bytes = bytes("VmHWM:", of: "/proc/self/status") { return Int64(bytes) }
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

    /// A field in kB of one of the system's files, in bytes; nil where the system does not say.
    static func bytes(_ field: String, of path: String) -> Double? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) })
        else { return nil }
        let words = line.split { $0 == " " || $0 == "\t" }
        return words.dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

extension Duration {
    /// Seconds with their fraction.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
