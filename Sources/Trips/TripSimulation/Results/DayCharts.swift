// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension DayFold: ServiceFold {
    /// In the order of `TripsSlice.metrics`.
    var values: [Double?] { told.map { $0.value(totals) } }
    /// What only a server brings is told where there is one.
    var toldMetrics: [MetricDescription]? { told.map(\.about) }
    private var told: [Metric<DayTotals>] { isServed ? Metric<DayTotals>.all : Metric<DayTotals>.unserved }

    /// The promises of the planner behind a gateway.
    var verdicts: [Verdict] { isServed ? totals.served.verdicts : [] }

    /// What became of activities.
    var cases: [CaseResult] { activities.map { [$0] } ?? [] }

    /// Coming late.
    var waits: [WaitRow] {
        cases.map { activities in
            activities.waitRow(
                zip(DelayCause.allCases, totals.causes).map { ($0.name, $1) }.filter { $0.1 > 0 })
        }
    }

    var charts: [ReportChart] {
        [
            ReportChart(
                id: "trips-hours", title: "What people do, hour by hour",
                hint: "Hours of all people together, by what they went on; being at home is left out.",
                specification: Self.parts, rows: partRows),
            ReportChart(
                id: "trips-means", title: "How people go",
                hint: "Legs of journeys by means, as their length in kilometres.",
                specification: Self.means, rows: meansRows),
        ]
    }

    private var partRows: [[String: JSONValue]] {
        hours.enumerated().flatMap { hour, spent in
            zip(DayPart.allCases, spent).map { part, nanoseconds in
                let from = start.sinceMidnight.inSeconds / 3600 + Double(hour)
                return [
                    "hour": .number(from), "to": .number(from + 1), "part": .text(part.name),
                    "order": .number(Double(part.rawValue)),
                    "hours": .number((Double(nanoseconds) / 3.6e12 * 1000).rounded() / 1000),
                ]
            }
        }
    }

    private var meansRows: [[String: JSONValue]] {
        TravelMeans.allCases.filter { totals.legs[Int($0.rawValue)] > 0 }.map { means in
            [
                "means": .text(means.label), "legs": .number(Double(totals.legs[Int(means.rawValue)])),
                "kilometres": .number(Double(totals.millimetres[Int(means.rawValue)] / 100_000) / 10),
            ]
        }
    }

    /// Why people came late, and what their hours went on.
    var pages: [String] { [causesTable, hoursTable, meansTable].filter { !$0.isEmpty } }

    private var causesTable: String {
        let all = totals.causes.reduce(0, +)
        guard all > 0 else { return "" }
        let rows = zip(DelayCause.allCases, totals.causes).filter { $0.1 > 0 }.sorted {
            ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue)
        }
        return ShownTable.html(
            "Why activities were late or missed", rows,
            .text("cause", "The first thing that went wrong on the way.") { $0.0.name },
            .count("activities", "Late and missed ones.") { $0.1 },
            .part("share (%)", "Of all late and missed ones.") { ($0.1, all) })
    }

    private var hoursTable: String {
        let rows = zip(DayPart.allCases, totals.spent).filter { $0.1 > 0 }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "What people's hours went on", rows, .text("what", "Being at home is left out.") { $0.0.name },
            .number("hours", "Of all people together.", 0) { Double($0.1) / 3.6e12 })
    }

    private var meansTable: String {
        let rows = TravelMeans.allCases.filter { totals.legs[Int($0.rawValue)] > 0 }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "By what people went", rows,
            .text("means", "Of each leg; a journey by bus has legs on foot too.") { $0.label },
            .count("legs", "Legs of journeys.") { [totals] in totals.legs[Int($0.rawValue)] },
            .number("km", "Their length; of lines that of the straight line from stop to stop.", 0) { [totals] in
                Double(totals.millimetres[Int($0.rawValue)]) / 1e6
            })
    }

    private static let parts = """
        {"data": {"name": "rows"}, "height": 220, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "bin": {"binned": true, "step": 1}, "axis": "$clockAxis", "scale": "$clockScale"},
        "x2": {"field": "to"}, "y": {"field": "hours", "type": "quantitative", "axis": {"title": "person-hours"}},
        "order": {"field": "order"},
        "color": {"field": "part", "type": "nominal", "sort": null, "legend": {"title": null}}}}
        """

    private static let means = """
        {"data": {"name": "rows"}, "height": 180, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "y": {"field": "means", "type": "nominal", "sort": null, "axis": {"title": null}},
        "x": {"field": "kilometres", "type": "quantitative", "axis": {"title": "kilometres"}}}}
        """
}

extension TravelMeans {
    /// For a reader.
    var label: String {
        switch self {
        case .walk: "on foot"
        case .ownBicycle: "own bicycle"
        case .sharedBicycle: "shared bicycle"
        case .ownCar: "own car"
        case .sharedCar: "shared car"
        case .hired: "taxi"
        case .bus: "bus"
        case .tram: "tram"
        case .metro: "metro"
        case .train: "train"
        case .ferry: "ferry"
        }
    }
}
