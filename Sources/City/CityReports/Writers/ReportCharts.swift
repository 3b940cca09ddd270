// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// One chart of the report: a Vega-Lite specification with a title and a sentence that says it in words.
struct ReportChart {
    let id: String
    let title: String
    let hint: String
    let spec: JSONValue
    /// Many small marks are drawn on a canvas; the rest as SVG, which prints well.
    var usesCanvas = false
}

/// The charts of a run. Colours are from the Okabe-Ito set and viridis; every series also differs in dash, point or order,
/// and every mark tells its values in a tooltip.
struct ReportCharts {
    let context: RunContext
    let result: MetricsResult

    var all: [ReportChart] {
        [calls, waits, waitSeries, offers, shares, queues, lorenz, zoneWaits].compactMap { $0 } + server + modules
    }

    static let colours = (
        green: JSONValue("#009e73"), orange: JSONValue("#d55e00"), blue: JSONValue("#0072b2"),
        sky: JSONValue("#56b4e9"), grey: JSONValue("#999999"), yellow: JSONValue("#e69f00"), pink: JSONValue("#cc79a7")
    )

    /// `8:00` for a run of one day, `2 8:00` with the day when it is longer.
    func label(hour: Int) -> String {
        let time = context.start + .hours(hour)
        let clock = "\(time.hourOfDay):00"
        guard result.hours.count > 24 else { return clock }
        return "\(hour / 24 + 1) \(clock)"
    }

    func spec(_ height: Int, _ values: [JSONValue], _ rest: [(String, JSONValue)]) -> JSONValue {
        .object(
            [
                ("$schema", "https://vega.github.io/schema/vega-lite/v6.json"), ("width", "container"),
                ("height", JSONValue(height)), ("background", .null),
                ("autosize", ["type": "fit", "contains": "padding"]), ("data", ["values": .list(values)]),
            ] + rest)
    }

    /// Whether charts over the run go by days: hours of more than a week are too thin to be seen.
    private var isByDays: Bool { result.hours.count > 7 * 24 }

    /// The columns of the charts over the run, with their hours.
    var columns: [(label: String, hours: ArraySlice<HourResult>)] {
        let width = isByDays ? 24 : 1
        return stride(from: 0, to: result.hours.count, by: width).map { first in
            let hours = result.hours[first..<min(first + width, result.hours.count)]
            return (isByDays ? "\(first / width + 1)" : label(hour: result.hours[first].hour), hours)
        }
    }

    var stepWord: String { isByDays ? "day" : "hour" }

    /// The axis of these columns. The values come in their order, so nothing is sorted: a list to sort by becomes one nested
    /// expression, too deep for a browser when it is long.
    var stepAxis: JSONValue {
        [
            "field": "label", "type": "ordinal", "sort": .null,
            "axis": [
                "title": .text(isByDays ? "day of the run" : "hour (clock time at its start)"), "labelAngle": 0,
                "labelOverlap": true,
            ],
        ]
    }

    private var calls: ReportChart? {
        let words = ["fulfilled", "abandoned", "released", "open at end", "aborted", "refused"]
        let kinds: [KeyPath<CallCounts, Int>] = [
            \.fulfilled, \.abandoned, \.released, \.openAtEnd, \.aborted, \.refused,
        ]
        let values = columns.flatMap { step -> [JSONValue] in
            zip(words, kinds).enumerated().map { index, pair in
                [
                    "label": .text(step.label), "outcome": .text(pair.0),
                    "calls": JSONValue(step.hours.reduce(0) { $0 + $1.calls[keyPath: pair.1] }),
                    "order": JSONValue(index),
                ]
            }
        }
        let colours = Self.colours
        return ReportChart(
            id: "calls", title: "Calls by outcome",
            hint: "Calls by the \(stepWord) in which they were made, stacked by what became of them.",
            spec: spec(
                240, values,
                [
                    ("mark", ["type": "bar", "stroke": "white", "strokeWidth": 0.5, "tooltip": true]),
                    (
                        "encoding",
                        [
                            "x": stepAxis,
                            "y": [
                                "field": "calls", "type": "quantitative",
                                "axis": ["title": .text(isByDays ? "calls a day" : "calls an hour")],
                            ],
                            "order": ["field": "order"],
                            "color": [
                                "field": "outcome", "type": "nominal", "title": "outcome",
                                "scale": [
                                    "domain": .list(words.map { .text($0) }),
                                    "range": [
                                        colours.blue, colours.yellow, colours.pink, colours.grey, colours.orange,
                                        "#000000",
                                    ],
                                ],
                            ],
                            "tooltip": [
                                ["field": "label", "title": .text(stepWord)], ["field": "outcome"], ["field": "calls"],
                            ],
                        ]
                    ),
                ]))
    }

