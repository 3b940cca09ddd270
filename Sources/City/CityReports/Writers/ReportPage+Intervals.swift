// SPDX-License-Identifier: GPL-3.0-or-later

extension ReportPage {
    /// How sure the numbers are; empty without intervals.
    var intervalSection: String {
        guard let intervals else { return "" }
        let level = Text.number(intervals.level * 100, 0)
        let tables = ReportTables(context: context, result: result)
        let described = MetricDescription.all + MetricDescription.modules
        let rows = described.compactMap { about -> [(text: String, key: Double?)]? in
            guard let metric = intervals.metrics[about.name] else { return nil }
            let shown = about.shown
            func cell(_ value: Double?) -> (text: String, key: Double?) {
                (value.map { shown.number($0, decimals: max(2, shown.decimals)) } ?? "–", value ?? -1)
            }
            return [
                (about.label, nil), cell(metric.mean), cell(metric.halfWidth),
                cell(metric.halfWidth.map { metric.mean - $0 }), cell(metric.halfWidth.map { metric.mean + $0 }),
                cell(metric.min), cell(metric.max), (Text.number(Double(metric.count), 0), Double(metric.count)),
                (shown.name, nil), (about.name, nil),
            ]
        }
        let columns = [
            ReportTables.Column(title: "metric", hint: "its name", isText: true),
            ReportTables.Column(title: "mean", hint: "mean over replications or batches"),
            ReportTables.Column(title: "±", hint: "half width of the interval"),
            ReportTables.Column(title: "from", hint: "lower end of the interval"),
            ReportTables.Column(title: "to", hint: "upper end of the interval"),
            ReportTables.Column(title: "smallest", hint: "smallest value of a replication"),
            ReportTables.Column(title: "largest", hint: "largest value of a replication"),
            ReportTables.Column(title: "n", hint: "replications or batches that measured it"),
            ReportTables.Column(
                title: "unit", hint: "the unit of the values; nothing for a count or ratio", isText: true),
            ReportTables.Column(
                title: "path", hint: "its name in files, where times are in seconds and shares parts of 1",
                isText: true),
        ]
        let way =
            intervals.method == .replications
            ? "Means and \(level) % intervals (Student's t) over \(intervals.count) independent replications. A quantile is "
                + "the mean of each replication's own quantile. The other sections show replication "
                + "\(context.replication) alone."
            : "Means and \(level) % intervals by batch means within this one run, \(intervals.count) batches. Valid when "
                + "the run is in a steady state after its warm-up; run more replications otherwise. Means over time and over "
                + "rides have one; quantiles, extremes, totals and what compares drivers or zones need replications."
                + (intervals.correlated.isEmpty
                    ? ""
                    : " Too narrow, since neighbouring batches are alike: \(intervals.correlated.joined(separator: ", ")).")
        let found =
            intervals.foundWarmUpSeconds.map {
                $0 == 0 ? "no bias of the beginning is seen" : "MSER-5 finds \(Text.number($0 / 60, 0)) min"
            } ?? "MSER-5 finds no end of it: the run is too short"
        return section(
            "intervals", "How sure",
            "<p>\(way) Warm-up left out: \(Text.number(intervals.warmUpSeconds / 60, 0)) min; \(found) in the "
                + "open requests.</p>\n\(tables.table("Intervals", columns, rows))")
    }
}
