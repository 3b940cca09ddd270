// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the small multiples of a sweep: a metric over one swept value, with a line for each value of another.
public struct SweepFigure: Sendable, Hashable {
    /// A point of the chart.
    public struct Mark: Sendable, Hashable {
        /// The swept value as a text.
        public var x: String
        /// The same as a number, where it is one.
        public var number: Double?
        /// The metric's mean.
        public var mean: Double
        /// The interval's lower end, if there is one.
        public var low: Double?
        /// The interval's upper end.
        public var high: Double?
        /// The value of the path that the lines are for; empty without one.
        public var series: String
        /// All settings of the point.
        public var label: String

        /// Makes a mark.
        public init(
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
    public var id: String
    /// What stands above it.
    public var title: String
    /// The swept path of the horizontal axis, with its unit.
    public var x: String
    /// The metric with its unit.
    public var y: String
    /// The metric's unit, for the axis; empty for none.
    public var unit: String
    /// The path that the lines are for; nil for one line.
    public var series: String?
    /// Whether points are joined: neighbours on the axis differ in nothing else.
    public var isJoined: Bool
    /// The points.
    public var marks: [Mark]

    /// Makes a figure.
    public init(
        id: String, title: String, x: String, y: String, unit: String, series: String?, isJoined: Bool,
        marks: [Mark]
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

    /// The Vega-Lite specification.
    var spec: JSONValue {
        let title: JSONValue = unit.isEmpty ? .null : .text(unit)
        let values = marks.map { mark -> JSONValue in
            [
                "x": isNumeric ? JSONValue(mark.number) : .text(mark.x), "mean": .number(mark.mean),
                "low": JSONValue(mark.low), "high": JSONValue(mark.high), "series": .text(mark.series),
                "label": .text(mark.label),
            ]
        }
        var order: [String] = []
        for mark in marks where !order.contains(mark.x) { order.append(mark.x) }
        var shared: [(String, JSONValue)] = [
            (
                "x",
                [
                    "field": "x", "type": isNumeric ? "quantitative" : "ordinal",
                    "scale": isNumeric ? ["zero": false, "nice": false, "padding": 8] : ["padding": 0.5],
                    "sort": isNumeric ? .null : .list(order.map { .text($0) }),
                    "axis": ["title": .text(x), "labelAngle": 0, "labelOverlap": true, "tickCount": 6],
                ]
            )
        ]
        if let series {
            let encoding: JSONValue = ["field": "series", "type": "nominal", "title": .text(series), "sort": .null]
            shared.append(("color", encoding))
            // One legend is enough: dash and shape say the same again, for who cannot tell the colours apart.
            let silent: JSONValue = ["field": "series", "type": "nominal", "legend": nil, "sort": .null]
            if isJoined { shared.append(("strokeDash", silent)) }
            shared.append(("shape", silent))
        }
        let tooltip: JSONValue = [
            ["field": "label", "title": "point"], ["field": "mean", "title": .text(y), "format": ".5~g"],
            ["field": "low", "format": ".5~g"], ["field": "high", "format": ".5~g"],
        ]
        let axis: JSONValue = [
            "field": "mean", "type": "quantitative", "scale": ["zero": false],
            "axis": ["title": title, "tickCount": 5],
        ]
        let bars = shared.filter { $0.0 == "x" || $0.0 == "color" }
        var layers: [JSONValue] = [
            [
                "mark": ["type": "rule", "strokeWidth": 1.5, "opacity": 0.7],
                "encoding": .object(
                    bars + [
                        ("y", ["field": "low", "type": "quantitative", "axis": ["title": title]]),
                        ("y2", ["field": "high"]), ("tooltip", tooltip),
                    ]),
            ]
        ]
        if isJoined {
            layers.append([
                "mark": ["type": "line", "strokeWidth": 2],
                "encoding": .object(shared.filter { $0.0 != "shape" } + [("y", axis)]),
            ])
        }
        layers.append([
            "mark": ["type": "point", "filled": true, "size": 45, "opacity": 1],
            "encoding": .object(shared.filter { $0.0 != "strokeDash" } + [("y", axis), ("tooltip", tooltip)]),
        ])
        return [
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json", "width": "container", "height": 190,
            "background": .null, "autosize": ["type": "fit", "contains": "padding"], "data": ["values": .list(values)],
            "layer": .list(layers),
            "config": [
                "range": [
                    "category": [
                        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000",
                    ]
                ]
            ],
        ]
    }
}
