// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Reporting

/// How a sweep of many points is shown. A chart of thousands of marks, a chart for each of hundreds of combinations, and a
/// table of thousands of rows say nothing, and take a browser minutes.
extension SweepResult {
    /// So many points are shown one by one; of more, charts show means over many points, and tables some rows at a time.
    static let mostSingle = 200
    /// A table on the page shows so many rows at a time.
    static let rowsAtOnce = 100
    /// A terminal shows so many points of a sweep of many.
    static let mostInTerminal = 20

    /// Whether there are too many points to show each of them.
    var isLarge: Bool { rows.count > Self.mostSingle }

    /// The points that have their scenario beside the results: all, or those of a sweep of many that nothing else dominates,
    /// with the base.
    package var pointsWithScenario: [Int] {
        guard isLarge else { return Array(rows.indices) }
        let best = front.standings.indices.filter { front.standings[$0].kind == 0 || $0 == (base ?? 0) }
        return Array((best.isEmpty ? [base ?? 0] : best).prefix(Self.mostSingle))
    }

    /// The name of a point's scenario.
    package static func scenarioName(_ index: Int) -> String { "scenario-\(index).yaml" }

    /// The points by number; of a sweep of many first those that nothing else dominates, then those alike with one of them, then
    /// the dominated ones, of each kind the best service first.
    var shownOrder: [Int] {
        guard isLarge, let measures = front.measures else { return Array(rows.indices) }
        let keys = rows.indices.map { index -> (kind: Int, service: Double, effort: Double) in
            let metrics = rows[index].metrics
            return (
                front.standings[index].kind, metrics[measures.service]?.mean ?? 0, metrics[measures.effort]?.mean ?? 0
            )
        }
        return rows.indices.sorted { one, other in
            let (first, second) = (keys[one], keys[other])
            return (first.kind, first.service, first.effort, one) < (second.kind, second.service, second.effort, other)
        }
    }

    /// What the order of the points is, in words.
    var orderWords: String { front.measures == nil ? "by number" : "those that nothing else dominates first" }

    /// One value of a path, or several that are neighbours, with the points that have them.
    private struct Level {
        let name: String
        let number: Double?
        let count: Int
        let rows: [Row]
    }

    /// The values of a path, at most so many: of more values neighbours go together. Numbers are in their order, texts in
    /// that of the sweep.
    private func levels(of path: Int, most: Int) -> [Level] {
        var points: [String: [Row]] = [:]
        var values: [String] = []
        for row in rows {
            let value = row.point.settings[path].value
            if points[value] == nil { values.append(value) }
            points[value, default: []].append(row)
        }
        let numbers = values.compactMap { value in Self.number(value).map { (value: value, number: $0) } }
        let isNumeric = numbers.count == values.count
        if isNumeric {
            values = numbers.sorted { ($0.number, $0.value) < ($1.number, $1.value) }.map(\.value)
        }
        let count = min(most, values.count)
        return (0..<count).map { place in
            let some = values[place * values.count / count..<(place + 1) * values.count / count]
            let (first, last) = (some[some.startIndex], some[some.endIndex - 1])
            let number = Self.number(first).flatMap { low in Self.number(last).map { (low + $0) / 2 } }
            return Level(
                name: some.count == 1 ? first : "\(first)..\(last)", number: isNumeric ? number : nil,
                count: some.count,
                rows: some.flatMap { points[$0] ?? [] })
        }
    }

    /// The mean over points, the lowest and the highest of them; nil when none was measured.
    private static func spread(
        _ metric: String, _ rows: [Row], _ value: (Row) -> Interval?
    ) -> (mean: Double, low: Double, high: Double)? {
        let means = rows.compactMap { value($0)?.scaled(by: scale(of: metric)).mean }
        guard let low = means.min(), let high = means.max() else { return nil }
        return (means.reduce(0, +) / Double(means.count), low, high)
    }

