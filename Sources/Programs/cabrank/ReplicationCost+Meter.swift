// SPDX-License-Identifier: GPL-3.0-or-later

import Experiments
import Foundation

extension ReplicationCost {
    /// Measures what the calling thread spends.
    static let meter: Replications.Meter = {
        let wall = ContinuousClock.now
        let processor = threadSeconds
        return {
            let gone = wall.duration(to: .now)
            return ReplicationCost(
                wallSeconds: Double(gone.components.seconds) + Double(gone.components.attoseconds) / 1e18,
                cpuSeconds: threadSeconds - processor, peakMemoryBytes: PeakMemory.bytes)
        }
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
