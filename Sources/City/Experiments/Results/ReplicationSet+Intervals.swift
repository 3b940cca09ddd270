// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
import CitySlices
package import Reporting

extension ReplicationSet {
    /// All metrics with their intervals, as the reports take them.
    package var intervals: IntervalsResult {
        var metrics: [String: IntervalsResult.Metric] = [:]
        for name in metricNames {
            guard let interval = interval(of: name) else { continue }
            let values = values(of: name).compactMap { $0 }
            metrics[name] = IntervalsResult.Metric(interval, of: values)
        }
        return IntervalsResult(
            method: .replications, count: replications.count, level: level, ending: ending.rawValue,
            warmUpSeconds: context.warmUp.inSeconds, foundWarmUpSeconds: foundWarmUp?.inSeconds, metrics: metrics)
    }

    /// The open requests of each step, mean over the replications: what a warm-up is seen in.
    var meanOpenRequests: [Double] {
        let steps = replications.map(\.openRequests.count).min() ?? 0
        return (0..<steps).map { step in
            replications.reduce(0) { $0 + $1.openRequests[step] } / Double(replications.count)
        }
    }

    /// The warm-up that MSER-5 finds in the open requests, from the start of the run; zero when no bias of the beginning is
    /// seen, nil when the run is too short.
    package var foundWarmUp: TimeSpan? {
        WarmUpRule.mser5(meanOpenRequests).map { .seconds(Double($0) * (replications.first?.stepSeconds ?? 0)) }
    }
}

extension RunResult {
    /// Intervals within this one run by batch means, of every metric that is a mean over time or over rides; nil when the
    /// run is too short for batches, or took none.
    package var batchIntervals: IntervalsResult? {
        guard !batches.isEmpty else { return nil }
        let found = metrics.openDemands.flatMap { WarmUpRule.mser5($0.means) }
        var means: [String: IntervalsResult.Metric] = [:]
        var correlated: [String] = []
        for batch in batches {
            // Metrics of a module that is off are not there.
            guard metrics[batch.metric] != nil, let mean = BatchMeans(sums: batch.sums, sizes: batch.sizes) else {
                continue
            }
            means[batch.metric] = IntervalsResult.Metric(mean.interval)
            if mean.isCorrelated { correlated.append(batch.metric) }
        }
        var result = IntervalsResult(
            method: .batchMeans, count: MeanBatching.count, level: 0.95, ending: "complete",
            warmUpSeconds: context.warmUp.inSeconds,
            foundWarmUpSeconds: found.map { Double($0) * (metrics.openDemands?.stepSeconds ?? 0) }, metrics: means)
        result.correlated = correlated
        return result
    }
}

extension IntervalsResult.Metric {
    /// An interval, with the smallest and the largest of its values where they are given.
    fileprivate init(_ interval: Interval, of values: [Double] = []) {
        self.init(
            count: interval.count, mean: interval.mean, sd: interval.sd, halfWidth: interval.halfWidth,
            min: values.min(), max: values.max())
    }
}