    private var waits: ReportChart? {
        let values = result.hours.flatMap { hour -> [JSONValue] in
            guard let wait = hour.wait else { return [] }
            return [("p95", wait.p95), ("p90", wait.p90), ("p50", wait.p50)].map { name, value in
                [
                    "label": .text(label(hour: hour.hour)), "h": JSONValue(hour.hour), "quantile": .text(name),
                    "minutes": .number(tidy(value / 60)),
                    "requests": JSONValue(wait.count),
                ]
            }
        }
        guard !values.isEmpty else { return nil }
        let colours = Self.colours
        let order: JSONValue = ["field": "quantile", "scale": ["domain": ["p95", "p90", "p50"]]]
        var encoding: [(String, JSONValue)] = [
            // Quantiles of hours do not add up to those of a day, so these stay hours.
            (
                "x",
                isByDays
                    ? ["field": "h", "type": "quantitative", "axis": ["title": "hours since the start"]] : stepAxis
            ),
            ("y", ["field": "minutes", "type": "quantitative", "axis": ["title": "wait (min)"]]),
            (
                "color",
                [
                    "field": "quantile", "type": "nominal",
                    "scale": ["domain": ["p95", "p90", "p50"], "range": [colours.orange, colours.sky, colours.blue]],
                ]
            ),
            ("strokeDash", order),
        ]
        // Points of very many hours would hide each other.
        if !isByDays { encoding.append(("shape", order)) }
        encoding.append(
            (
                "tooltip",
                [
                    ["field": "label", "title": "hour"], ["field": "quantile"], ["field": "minutes", "format": ".1f"],
                    ["field": "requests"],
                ]
            ))
        return ReportChart(
            id: "waits", title: "Waits by hour",
            hint:
                "Minutes from the confirmed call to boarding; half of the passengers wait at most p50, 95 % at most p95.",
            spec: spec(
                240, values,
                [
                    (
                        "mark",
                        isByDays
                            ? ["type": "line", "strokeWidth": 0.7]
                            : ["type": "line", "point": ["size": 45, "filled": true], "strokeWidth": 2]
                    ),
                    ("encoding", .object(encoding)),
                ]))
    }

    private var waitSeries: ReportChart? {
        let series = result.series
        let values = series.waitMean.indices.compactMap { index -> JSONValue? in
            guard let wait = series.waitMean[index] else { return nil }
            return [
                "h": .number(tidy(Double(index) * series.stepSeconds / 3600)), "minutes": .number(tidy(wait / 60)),
                "requests": JSONValue(series.waits[index]),
            ]
        }
        guard values.count > 1 else { return nil }
        let warmUp = context.warmUp.inSeconds / 3600
        let line: JSONValue = [
            "mark": ["type": "line", "strokeWidth": 1.5, "color": Self.colours.blue, "tooltip": true],
            "encoding": [
                "x": ["field": "h", "type": "quantitative", "axis": ["title": "hours since the start"]],
                "y": ["field": "minutes", "type": "quantitative", "axis": ["title": "mean wait (min)"]],
                "tooltip": [
                    ["field": "h", "title": "hours", "format": ".2f"], ["field": "minutes", "format": ".1f"],
                    ["field": "requests"],
                ],
            ],
        ]
        let rule: JSONValue = [
            "mark": ["type": "rule", "strokeDash": [5, 4], "color": "#444"],
            "encoding": ["x": ["datum": .number(warmUp)]],
        ]
        let minutes = Text.number(series.stepSeconds / 60, 0)
        return ReportChart(
            id: "series", title: "Mean wait through the run",
            hint: "Means of \(minutes) minutes, by the time of the call; the dashed line is the end of the warm-up.",
            spec: spec(160, values, [("layer", warmUp > 0 ? [line, rule] : [line])]))
    }

