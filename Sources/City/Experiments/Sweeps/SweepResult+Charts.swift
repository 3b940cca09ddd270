// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Reporting

/// The charts of a sweep's page.
extension SweepResult {
    /// A grid has a figure for each metric and each combination of the values past the second path; the second path gives
    /// the lines. Points of other designs differ in every path, so each path has a figure of its own.
    func figures(
        _ metrics: [String], _ id: String = "sweep", _ value: ((Row) -> Interval?)? = nil
    ) -> [SweepFigure] {
        guard let first = swept.first else { return [] }
        if isLarge { return effects(metrics, id, value) }
        return metrics.enumerated().flatMap { number, metric -> [SweepFigure] in
            let value = value ?? { $0.metrics[metric] }
            guard design == "grid" else {
                return swept.map { path in
                    figure(
                        metric, value, "\(id)-\(number)-\(path)", "", rows, x: path, series: nil,
                        isJoined: swept.count == 1)
                }
            }
            let second = swept.count > 1 ? swept[1] : nil
            let others = swept.dropFirst(2)
            var groups: [(key: [String], rows: [Row])] = []
            for row in rows {
                let key = others.map { row.point.settings[$0].value }
                if let index = groups.firstIndex(where: { $0.key == key }) {
                    groups[index].rows.append(row)
                } else {
                    groups.append((key, [row]))
                }
            }
            return groups.enumerated().map { index, group in
                let condition = zip(others, group.key).map { "\(paths[$0])=\($1)" }.joined(separator: ", ")
                return figure(
                    metric, value, "\(id)-\(number)-\(index)", condition, group.rows, x: first, series: second,
                    isJoined: true)
            }
        }
    }

    private func figure(
        _ metric: String, _ value: (Row) -> Interval?, _ id: String, _ condition: String, _ rows: [Row], x: Int,
        series: Int?, isJoined: Bool
    ) -> SweepFigure {
        let name = MetricDescription.ofProgram(metric)?.label ?? metric
        return SweepFigure(
            id: id, title: condition.isEmpty ? name : "\(name), \(condition)", x: paths[x],
            y: Self.name(of: metric), unit: MetricDescription.ofProgram(metric)?.shown.name ?? "",
            series: series.map { paths[$0] }, isJoined: isJoined,
            marks: rows.compactMap { row in
                guard let interval = value(row)?.scaled(by: Self.scale(of: metric)) else { return nil }
                let setting = row.point.settings[x].value
                return SweepFigure.Mark(
                    x: setting, number: Self.number(setting), mean: interval.mean, low: interval.low,
                    high: interval.high,
                    series: series.map { row.point.settings[$0].value } ?? "", label: label(row.point.index))
            })
    }

    // MARK: - Two axes, two measures

    /// The first two swept paths against each other, in a grid; one map for each combination of the values of the others.
    func heatPart(_ metrics: [String]) -> SweepPage.Part? {
        let swept = swept
        if isLarge { return overviewHeatPart(metrics) }
        guard design == "grid", swept.count >= 2 else { return nil }
        let others = swept.dropFirst(2)
        func key(_ row: Row) -> [String] { others.map { row.point.settings[$0].value } }
        let keys = rows.map(key).reduce(into: [[String]]()) { all, key in if !all.contains(key) { all.append(key) } }
        let charts = Self.main(metrics).enumerated().flatMap { number, metric in
            keys.enumerated().compactMap { index, wanted -> ReportChart? in
                let condition = zip(others, wanted).map { "\(paths[$0])=\($1)" }.joined(separator: ", ")
                return heat(
                    metric, "heat-\(number)-\(index)", condition, rows.filter { key($0) == wanted }, swept[0], swept[1])
            }
        }
        guard !charts.isEmpty else { return nil }
        return SweepPage.Part(
            "heat", "Two values against each other",
            "Means of \(paths[swept[0]]) and \(paths[swept[1]]) together; the "
                + "number in each field is the mean.", charts: charts, isGrid: true)
    }

