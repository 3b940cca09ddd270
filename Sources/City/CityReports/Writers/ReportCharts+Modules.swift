// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The charts of the modules; none for a module that is not told.
extension ReportCharts {
    var modules: [ReportChart] { [lateness, outcomes, occupancy, detours, saved].compactMap { $0 } }

    /// A histogram's bars: `from` and `to` in its unit. The open bins at both ends are drawn one step wide.
    private func bars(_ bins: Bins, _ counted: String) -> [JSONValue] {
        bins.counts.enumerated().map { index, count in
            let to = bins.first + Double(index) * bins.step
            let words =
                index == 0
                ? "up to \(Text.number(to, to == to.rounded() ? 0 : 2))"
                : bins.edge(index) == nil ? "above \(Text.number(to - bins.step, to == to.rounded() ? 0 : 2))" : ""
            return .object([
                ("from", .number(tidy(to - bins.step))), ("to", .number(tidy(to))), (counted, JSONValue(count)),
                ("bin", .text(words)),
            ])
        }
    }

    private func column(_ bins: Bins, _ title: String, _ counted: String) -> JSONValue {
        let low = tidy(bins.first - bins.step)
        let high = tidy(bins.first + Double(bins.counts.count - 1) * bins.step)
        return [
            "mark": ["type": "bar", "color": Self.colours.blue, "binSpacing": 1],
            "encoding": [
                "x": [
                    "field": "from", "type": "quantitative", "bin": ["binned": true],
                    "scale": ["domain": [.number(low), .number(high)], "nice": false],
                    "axis": ["title": .text(title), "format": "~g"],
                ],
                "x2": ["field": "to"],
                "y": [
                    "field": .text(counted), "type": "quantitative",
                    "axis": ["title": .text(counted), "tickMinStep": 1],
                ],
                "tooltip": [
                    ["field": "from", "title": "above", "format": "~g"],
                    ["field": "to", "title": "at most", "format": "~g"],
                    ["field": "bin", "title": "open end"],
                    ["field": .text(counted)],
                ],
            ],
        ]
    }

    /// A dashed line with its words beside it, so that no colour is needed.
    private func mark(at value: Double, _ words: String, dash: JSONValue) -> [JSONValue] {
        [
            [
                "data": ["values": [["at": .number(value)]]],
                "mark": ["type": "rule", "strokeDash": dash, "strokeWidth": 1.5, "color": "#222"],
                "encoding": ["x": ["field": "at", "type": "quantitative"]],
            ],
            [
                "data": ["values": [["at": .number(value), "words": .text(words)]]],
                "mark": ["type": "text", "align": "center", "baseline": "bottom", "color": "#222"],
                "encoding": [
                    "x": ["field": "at", "type": "quantitative"], "y": ["value": -3],
                    "text": ["field": "words"],
                ],
            ],
        ]
    }

    private var lateness: ReportChart? {
        guard let bins = result.reservations?.latenessMinutes, bins.total > 0 else { return nil }
        return ReportChart(
            id: "lateness", title: "Punctuality of reserved taxis",
            hint:
                "Minutes from the agreed pick-up to the taxi's arrival; below 0 the taxi is early and waits. The dashed "
                + "lines are the marks of the assumptions: 90 % within 10 min, all within 20 min. The first and the last "
                + "bar hold all that is earlier or later.",
            spec: spec(
                220, bars(bins, "reservations"),
                [
                    (
                        "layer",
                        .list(
                            [column(bins, "minutes after the agreed pick-up", "reservations")]
                                + mark(at: 10, "10 min: 90 %", dash: [6, 4])
                                + mark(at: 20, "20 min: all", dash: [2, 3]))
                    )
                ]))
    }

    private var outcomes: ReportChart? {
        guard let reservations = result.reservations, reservations.stored > 0 else { return nil }
        let values = ReservationOutcome.allCases.map { outcome -> JSONValue in
            [
                "outcome": .text(Self.words(of: outcome)),
                "reservations": JSONValue(reservations.outcomes[outcome.word] ?? 0),
            ]
        }
        // Room for the number beside the longest bar.
        let most = (Double(reservations.outcomes.values.max() ?? 0) * 1.12).rounded(.up)
        let y: JSONValue = [
            "field": "outcome", "type": "nominal", "sort": .null, "axis": ["title": .null, "labelLimit": 220],
        ]
        let x: JSONValue = [
            "field": "reservations", "type": "quantitative", "axis": ["title": "reservations", "tickMinStep": 1],
            "scale": ["domain": [0, .number(most)], "nice": false],
        ]
        return ReportChart(
            id: "outcomes", title: "Reservations by outcome", hint: "How the reservations were settled.",
            spec: spec(
                170, values,
                [
                    (
                        "layer",
                        [
                            [
                                "mark": ["type": "bar", "color": Self.colours.blue, "tooltip": true],
                                "encoding": ["y": y, "x": x],
                            ],
                            [
                                "mark": ["type": "text", "align": "left", "dx": 4, "color": "#222"],
                                "encoding": ["y": y, "x": x, "text": ["field": "reservations"]],
                            ],
                        ]
                    )
                ]))
    }

