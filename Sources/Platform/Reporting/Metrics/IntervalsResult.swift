// SPDX-License-Identifier: GPL-3.0-or-later

/// How sure the metrics of an experiment are: what `summary.json` holds as `intervals`.
package struct IntervalsResult: Codable, Hashable, Sendable {
    /// Where the intervals come from.
    package enum Method: String, Codable, CaseIterable, Sendable {
        /// Student's t over independent replications; a quantile is the mean of the replications' own quantiles.
        case replications
        /// Means of batches along one run; every metric that is a mean over time or over rides.
        case batchMeans
    }

    /// One metric with its interval.
    package struct Metric: Codable, Hashable, Sendable {
        /// How many replications, or batches, measured it.
        package let count: Int
        /// The mean of them.
        package let mean: Double
        package let sd: Double
        /// Half of the interval's length; absent for a single value.
        package let halfWidth: Double?
        /// The smallest and the largest of the replications' values; absent for batches.
        package let min, max: Double?

        package init(count: Int, mean: Double, sd: Double, halfWidth: Double?, min: Double?, max: Double?) {
            self.count = count
            self.mean = tidy(mean)
            self.sd = tidy(sd)
            self.halfWidth = halfWidth.map(tidy)
            self.min = min
            self.max = max
        }
    }

    /// Where the intervals come from.
    package let method: Method
    /// How many replications, or batches.
    package let count: Int
    /// The level, such as 0.95.
    package let level: Double
    /// Why there are no more: complete, halfWidthNotReached, stopped.
    package let ending: String
    /// The warm-up that the scenario leaves out, in seconds.
    package let warmUpSeconds: Double
    /// The warm-up that MSER-5 finds in the open requests, in seconds from the start; 0 when no bias of the beginning is seen,
    /// absent when the run is too short.
    package let foundWarmUpSeconds: Double?
    /// The metrics by path.
    package let metrics: [String: Metric]
    /// The metrics whose batches hang together with their neighbours, so that their intervals are too narrow. For the report;
    /// not in the JSON form.
    package var correlated: [String] = []

    private enum CodingKeys: String, CodingKey {
        case method, count, level, ending, warmUpSeconds, foundWarmUpSeconds, metrics
    }

    package init(
        method: Method, count: Int, level: Double, ending: String, warmUpSeconds: Double, foundWarmUpSeconds: Double?,
        metrics: [String: Metric]
    ) {
        self.method = method
        self.count = count
        self.level = level
        self.ending = ending
        self.warmUpSeconds = warmUpSeconds
        self.foundWarmUpSeconds = foundWarmUpSeconds
        self.metrics = metrics
    }
}
