// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
public import Reporting

extension SweepResult {
    /// The report: small multiples and the table.
    ///
    /// - Parameters:
    ///   - metrics: the metrics that are shown.
    ///   - assets: the chart scripts.
    public func page(metrics: [String], assets: ReportAssets) -> SweepPage {
        let shown = metrics.filter { name in rows.contains { $0.metrics[name] != nil } }
        let points = "\(rows.count) \(rows.count == 1 ? "point" : "points")"
        return SweepPage(
            title: context.title.isEmpty ? context.name : context.title,
            lead: "\(points) (\(design)) over \(paths.joined(separator: ", ")); \(replications) "
                + "\(replications == 1 ? "replication" : "replications") each.",
            facts: [
                ("scenario", context.name), ("seed", String(context.seed)), ("replications", String(replications)),
                ("intervals", MetricText.percent(level)), ("version", context.version),
            ],
            figures: figures(shown),
            columns: paths + shown.flatMap { [Self.name(of: $0), "low", "high"] }, settings: paths.count,
            rows: rows.map { row in
                row.point.settings.map { ($0.value, Self.number($0.value)) }
                    + shown.flatMap { name -> [(text: String, key: Double?)] in
                        let interval = row.metrics[name]?.scaled(by: Self.scale(of: name))
                        return [interval?.mean, interval?.low, interval?.high].map { value in
                            (value.map(MetricText.plain) ?? "–", value)
                        }
                    }
            }, assets: assets)
    }

    /// A metric's name with its unit, as all pages have it.
    private static func name(of metric: String) -> String {
        MetricDescription.ofProgram(metric)?.labelWithUnit ?? metric
    }
    private static func scale(of metric: String) -> Double { MetricDescription.ofProgram(metric)?.shown.scale ?? 1 }

    /// The number a setting begins with: `30 s` is 30, `5%` is 5.
    static func number(_ text: String) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        let unit = text.dropFirst(digits.count)
        return unit.allSatisfy { $0 == " " || $0 == "%" || $0.isLetter } ? Double(digits) : nil
    }

    /// A grid has a figure for each metric and each combination of the values past the second path; the second path gives
    /// the lines. Points of other designs differ in every path, so each path has a figure of its own.
    private func figures(_ metrics: [String]) -> [SweepFigure] {
        let swept = paths.indices.filter { path in Set(rows.map { $0.point.settings[path].value }).count > 1 }
        guard let first = swept.first else { return [] }
        return metrics.enumerated().flatMap { number, metric -> [SweepFigure] in
            guard design == "grid" else {
                return swept.map { path in
                    figure(metric, "\(number)-\(path)", "", rows, x: path, series: nil, isJoined: swept.count == 1)
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
                    metric, "\(number)-\(index)", condition, group.rows, x: first, series: second, isJoined: true)
            }
        }
    }

    private func figure(
        _ metric: String, _ id: String, _ condition: String, _ rows: [Row], x: Int, series: Int?, isJoined: Bool
    ) -> SweepFigure {
        let label = MetricDescription.ofProgram(metric)?.label ?? metric
        return SweepFigure(
            id: "sweep-\(id)", title: condition.isEmpty ? label : "\(label), \(condition)", x: paths[x],
            y: Self.name(of: metric), unit: MetricDescription.ofProgram(metric)?.shown.name ?? "",
            series: series.map { paths[$0] }, isJoined: isJoined,
            marks: rows.compactMap { row in
                guard let interval = row.metrics[metric]?.scaled(by: Self.scale(of: metric)) else { return nil }
                let value = row.point.settings[x].value
                return SweepFigure.Mark(
                    x: value, number: Self.number(value), mean: interval.mean, low: interval.low, high: interval.high,
                    series: series.map { row.point.settings[$0].value } ?? "", label: row.point.label)
            })
    }
}
