// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The charts of the server and of the accounts; none without them.
extension ReportCharts {
    var server: [ReportChart] {
        [processing, processingSeries, serverQueue, workers, sensitivity, refusals, registrations, logins]
            .compactMap { $0 }
    }

    /// The two targets as dashed lines with their words beside them, so that no colour is needed.
    private func targets(across: String) -> [JSONValue] {
        [(5, "5 s: 95 %", [6, 4]), (10, "10 s: all", [2, 3])].flatMap { at, words, dash -> [JSONValue] in
            let data: JSONValue = ["values": [["seconds": .number(Double(at)), "words": .text(words)]]]
            let place: JSONValue = ["field": "seconds", "type": "quantitative"]
            let dash = JSONValue.list(dash.map { JSONValue($0) })
            let isColumn = across == "x"
            let text: JSONValue =
                isColumn
                ? ["type": "text", "align": "center", "baseline": "bottom", "color": "#222"]
                : ["type": "text", "align": "right", "baseline": "bottom", "dy": -2, "color": "#222"]
            let at: JSONValue =
                isColumn
                ? ["x": place, "y": ["value": -3], "text": ["field": "words"]]
                : ["y": place, "x": ["value": "width"], "text": ["field": "words"]]
            return [
                [
                    "data": data,
                    "mark": ["type": "rule", "strokeDash": dash, "strokeWidth": 1.5, "color": "#222"],
                    "encoding": isColumn ? ["x": place] : ["y": place],
                ],
                ["data": data, "mark": text, "encoding": at],
            ]
        }
    }

    /// A logarithmic axis has no zero: what took no time is drawn at a millisecond.
    private func drawn(_ seconds: Double) -> JSONValue { .number(tidy(max(seconds, 0.001))) }

    private var processing: ReportChart? {
        guard let server = result.server, server.processing.count > 0 else { return nil }
        let rows = [("all", server.processing)] + server.kinds.map { ($0.kind, $0.processing) }
        let values = rows.flatMap { kind, processing -> [JSONValue] in
            guard let time = processing.time else { return [] }
            return [("p50", time.p50), ("p95", time.p95), ("p99", time.p99), ("max", time.max)].map { name, value in
                [
                    "kind": .text(kind), "quantile": .text(name), "seconds": drawn(value), "exact": .number(value),
                    "messages": JSONValue(processing.count),
                ]
            }
        }
        let colours = Self.colours
        let marks: JSONValue = [
            "mark": ["type": "point", "filled": true, "size": 70, "opacity": 1],
            "encoding": [
                "y": ["field": "kind", "type": "nominal", "sort": .null, "axis": ["title": .null, "grid": true]],
                "x": [
                    "field": "seconds", "type": "quantitative", "scale": ["type": "log"],
                    "axis": ["title": "processing time (s), logarithmic", "format": "~g"],
                ],
                "shape": [
                    "field": "quantile", "title": "quantile",
                    "scale": [
                        "domain": ["p50", "p95", "p99", "max"],
                        "range": ["circle", "square", "triangle-up", "diamond"],
                    ],
                ],
                "color": [
                    "field": "quantile", "type": "nominal", "title": "quantile",
                    "scale": [
                        "domain": ["p50", "p95", "p99", "max"],
                        "range": [colours.sky, colours.blue, colours.yellow, colours.orange],
                    ],
                ],
                "tooltip": [
                    ["field": "kind"], ["field": "quantile"], ["field": "exact", "title": "seconds", "format": ".3f"],
                    ["field": "messages"],
                ],
            ],
        ]
        return ReportChart(
            id: "processing", title: "Processing time by kind of message",
            hint:
                "Circle: half of the messages took at most this; square: 95 %; triangle: 99 %; diamond: the slowest. The "
                + "dashed lines are the targets: 95 % under 5 s, all under 10 s.",
            spec: spec(26 * rows.count + 60, values, [("layer", .list([marks] + targets(across: "x")))]))
    }

