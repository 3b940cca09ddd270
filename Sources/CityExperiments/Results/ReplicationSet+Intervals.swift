// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import CityReports
public import CitySimulation

extension ReplicationSet {
    /// All metrics with their intervals, as the reports take them.
    public var intervals: IntervalsResult {
        var metrics: [String: IntervalsResult.Metric] = [:]
        for name in metricNames {
            let values = values(of: name).compactMap { $0 }
            guard let interval = Interval(values, level: level) else { continue }
            metrics[name] = IntervalsResult.Metric(
                count: interval.count, mean: interval.mean, sd: interval.sd, halfWidth: interval.halfWidth,
                min: values.min(), max: values.max())
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

    /// The warm-up that MSER-5 finds in the open requests, from the start of the run; nil when the run is too short.
    public var foundWarmUp: TimeSpan? {
        let series = meanOpenRequests
        guard let left = WarmUpRule.mser5(series) else { return nil }
        return (context.end - context.start) / series.count * left
    }
}

extension RunResult {
    /// Intervals within this one run by batch means: the mean wait and the mean number of open requests.
    ///
    /// Nil when the run is too short for 20 batches of two steps each.
    public var batchIntervals: IntervalsResult? {
        let series = metrics.series
        let skipped = min(
            series.stored.count, Int((context.warmUp.inSeconds / series.stepSeconds).rounded(.up)))
        let waits = BatchMeans(
            series.waitMean.dropFirst(skipped).map { $0 ?? 0 },
            weights: series.waits.dropFirst(skipped).map(Double.init))
        let open = BatchMeans(Array(series.openRequests.dropFirst(skipped)))
        guard let waits, let open else { return nil }
        let found = WarmUpRule.mser5(series.openRequests)
        func metric(_ means: BatchMeans) -> IntervalsResult.Metric {
            IntervalsResult.Metric(
                count: means.interval.count, mean: means.interval.mean, sd: means.interval.sd,
                halfWidth: means.interval.halfWidth, min: nil, max: nil)
        }
        return IntervalsResult(
            method: .batchMeans, count: open.interval.count, level: open.interval.level, ending: "complete",
            warmUpSeconds: context.warmUp.inSeconds,
            foundWarmUpSeconds: found.map { Double($0) * series.stepSeconds },
            metrics: ["wait.mean": metric(waits), "openRequests.mean": metric(open)])
    }
}
