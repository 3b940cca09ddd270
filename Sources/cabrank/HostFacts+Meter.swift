// SPDX-License-Identifier: GPL-3.0-or-later

import CityExperiments
import Foundation

extension HostFacts {
    /// Measures what a replication costs: wall time, processor time of its thread, and the largest memory of the program.
    static let meter: Replications.Meter = {
        let began = ContinuousClock.now
        let worked = threadSeconds()
        return {
            let wall = began.duration(to: .now).components
            var usage = rusage()
            getrusage(thisProcess, &usage)
            return ReplicationCost(
                wallSeconds: Double(wall.seconds) + Double(wall.attoseconds) / 1e18,
                cpuSeconds: threadSeconds() - worked, peakMemoryBytes: Int64(usage.ru_maxrss) * 1024)
        }
    }

    /// Processor seconds of the calling thread so far.
    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