    private var offers: ReportChart? {
        let all = result.offersPerRequest.reduce(0, +)
        guard all > 0 else { return nil }
        let shown = result.offersPerRequest.prefix(10)
        var values = shown.enumerated().map { index, count -> JSONValue in
            [
                "offers": .text("\(index)"), "requests": JSONValue(count),
                "share": .number(tidy(Double(count) / Double(all))),
            ]
        }
        let rest = result.offersPerRequest.dropFirst(10).reduce(0, +)
        if rest > 0 {
            values.append([
                "offers": "10+", "requests": JSONValue(rest), "share": .number(tidy(Double(rest) / Double(all))),
            ])
        }
        return ReportChart(
            id: "offers", title: "Drivers asked for a request",
            hint: "How many offers a request needed until it was accepted or ended; 0 means that nobody was there.",
            spec: spec(
                200, values,
                [
                    ("mark", ["type": "bar", "color": Self.colours.blue, "tooltip": true]),
                    (
                        "encoding",
                        [
                            "x": [
                                "field": "offers", "type": "ordinal", "sort": .null,
                                "axis": ["title": "offers", "labelAngle": 0],
                            ],
                            "y": ["field": "requests", "type": "quantitative", "axis": ["title": "requests"]],
                            "tooltip": [
                                ["field": "offers"], ["field": "requests"], ["field": "share", "format": ".1%"],
                            ],
                        ]
                    ),
                ]))
    }

    private var shares: ReportChart? {
        let words = ["with passenger", "to pick-up", "available", "off shift"]
        let values = columns.flatMap { step -> [JSONValue] in
            let hours = step.hours.map(\.driverShares).filter { $0.count == words.count }
            guard !hours.isEmpty else { return [] }
            return words.enumerated().map { index, word in
                let share = hours.reduce(0) { $0 + $1[words.count - 1 - index] } / Double(hours.count)
                return [
                    "label": .text(step.label), "what": .text(word), "share": .number(share), "order": JSONValue(index),
                ]
            }
        }
        guard !values.isEmpty else { return nil }
        let colours = Self.colours
        return ReportChart(
            id: "shares", title: "Drivers' time by \(stepWord)",
            hint:
                "Shares of all drivers' time; the order from below is with passenger, to pick-up, available, off shift.",
            spec: spec(
                220, values,
                [
                    ("mark", ["type": "bar", "stroke": "white", "strokeWidth": 0.5]),
                    (
                        "encoding",
                        [
                            "x": stepAxis,
                            "y": [
                                "field": "share", "type": "quantitative", "scale": ["domain": [0, 1]],
                                "axis": ["title": "share of time", "format": "%"],
                            ],
                            "order": ["field": "order"],
                            "color": [
                                "field": "what", "type": "nominal", "title": "drivers",
                                "scale": [
                                    "domain": .list(words.map { .text($0) }),
                                    "range": [colours.blue, colours.sky, colours.yellow, "#dddddd"],
                                ],
                            ],
                            "tooltip": [
                                ["field": "label", "title": .text(stepWord)], ["field": "what", "title": "drivers"],
                                ["field": "share", "format": ".1%"],
                            ],
                        ]
                    ),
                ]))
    }

    private var queues: ReportChart? {
        // The zones with most requests; a heat map of more rows cannot be read.
        let zones = result.zones.sorted { ($0.calls.stored, $1.zone) > ($1.calls.stored, $0.zone) }.prefix(40)
        let steps = result.series.stored.count
        guard !zones.isEmpty, steps > 0 else { return nil }
        let width = max(1, (steps + 71) / 72)
        let hours = result.series.stepSeconds * Double(width) / 3600
        let values = zones.sorted { $0.zone < $1.zone }.flatMap { zone -> [JSONValue] in
            stride(from: 0, to: zone.queueSeries.count, by: width).map { from in
                let part = zone.queueSeries[from..<min(from + width, zone.queueSeries.count)]
                let start = Double(from) * result.series.stepSeconds / 3600
                return [
                    "zone": .text("\(zone.zone) \(zone.name.prefix(22).shown)"), "from": .number(tidy(start)),
                    "to": .number(tidy(start + hours)),
                    "drivers": .number(tidy(part.reduce(0, +) / Double(part.count))),
                ]
            }
        }
        let shown =
            zones.count < result.zones.count
            ? " The \(zones.count) zones with most requests, of \(result.zones.count)." : ""
        return ReportChart(
            id: "queues", title: "Drivers waiting in the zone queues",
            hint: "Mean length of each zone's queue through the run; dark is long, light is short or empty." + shown,
            spec: spec(
                15 * zones.count + 100, values,
                [
                    ("mark", ["type": "rect"]),
                    (
                        "encoding",
                        [
                            "x": ["field": "from", "type": "quantitative", "axis": ["title": "hours since the start"]],
                            "x2": ["field": "to"],
                            "y": [
                                "field": "zone", "type": "nominal", "sort": .null,
                                "axis": ["title": .null, "labelLimit": 150],
                            ],
                            "color": [
                                "field": "drivers", "type": "quantitative",
                                "scale": ["scheme": "viridis", "reverse": true],
                                "legend": ["title": "drivers"],
                            ],
                            "tooltip": [
                                ["field": "zone"], ["field": "from", "title": "hours from", "format": ".2f"],
                                ["field": "to", "title": "to", "format": ".2f"],
                                ["field": "drivers", "format": ".1f"],
                            ],
                        ]
                    ),
                ]), usesCanvas: true)
    }

