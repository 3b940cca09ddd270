// SPDX-License-Identifier: GPL-3.0-or-later

/// Metrics with what they are read from.
package struct MetricGroup {
    /// Every value, in the order of the metrics; none when the run does not have them.
    package let values: () -> [MetricValue]
    /// Each mean over time or over things: what is averaged, summed, and how much it is a mean over; 0 and 0 when the run
    /// does not have it. What is averaged is the metric times the size.
    package let means: () -> [(name: String, sum: Double, size: Double)]

    /// The metrics are made when they are asked for: a run that does not have them needs no labels.
    package init<Source: MetricSource>(_ metrics: @escaping @autoclosure () -> [Metric<Source>], _ source: Source?) {
        values = { source.map { source in [MetricValue](metrics(), of: source) } ?? [] }
        means = {
            metrics().compactMap { metric in
                guard let size = metric.size else { return nil }
                guard let source else { return (metric.about.name, 0, 0) }
                let count = size(source)
                return (metric.about.name, (metric.value(source) ?? 0) * count, count)
            }
        }
    }
}
