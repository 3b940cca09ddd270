// SPDX-License-Identifier: GPL-3.0-or-later

import CityExperiments
import Foundation

extension ReplicationCost {
    /// Measures what the calling thread spends.
    static let meter: Replications.Meter = {
        let wall = ContinuousClock.now
        let processor = threadSeconds
        return {
            let gone = wall.duration(to: .now)
            var usage = rusage()
            getrusage(thisProcess, &usage)
            return ReplicationCost(
                wallSeconds: Double(gone.components.seconds) + Double(gone.components.attoseconds) / 1e18,
                cpuSeconds: threadSeconds - processor, peakMemoryBytes: Int64(usage.ru_maxrss) * 1024)
        }
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    // The constant is an enum case with the GNU library and a plain number elsewhere.
    #if canImport(Glibc)
        private static let thisProcess = RUSAGE_SELF.rawValue
    #else
        private static let thisProcess = RUSAGE_SELF
    #endif
}