    private var lorenz: ReportChart? {
        guard !result.lorenz.isEmpty else { return nil }
        let values: [JSONValue] = result.lorenz.map { ["drivers": .number($0.drivers), "rides": .number($0.rides)] }
        let axes: JSONValue = [
            "x": [
                "field": "drivers", "type": "quantitative", "scale": ["domain": [0, 1]],
                "axis": ["title": "share of the drivers, fewest rides first", "format": "%", "tickCount": 5],
            ],
            "y": [
                "field": "rides", "type": "quantitative", "scale": ["domain": [0, 1]],
                "axis": ["title": "their share of the rides", "format": "%"],
            ],
        ]
        let even: JSONValue = [
            "data": ["values": [["drivers": 0, "rides": 0], ["drivers": 1, "rides": 1]]],
            "mark": ["type": "line", "strokeDash": [5, 4], "color": "#666"], "encoding": axes,
        ]
        let curve: JSONValue = [
            "mark": ["type": "line", "strokeWidth": 2, "color": Self.colours.blue, "tooltip": true], "encoding": axes,
        ]
        return ReportChart(
            id: "lorenz", title: "Fairness among drivers (Lorenz curve)",
            hint:
                "Rides by hour in service. On the dashed line all drivers have the same; the further below, the less even.",
            spec: spec(260, values, [("layer", [even, curve])]))
    }

    private var zoneWaits: ReportChart? {
        let zones = result.zones.filter { $0.wait != nil }
            .sorted { ($0.wait?.mean ?? 0, $1.zone) > ($1.wait?.mean ?? 0, $0.zone) }
        guard zones.count > 1 else { return nil }
        // The ends of the row tell the spread: the longest waits and the shortest.
        let shown = zones.count <= 30 ? zones : Array(zones.prefix(20) + zones.suffix(10))
        let values = shown.compactMap { zone -> JSONValue? in
            guard let wait = zone.wait else { return nil }
            return [
                "zone": .text("\(zone.zone) \(zone.name.prefix(22).shown)"), "mean": .number(tidy(wait.mean / 60)),
                "p95": .number(tidy(wait.p95 / 60)), "requests": JSONValue(wait.count),
            ]
        }
        let y: JSONValue = [
            "field": "zone", "type": "nominal", "sort": .null, "axis": ["title": .null, "labelLimit": 150],
        ]
        let tip: JSONValue = [
            ["field": "zone"], ["field": "mean", "format": ".1f", "title": "mean (min)"],
            ["field": "p95", "format": ".1f", "title": "p95 (min)"], ["field": "requests"],
        ]
        let x: JSONValue = [
            "field": "mean", "type": "quantitative", "axis": ["title": "wait (min)", "tickCount": 8, "format": "~g"],
        ]
        return ReportChart(
            id: "zonewaits", title: "Fairness among zones (waits)",
            hint: "Bar: mean wait; tick: 95 % wait at most this. Longest first"
                + (shown.count < zones.count ? "; the 20 longest and 10 shortest of \(zones.count) zones." : "."),
            spec: spec(
                16 * shown.count + 50, values,
                [
                    (
                        "layer",
                        [
                            [
                                "mark": ["type": "bar", "color": Self.colours.sky, "height": 10],
                                "encoding": ["y": y, "x": x, "tooltip": tip],
                            ],
                            [
                                "mark": ["type": "tick", "color": Self.colours.orange, "thickness": 2, "size": 12],
                                "encoding": [
                                    "y": y, "x": ["field": "p95", "type": "quantitative"], "tooltip": tip,
                                ],
                            ],
                        ]
                    )
                ]))
    }
}