    /// Minutes, or hours for a run of more than six.
    private var unit: (name: String, seconds: Double) {
        (context.end - context.start) > .hours(6) ? ("hours", 3600) : ("minutes", 60)
    }

    private func time(_ index: Int, _ server: ServerResult) -> JSONValue {
        .number(tidy(Double(index) * server.stepSeconds / unit.seconds))
    }

    private var timeAxis: JSONValue {
        [
            "field": "t", "type": "quantitative", "axis": ["title": .text("\(unit.name) since the start")],
            "scale": ["nice": false],
        ]
    }

    /// The end of the warm-up.
    private var warmUpRule: [JSONValue] {
        guard context.warmUp > .zero else { return [] }
        return [
            [
                "mark": ["type": "rule", "strokeDash": [5, 4], "color": "#444"],
                "encoding": ["x": ["datum": .number(tidy(context.warmUp.inSeconds / unit.seconds))]],
            ]
        ]
    }

    private func steps(_ server: ServerResult) -> String {
        let seconds = server.stepSeconds
        return "Steps of " + (seconds < 60 ? Text.number(seconds, 0) + " s" : Text.number(seconds / 60, 0) + " min")
            + (context.warmUp > .zero ? "; the dashed upright line is the end of the warm-up." : ".")
    }

    private var processingSeries: ReportChart? {
        guard let server = result.server else { return nil }
        let values = server.bins.enumerated().flatMap { index, bin -> [JSONValue] in
            [("max", bin.max), ("p95", bin.p95)].compactMap { name, value in
                guard let value else { return nil }
                return [
                    "t": time(index, server), "quantile": .text(name), "seconds": drawn(value),
                    "exact": .number(tidy(value)), "messages": JSONValue(bin.answered),
                ]
            }
        }
        guard values.count > 2 else { return nil }
        let line: JSONValue = [
            "mark": ["type": "line", "strokeWidth": 1.5],
            "encoding": [
                "x": timeAxis,
                "y": [
                    "field": "seconds", "type": "quantitative", "scale": ["type": "log"],
                    "axis": ["title": "processing time (s)", "format": "~g"],
                ],
                "color": [
                    "field": "quantile", "type": "nominal",
                    "scale": ["domain": ["p95", "max"], "range": [Self.colours.blue, Self.colours.orange]],
                ],
                "strokeDash": ["field": "quantile", "scale": ["domain": ["p95", "max"]]],
                "tooltip": [
                    ["field": "t", "title": .text(unit.name), "format": ".2f"], ["field": "quantile"],
                    ["field": "exact", "title": "seconds", "format": ".3f"], ["field": "messages"],
                ],
            ],
        ]
        return ReportChart(
            id: "processingseries", title: "Processing time through the run",
            hint:
                "The messages answered in each step: 95 % took at most p95 (full line), the slowest max (dashed line). "
                + steps(server),
            spec: spec(200, values, [("layer", .list([line] + targets(across: "y") + warmUpRule))]))
    }

    private func bins(_ server: ServerResult) -> [JSONValue] {
        server.bins.enumerated().map { index, bin in
            [
                "t": time(index, server), "rate": .number(tidy(Double(bin.arrivals) / server.stepSeconds)),
                "mean": .number(bin.waitingMean), "most": JSONValue(bin.waitingMax),
                "busy": JSONValue(bin.utilisation), "refused": JSONValue(bin.refused),
            ]
        }
    }

    private var tip: JSONValue {
        [
            ["field": "t", "title": .text(unit.name), "format": ".2f"],
            ["field": "rate", "title": "messages a second", "format": ".1f"],
            ["field": "mean", "title": "waiting, mean", "format": ".2f"],
            ["field": "most", "title": "waiting, most"],
            ["field": "busy", "title": "workers busy", "format": ".1%"], ["field": "refused"],
        ]
    }