    private func heat(
        _ metric: String, _ id: String, _ condition: String, _ rows: [Row], _ x: Int, _ y: Int
    ) -> ReportChart? {
        let fields = rows.compactMap { row -> [String: JSONValue]? in
            guard let found = row.metrics[metric]?.scaled(by: Self.scale(of: metric)) else { return nil }
            return [
                "x": .text(row.point.settings[x].value), "y": .text(row.point.settings[y].value),
                "mean": .number(found.mean), "low": JSONValue(found.low), "high": JSONValue(found.high),
                "label": .text(self.label(row.point.index)),
            ]
        }
        return heatChart(
            metric, id, condition, fields, x, y, lines: Set(rows.map { $0.point.settings[y].value }).count,
            labelAngle: 0)
    }

    /// A heat map of fields that are made already; nil without any.
    func heatChart(
        _ metric: String, _ id: String, _ condition: String, _ fields: [[String: JSONValue]], _ x: Int, _ y: Int,
        lines: Int, labelAngle: Int
    ) -> ReportChart? {
        guard !fields.isEmpty else { return nil }
        let about = MetricDescription.ofProgram(metric)
        let label = about?.label ?? metric
        var chart = ReportChart.ofSweep(
            id: id, title: condition.isEmpty ? label : "\(label), \(condition)",
            hint: "\(Self.name(of: metric)) by \(paths[x]) and \(paths[y]).", .heat, rows: fields)
        let unit = about?.shown.name ?? ""
        chart.words = [
            ("x", .text(paths[x])), ("y", .text(paths[y])), ("metric", .text(Self.name(of: metric))),
            ("unit", unit.isEmpty ? .null : .text(unit)), ("angle", JSONValue(labelAngle)),
            ("height", JSONValue(34 * lines + 110)),
        ]
        return chart
    }

    /// Service against drivers' time, with the points that nothing else dominates; nil when they were not measured.
    func frontPart(_ front: SweepFront) -> SweepPage.Part? {
        guard let measures = front.measures else { return nil }
        // Names and bars of thousands of points would cover each other.
        let named = isLarge ? Set(front.some) : Set(rows.indices)
        let fields = rows.indices.compactMap { index -> [String: JSONValue]? in
            let standing = front.standings[index]
            guard let service = rows[index].metrics[measures.service]?.scaled(by: Self.scale(of: measures.service)),
                let effort = rows[index].metrics[measures.effort]?.scaled(by: Self.scale(of: measures.effort))
            else { return nil }
            return [
                "label": .text(label(index)), "service": .number(service.mean),
                "low": JSONValue(named.contains(index) ? service.low : nil),
                "high": JSONValue(named.contains(index) ? service.high : nil), "effort": .number(effort.mean),
                "standing": .text(standing == .front ? "not dominated" : standing.word),
                "by": standing.other.map { .text(label($0)) } ?? .null,
                "short": .text(
                    named.contains(index)
                        ? swept.map { rows[index].point.settings[$0].value }.joined(separator: ", ") : ""),
            ]
        }
        var chart = ReportChart.ofSweep(
            id: "front", title: "Service against \(front.effortInWords)",
            hint:
                "Each point of the sweep by its means; the bars are the intervals of the service"
                + "\(isLarge ? " of those that are named" : ""). "
                + "Further down is better service, "
                + "further left less of the \(front.effortInWords); the dashed line joins the points that nothing else dominates.",
            .front, rows: fields)
        chart.words = [
            ("x", .text(Self.name(of: measures.effort))), ("y", .text(Self.name(of: measures.service))),
            ("size", JSONValue(isLarge ? 14 : 80)),
        ]
        return SweepPage.Part(
            "front", "What nothing else dominates",
            "A point dominates another when it has at most its share of failed service with at most its \(front.effortInWords), and less of "
                + "one. Dominated points whose paired differences cannot be told from 0 in both, after Holm's correction, are alike.",
            charts: [chart])
    }
}
