// SPDX-License-Identifier: GPL-3.0-or-later

import Experiments

extension ReplicationCost {
    /// Measures what the calling thread spends.
    static let meter: Replications.Meter = {
        let wall = ContinuousClock.now
        let processor = HostUsage.threadSeconds
        return {
            ReplicationCost(
                wallSeconds: wall.duration(to: .now).inSeconds, cpuSeconds: HostUsage.threadSeconds - processor,
                peakMemoryBytes: HostUsage.peakBytes)
        }
    }
}
