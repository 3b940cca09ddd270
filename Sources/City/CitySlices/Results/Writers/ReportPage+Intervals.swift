// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension ReportPage {
    /// How sure the numbers are; empty without intervals.
    var intervalParts: [String: String] {
        guard let intervals else { return ["intervals": "", "one": "", "replications": "", "found": ""] }
        typealias Row = (about: MetricDescription, metric: IntervalsResult.Metric)
        let rows =
            result.told.flatMap(\.about).compactMap { about -> Row? in
                intervals.metrics[about.name].map { (about, $0) }
            }
        func column(_ title: String, _ hint: String, _ value: @escaping (IntervalsResult.Metric) -> Double?)
            -> ShownColumn<Row>
        {
            .cell(title, hint) { row in
                let (value, shown) = (value(row.metric), row.about.shown)
                return (value.map { shown.number($0, decimals: max(2, shown.decimals)) } ?? "–", value ?? -1)
            }
        }
        let table = ShownTable.html(
            "Intervals", rows, .text("metric", "its name", \.about.label),
            column("mean", "mean over replications or batches") { $0.mean },
            column("±", "half width of the interval") { $0.halfWidth },
            column("from", "lower end of the interval") { metric in metric.halfWidth.map { metric.mean - $0 } },
            column("to", "upper end of the interval") { metric in metric.halfWidth.map { metric.mean + $0 } },
            column("smallest", "smallest value of a replication") { $0.min },
            column("largest", "largest value of a replication") { $0.max },
            .count("n", "replications or batches that measured it", \.metric.count),
            .text("unit", "the unit of the values; none for a count or ratio", \.about.shown.name),
            .text("path", "its name in files, where times are in seconds and shares are fractions of 1", \.about.name))
        let found =
            intervals.foundWarmUpSeconds.map {
                $0 == 0 ? "no initial bias was found" : "MSER-5 finds \(Text.number($0 / 60, 0)) min"
            } ?? "MSER-5 finds no end: the run is too short"
        let isReplicated = intervals.method == .replications
        return [
            "intervals": "\(intervals.count)", "level": Text.number(intervals.level * 100, 0),
            "found": result.openDemands == nil ? "" : found,
            "replications": isReplicated ? "told" : "", "correlated": intervals.correlated.joined(separator: ", "),
            "table intervals": table, "leftOut": Text.number(intervals.warmUpSeconds / 60, 0),
            "one": isReplicated && intervals.count > 1 ? "\(intervals.count)" : "",
        ]
    }
}