    /// Main effects: a figure for each metric and each swept path, over all values of the other paths.
    func effects(_ metrics: [String], _ id: String = "sweep", _ value: ((Row) -> Interval?)? = nil) -> [SweepFigure] {
        let parts = swept.map { (path: $0, levels: levels(of: $0, most: 40)) }
        return metrics.enumerated().flatMap { number, metric -> [SweepFigure] in
            let value = value ?? { $0.metrics[metric] }
            return parts.map { path, levels in
                let name = MetricDescription.ofProgram(metric)?.label ?? metric
                var figure = SweepFigure(
                    id: "\(id)-\(number)-\(path)", title: swept.count == 1 ? name : "\(name), by \(paths[path])",
                    x: paths[path], y: Self.name(of: metric),
                    unit: MetricDescription.ofProgram(metric)?.shown.name ?? "", series: nil, isJoined: true,
                    marks: levels.compactMap { level -> SweepFigure.Mark? in
                        guard let found = Self.spread(metric, level.rows, value) else { return nil }
                        return SweepFigure.Mark(
                            x: level.name, number: level.number, mean: found.mean, low: found.low, high: found.high,
                            series: "", label: "\(paths[path])=\(level.name), \(level.rows.count) points")
                    })
                figure.words = "mean, lowest and highest of all points with a value of \(paths[path])"
                return figure
            }
        }
    }

    /// What the figures of `effects` show.
    var effectsText: String {
        let grouped = swept.contains { levels(of: $0, most: .max).count > 40 }
        return
            "\(rows.count) points are too many to draw each: a mark is the mean over all points with that value, whatever their "
            + "other values, and the bar reaches from the lowest to the highest of them."
            + (grouped ? " Where a path has more than 40 values, neighbouring ones are taken together." : "")
    }

    /// The first two swept paths against each other: means over all points in a field, whatever their other values.
    func overviewHeatPart(_ metrics: [String]) -> SweepPage.Part? {
        guard swept.count >= 2 else { return nil }
        let (x, y) = (swept[0], swept[1])
        let (columns, lines) = (levels(of: x, most: 10), levels(of: y, most: 20))
        let column = Dictionary(columns.flatMap { level in level.rows.map { ($0.point.index, level.name) } }) { $1 }
        let charts = Self.main(metrics).enumerated().compactMap { number, metric -> ReportChart? in
            let fields = lines.flatMap { line in
                let rows = Dictionary(grouping: line.rows) { column[$0.point.index] ?? "" }
                return columns.compactMap { level -> [String: JSONValue]? in
                    let rows = rows[level.name] ?? []
                    guard let found = Self.spread(metric, rows, { $0.metrics[metric] }) else { return nil }
                    return [
                        "x": .text(level.name), "y": .text(line.name), "mean": .number(found.mean),
                        "low": .number(found.low), "high": .number(found.high),
                        "label": .text(
                            "\(paths[x])=\(level.name), \(paths[y])=\(line.name), "
                                + "\(rows.count) \(rows.count == 1 ? "point" : "points")"),
                    ]
                }
            }
            return heatChart(metric, "heat-\(number)", "", fields, x, y, lines: lines.count, labelAngle: -45)
        }
        guard !charts.isEmpty else { return nil }
        let others = swept.dropFirst(2).map { paths[$0] }
        let isGrouped = (columns + lines).contains { $0.count > 1 }
        return SweepPage.Part(
            "heat", "Two values against each other",
            "Means of \(paths[x]) and \(paths[y]) together; the number in each field is the mean over all points in it"
                + (others.isEmpty ? "." : ", whatever their \(others.joined(separator: ", ")).")
                + (isGrouped ? " Neighbouring values are taken together, so that the numbers have room." : ""),
            charts: charts)
    }
}

extension SweepFront.Standing {
    /// 0 for the front, 1 for alike with it, 2 for dominated.
    fileprivate var kind: Int {
        switch self {
        case .front: 0
        case .alike: 1
        case .dominated: 2
        }
    }
}
