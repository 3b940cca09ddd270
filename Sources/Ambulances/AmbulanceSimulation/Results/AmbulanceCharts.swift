// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension AmbulanceFold {
    var charts: [ReportChart] {
        [coverage].compactMap(\.self) + [
            ReportChart(
                id: "ambulances-response", title: "Response by priority",
                hint:
                    "Share of calls whose first ambulance was there within so many minutes of the call. A curve that ends below 100 % has "
                    + "calls that took longer than half an hour, or that nobody had reached when the run ended.",
                specification: Self.response, rows: responses),
            ReportChart(
                id: "ambulances-busy", title: "Ambulances with a call, and on duty",
                hint: "Mean numbers over time.", specification: Self.lines("ambulances", "busy", "on duty"),
                rows: over(("busy", totals.busy), ("on duty", totals.onDuty))),
            ReportChart(
                id: "ambulances-waiting", title: "Calls that wait for an ambulance",
                hint: "Mean number over time of calls for which no ambulance is free.",
                specification: Self.lines("calls", "waiting"), rows: over(("waiting", totals.waiting))),
        ]
    }

    /// For each priority, the share of its calls within each half minute.
    private var responses: [[String: JSONValue]] {
        priorities.enumerated().flatMap { index, name -> [[String: JSONValue]] in
            let response = totals.byPriority[index]
            guard response.times.count > 0 else { return [] }
            var within = 0
            return response.bins.counts.dropLast().enumerated().map { step, count in
                within += count
                return [
                    "priority": .text(name), "minutes": .number(Double(step + 1) / 2),
                    "share": .number(Double(within) / Double(response.times.count)),
                ]
            }
        }
    }

    /// Mean levels of each step of time.
    private func over(_ levels: (name: String, level: SteppedLevel)...) -> [[String: JSONValue]] {
        let count = Int((end - start) / step)
        return (0..<count).map { index in
            var row: [String: JSONValue] = ["hour": .number((start.sinceMidnight + step * index).inSeconds / 3600)]
            for (name, level) in levels { row[name] = .number(Double(level.bin(index)) / Double(step.nanoseconds)) }
            return row
        }
    }

    private static let response = """
        {"data": {"name": "rows"}, "height": 200, "mark": {"type": "line", "interpolate": "step-after", "tooltip": true},
        "encoding": {"x": {"field": "minutes", "type": "quantitative", "axis": {"title": "minutes"}},
        "y": {"field": "share", "type": "quantitative", "scale": {"domain": [0, 1]},
        "axis": {"title": "share of calls", "format": "%"}},
        "color": {"field": "priority", "type": "nominal", "sort": null, "legend": {"title": null}}}}
        """

    private static func lines(_ axis: String, _ series: String...) -> String {
        """
        {"data": {"name": "rows"}, "height": 160,
        "transform": [{"fold": [\(series.map { "\"\($0)\"" }.joined(separator: ", "))]}],
        "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "y": {"field": "value", "type": "quantitative", "axis": {"title": "\(axis)"}},
        "color": {"field": "key", "type": "nominal", "legend": {"title": null}}}}
        """
    }
}
