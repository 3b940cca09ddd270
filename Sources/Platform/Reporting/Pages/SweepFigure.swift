// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// One of the small multiples of a sweep: a metric over one swept value, with a line for each value of another.
package struct SweepFigure: Sendable, Hashable {
    /// A point of the chart.
    package struct Mark: Sendable, Hashable {
        /// The swept value as a text.
        package var x: String
        /// The same as a number, where it is one.
        package var number: Double?
        package var mean: Double
        /// The interval's lower end, if there is one.
        package var low: Double?
        /// The interval's upper end.
        package var high: Double?
        /// The value of the path that the lines are for; empty without one.
        package var series: String
        /// All settings of the point.
        package var label: String

        package init(
            x: String, number: Double?, mean: Double, low: Double?, high: Double?, series: String, label: String
        ) {
            self.x = x
            self.number = number
            self.mean = mean
            self.low = low
            self.high = high
            self.series = series
            self.label = label
        }
    }

    /// Unique on the page: letters, digits, dashes.
    package var id: String
    /// What stands above it.
    package var title: String
    /// The swept path of the horizontal axis, with its unit.
    package var x: String
    /// The metric with its unit.
    package var y: String
    /// The metric's unit, for the axis; empty for none.
    package var unit: String
    /// The path that the lines are for; nil for one line.
    package var series: String?
    /// Whether points are joined: neighbours on the axis differ in nothing else.
    package var isJoined: Bool
    package var marks: [Mark]
    /// Whether the axis of the metric has a zero, as differences need.
    package var hasZero = false
    /// What a mark stands for, where it is not a single point that the table has too.
    package var words: String?

    package init(
        id: String, title: String, x: String, y: String, unit: String, series: String?, isJoined: Bool, marks: [Mark]
    ) {
        self.id = id
        self.title = title
        self.x = x
        self.y = y
        self.unit = unit
        self.series = series
        self.isJoined = isJoined
        self.marks = marks
    }

    private var isNumeric: Bool { marks.allSatisfy { $0.number != nil } }

    /// The chart: one line, or one for each value of the other path.
    package var chart: ReportChart {
        var order: [String] = []
        for mark in marks where !order.contains(mark.x) { order.append(mark.x) }
        let isNumeric = isNumeric
        return ReportChart(
            id: id, title: title, hint: "\(y) over \(x); \(words ?? "the same values are in the table").",
            file: PackageResources.sweep_vl_json,
            rows: marks.map { mark in
                [
                    "x": isNumeric ? JSONValue(mark.number) : .text(mark.x), "mean": .number(mark.mean),
                    "low": JSONValue(mark.low), "high": JSONValue(mark.high), "series": .text(mark.series),
                    "label": .text(mark.label),
                ]
            },
            words: [
                "type": isNumeric ? "quantitative" : "ordinal", "x": .text(x), "y": .text(y),
                "scale": isNumeric ? ["zero": false, "nice": false, "padding": 8] : ["padding": 0.5],
                "sort": isNumeric ? .null : .list(order.map { .text($0) }),
                "unit": unit.isEmpty ? .null : .text(unit), "line": isJoined ? 2 : 0,
                "zero": .flag(hasZero),
                "legend": series.map { ["title": .text($0)] } ?? .null,
            ])
    }
}