    /// An outcome in words.
    static func words(of outcome: ReservationOutcome) -> String {
        switch outcome {
        case .fulfilled: "fulfilled"
        case .cancelled: "cancelled by the passenger"
        case .dropped: "dropped, passenger busy"
        case .released: "released, nobody there"
        case .unserved: "unserved, no driver"
        case .runEnded: "open at the end of the run"
        }
    }

    private var occupancy: ReportChart? {
        guard let sharing = result.sharing, sharing.rides > 0 else { return nil }
        func rows(_ counts: [Int], _ what: String) -> [JSONValue] {
            counts.enumerated().map { index, count in
                [
                    "aboard": .text(index == 7 ? "8+" : "\(index + 1)"), "what": .text(what), "rides": JSONValue(count),
                ]
            }
        }
        let values = rows(sharing.ridesByPassengers, "passengers") + rows(sharing.ridesByTravelers, "travelers")
        return ReportChart(
            id: "occupancy", title: "Who is aboard of shared rides",
            hint: "Ended shared rides by the number of passengers (left, dark) and of travelers (right, light) aboard.",
            spec: spec(
                200, values,
                [
                    ("mark", ["type": "bar", "stroke": "#222", "strokeWidth": 0.7]),
                    (
                        "encoding",
                        [
                            "x": [
                                "field": "aboard", "type": "ordinal", "sort": .null,
                                "axis": ["title": "aboard", "labelAngle": 0],
                            ],
                            "xOffset": ["field": "what", "sort": ["passengers", "travelers"]],
                            "y": [
                                "field": "rides", "type": "quantitative", "axis": ["title": "rides", "tickMinStep": 1],
                            ],
                            "color": [
                                "field": "what", "type": "nominal", "title": "counted",
                                "scale": [
                                    "domain": ["passengers", "travelers"], "range": [Self.colours.blue, "#cfe8f7"],
                                ],
                            ],
                            "tooltip": [["field": "what"], ["field": "aboard"], ["field": "rides"]],
                        ]
                    ),
                ]))
    }

    private var detours: ReportChart? {
        guard let bins = result.sharing?.detourRatios, bins.total > 0 else { return nil }
        return ReportChart(
            id: "detours", title: "Detours of those who shared",
            hint:
                "Driven way divided by the direct way, of each passenger of a ride with several aboard. 1 is no detour: "
                + "the first bar holds who was driven no detour, and the last one all that is longer.",
            spec: spec(
                200, Self.detourBars(bins),
                [
                    ("mark", ["type": "bar", "color": Self.colours.blue]),
                    (
                        "encoding",
                        [
                            "x": [
                                "field": "label", "type": "ordinal", "sort": .null,
                                "axis": [
                                    "title": "driven way divided by the direct way, at most", "labelAngle": 0,
                                    "labelOverlap": true,
                                ],
                            ],
                            "y": [
                                "field": "passengers", "type": "quantitative",
                                "axis": ["title": "passengers", "tickMinStep": 1],
                            ],
                            "tooltip": [["field": "ratio", "title": "ratio"], ["field": "passengers"]],
                        ]
                    ),
                ]))
    }

    /// One bar a step. The first bin is no step: whoever has no detour is in it.
    static func detourBars(_ bins: Bins) -> [JSONValue] {
        bins.counts.enumerated().map { index, count in
            let from = Text.number(bins.first + Double(index - 1) * bins.step, 2)
            let to = bins.edge(index).map { Text.number($0, 2) }
            let words = index == 0 ? "no detour" : to.map { "\(from) to \($0)" } ?? "above \(from)"
            return [
                "label": .text(index == 0 ? "no detour" : to ?? "above"), "ratio": .text(words),
                "passengers": JSONValue(count),
            ]
        }
    }

    private var saved: ReportChart? {
        guard let hours = result.sharing?.hours, !hours.isEmpty else { return nil }
        let values = columns.compactMap { step -> JSONValue? in
            guard let first = step.hours.first?.hour, let last = step.hours.last?.hour else { return nil }
            let found = hours.filter { first...last ~= $0.hour }
            guard !found.isEmpty else { return nil }
            let (alone, driven) = (found.reduce(0) { $0 + $1.alone }, found.reduce(0) { $0 + $1.driven })
            return [
                "label": .text(step.label), "saved": .number(tidy(alone - driven)), "alone": .number(alone),
                "driven": .number(driven), "rides": JSONValue(found.reduce(0) { $0 + $1.rides }),
                "together": JSONValue(found.reduce(0) { $0 + $1.together }),
            ]
        }
        return ReportChart(
            id: "saved", title: "Distance saved by sharing",
            hint:
                "Kilometres that the passengers would have been driven alone, minus those driven together, for the "
                + "\(stepWord) in which the rides ended.",
            spec: spec(
                200, values,
                [
                    ("mark", ["type": "bar", "color": Self.colours.blue]),
                    (
                        "encoding",
                        [
                            "x": stepAxis,
                            "y": ["field": "saved", "type": "quantitative", "axis": ["title": "saved (km)"]],
                            "tooltip": [
                                ["field": "label", "title": .text(stepWord)], ["field": "saved", "format": ".1f"],
                                ["field": "alone", "format": ".1f"], ["field": "driven", "format": ".1f"],
                                ["field": "rides"], ["field": "together"],
                            ],
                        ]
                    ),
                ]))
    }
}
