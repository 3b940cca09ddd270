// SPDX-License-Identifier: GPL-3.0-or-later

/// A number as results keep it: six decimals, so that tables and files read well.
package func tidy(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

extension Sample {
    /// Its statistics as results keep them, each multiplied by a scale (units); nil when nothing came.
    package func reported(_ scale: Double) -> SampleStatistics? { statistics(scale: scale)?.tidied }
}

extension SampleStatistics {
    /// The same, rounded as results keep numbers.
    package var tidied: SampleStatistics {
        SampleStatistics(
            count: count, mean: tidy(mean), sd: tidy(sd), min: tidy(min), p50: tidy(p50), p90: tidy(p90),
            p95: tidy(p95), p99: tidy(p99), max: tidy(max))
    }
}
