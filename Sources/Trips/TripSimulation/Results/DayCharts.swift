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

    /// Coming late; why is told of those who missed it.
    var waits: [WaitRow] { cases.map { $0.waitRow() } }

    var charts: [ReportChart] {
        let onTheWay = DayPart.allCases.filter { $0 != .activity }
        return [
            ReportChart(
                id: "trips-hours", title: "What people do, hour by hour",
                hint: "Hours of all people together, by what they went on; being at home is left out.",
                specification: Self.parts(DayPart.allCases), rows: partRows(DayPart.allCases)),
            ReportChart(
                id: "trips-way", title: "On the way, hour by hour",
                hint: "The same without activities: walking, riding and waiting.",
                specification: Self.parts(onTheWay), rows: partRows(onTheWay)),
            ReportChart(
                id: "trips-means", title: "How people go",
                hint: "Legs of journeys by means, as their length in kilometres.",
                specification: Self.means, rows: meansRows),
        ]
    }

    private func partRows(_ parts: [DayPart]) -> [[String: JSONValue]] {
        hours.enumerated().flatMap { hour, spent in
            parts.map { part in
                let nanoseconds = spent[Int(part.rawValue)]
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

    /// Each part has its colour, in whichever chart it is.
    private static func parts(_ parts: [DayPart]) -> String {
        func list(_ texts: [String]) -> String { texts.map { "\"\($0)\"" }.joined(separator: ", ") }
        return """
            {"data": {"name": "rows"}, "height": 220, "mark": {"type": "bar", "tooltip": true}, "encoding": {
            "x": {"field": "hour", "type": "quantitative", "bin": {"binned": true, "step": 1}, "axis": "$clockAxis", "scale": "$clockScale"},
            "x2": {"field": "to"}, "y": {"field": "hours", "type": "quantitative", "axis": {"title": "person-hours"}},
            "order": {"field": "order"},
            "color": {"field": "part", "type": "nominal", "sort": null, "legend": {"title": null}, "scale": {
            "domain": [\(list(parts.map(\.name)))], "range": [\(list(parts.map(\.colour)))]}}}}
            """
    }

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