    private var serverQueue: ReportChart? {
        guard let server = result.server, server.bins.contains(where: { $0.arrivals > 0 }) else { return nil }
        func y(_ field: String) -> JSONValue {
            [
                "field": .text(field), "type": "quantitative",
                "axis": ["title": "messages waiting", "tickMinStep": 1],
            ]
        }
        let most: JSONValue = [
            "mark": ["type": "area", "interpolate": "step-after", "color": "#cfe8f7", "line": false],
            "encoding": ["x": timeAxis, "y": y("most"), "tooltip": tip],
        ]
        let mean: JSONValue = [
            "mark": ["type": "line", "interpolate": "step-after", "strokeWidth": 1.5, "color": Self.colours.blue],
            "encoding": ["x": timeAxis, "y": y("mean"), "tooltip": tip],
        ]
        return ReportChart(
            id: "serverqueue", title: "Messages waiting for a worker",
            hint: "Line: mean of each step; area: most that an arriving message met. " + steps(server),
            spec: spec(140, bins(server), [("layer", .list([most, mean] + warmUpRule))]))
    }

    private var workers: ReportChart? {
        guard let server = result.server, server.bins.contains(where: { $0.utilisation != nil }) else { return nil }
        let area: JSONValue = [
            "mark": [
                "type": "area", "interpolate": "step-after", "color": "#cfe8f7",
                "line": ["color": Self.colours.blue, "interpolate": "step-after", "strokeWidth": 1.2],
            ],
            "encoding": [
                "x": timeAxis,
                "y": [
                    "field": "busy", "type": "quantitative", "scale": ["domain": [0, 1]],
                    "axis": ["title": "workers busy", "format": "%"],
                ],
                "tooltip": tip,
            ],
        ]
        return ReportChart(
            id: "workers", title: "Utilisation of the workers",
            hint: "Busy share of the workers' time while the server was up. " + steps(server),
            spec: spec(140, bins(server), [("layer", .list([area] + warmUpRule))]))
    }

    private var sensitivity: ReportChart? {
        guard let cells = result.server?.sensitivity.cells, cells.contains(where: { $0.processing.count > 0 }) else {
            return nil
        }
        let values = cells.map { cell -> JSONValue in
            let processing = cell.processing
            let share = ServerFold.percent(processing.underFive, processing.count)
            return [
                "workers": .text("\(cell.workers)"), "scale": .text("\(cell.scale) ×"),
                "kept": cell.keepsTarget ? "kept" : "broken",
                "words": .text((cell.keepsTarget ? "✓ kept" : "✗ broken") + (cell.isRun ? " (this run)" : "")),
                "share": .text("\(share) under 5 s"),
                "slowest": .text("slowest " + (processing.time.map { Text.secondsDown($0.max) } ?? "–") + " s"),
                "p95": JSONValue(processing.time?.p95), "busy": JSONValue(cell.utilisation),
            ]
        }
        let scales = Sensitivity.scales.map { JSONValue.text("\($0) ×") }
        let x: JSONValue = [
            "field": "scale", "type": "ordinal", "sort": .list(scales),
            "axis": ["title": "service times against this run", "labelAngle": 0],
        ]
        let y: JSONValue = ["field": "workers", "type": "ordinal", "sort": .null, "axis": ["title": "workers"]]
        func text(_ field: String, _ down: Int, weight: String) -> JSONValue {
            [
                "mark": ["type": "text", "dy": JSONValue(down), "color": "#111", "fontWeight": .text(weight)],
                "encoding": ["x": x, "y": y, "text": ["field": .text(field)]],
            ]
        }
        let rect: JSONValue = [
            "mark": ["type": "rect", "stroke": "#777", "strokeWidth": 1],
            "encoding": [
                "x": x, "y": y,
                "color": [
                    "field": "kept", "type": "nominal", "title": "target",
                    "scale": ["domain": ["kept", "broken"], "range": ["#cfe8f7", "#fdf3e7"]],
                ],
                "tooltip": [
                    ["field": "workers"], ["field": "scale"], ["field": "kept", "title": "target"],
                    ["field": "share"], ["field": "slowest"], ["field": "p95", "title": "p95 (s)", "format": ".3f"],
                    ["field": "busy", "title": "workers busy", "format": ".1%"],
                ],
            ],
        ]
        return ReportChart(
            id: "sensitivity", title: "The same load on other servers",
            hint:
                "Whether the target is kept: 95 % of all messages and of the calls under 5 s, all messages under 10 s.",
            spec: spec(
                62 * (cells.count / Sensitivity.scales.count) + 60, values,
                [
                    (
                        "layer",
                        [
                            rect, text("words", -15, weight: "bold"), text("share", 1, weight: "normal"),
                            text("slowest", 17, weight: "normal"),
                        ]
                    )
                ]))
    }

    /// Bars with their number beside them.
    private func counted(
        _ id: String, _ title: String, _ hint: String, _ rows: [(String, Int)], _ what: String
    ) -> ReportChart? {
        guard rows.contains(where: { $0.1 > 0 }) else { return nil }
        let values = rows.map { row -> JSONValue in ["what": .text(row.0), "count": JSONValue(row.1)] }
        // Room for the number beside the longest bar.
        let most = (Double(rows.map(\.1).max() ?? 0) * 1.12).rounded(.up)
        let y: JSONValue = [
            "field": "what", "type": "nominal", "sort": .null, "axis": ["title": .null, "labelLimit": 240],
        ]
        let x: JSONValue = [
            "field": "count", "type": "quantitative", "axis": ["title": .text(what), "tickMinStep": 1],
            "scale": ["domain": [0, .number(most)], "nice": false],
        ]
        return ReportChart(
            id: id, title: title, hint: hint,
            spec: spec(
                24 * rows.count + 40, values,
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
                                "encoding": ["y": y, "x": x, "text": ["field": "count"]],
                            ],
                        ]
                    )
                ]))
    }

    private var refusals: ReportChart? {
        guard let refused = result.server?.refused else { return nil }
        let rows = ServerRefusal.allCases.map { (Self.words(of: $0), refused[$0.word] ?? 0) }.filter { $0.1 > 0 }
        return counted(
            "refusals", "Refused messages by reason", "Messages that the door turned away; they changed nothing.", rows,
            "messages")
    }

    /// A reason in words.
    static func words(of reason: ServerRefusal) -> String {
        switch reason {
        case .plainChannel: "plain channel"
        case .notLoggedIn: "not logged in"
        case .wrongRole: "wrong role"
        case .wrongPerson: "speaks for somebody else"
        case .passwordChangeRequired: "password must be changed first"
        case .moduleOff: "module is off"
        case .rateLimited: "sends too much"
        case .serverBusy: "queue is full"
        case .timedOut: "waited too long"
        }
    }

    private var registrations: ReportChart? {
        guard let accounts = result.accounts else { return nil }
        func sum(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }
        let rows = [
            ("forms sent", sum(accounts.started)), ("came back", sum(accounts.rejected)),
            ("attempt ended", sum(accounts.aborted)), ("waits for the mail's link", accounts.accepted),
            ("confirmed", sum(accounts.confirmed) - (accounts.confirmed[ProofKind.enrolled.word] ?? 0)),
            ("expired", accounts.expired),
        ]
        return counted(
            "registrations", "Registrations",
            "How far the forms of registration came; a returned form may be sent again.",
            rows, "times")
    }

    private var logins: ReportChart? {
        guard let accounts = result.accounts else { return nil }
        let rows =
            [("succeeded", accounts.logins.values.reduce(0, +))]
            + LoginRefusal.allCases.map { ("refused: \($0.word)", accounts.loginsRefused[$0.word] ?? 0) }
            .filter { $0.1 > 0 }
        return counted("logins", "Logins by outcome", "Attempts to log in.", rows, "logins")
    }
}
