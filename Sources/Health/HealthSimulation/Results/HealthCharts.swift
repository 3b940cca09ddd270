// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Reporting

extension HealthFold {
    /// The charts of the report.
    var charts: [ReportChart] {
        [
            ReportChart(
                id: "health-batches", title: "Batches, and the workers that handle them",
                hint: "Batches received a second, and how many workers there were, mean over time.",
                specification: Self.batches, rows: load),
            ReportChart(
                id: "health-sos", title: "SOS and calls",
                hint: "SOS sent an hour, and how many of them became calls of an ambulance.",
                specification: Self.lines, rows: alarms),
        ]
    }

    private func hour(_ index: Int) -> JSONValue {
        .number((start.sinceMidnight + step * index).inSeconds / 3600)
    }

    private var steps: Range<Int> { 0..<Int((end - start) / step) }

    private var load: [[String: JSONValue]] {
        steps.map { index in
            [
                "hour": hour(index), "batches": .number(Double(batchBins[index]) / step.inSeconds),
                "workers": .number(Double(totals.workers.bin(index)) / Double(step.nanoseconds)),
            ]
        }
    }

    private var alarms: [[String: JSONValue]] {
        let perHour = 3600 / step.inSeconds
        return steps.map { index in
            [
                "hour": hour(index), "SOS": .number(Double(sosBins[index]) * perHour),
                "calls": .number(Double(callBins[index]) * perHour),
            ]
        }
    }

    private static let batches = """
        {"data": {"name": "rows"}, "height": 160, "encoding": {"x": {"field": "hour", "type": "quantitative",
        "axis": "$clockAxis", "scale": "$clockScale"}}, "layer": [
        {"mark": {"type": "area", "tooltip": true, "opacity": 0.4, "interpolate": "step-after"}, "encoding": {
        "y": {"field": "batches", "type": "quantitative", "axis": {"title": "batches a second"}}}},
        {"mark": {"type": "line", "tooltip": true, "interpolate": "step-after"}, "encoding": {
        "y": {"field": "workers", "type": "quantitative", "axis": {"title": "workers"}}}}],
        "resolve": {"scale": {"y": "independent"}}}
        """

    private static let lines = """
        {"data": {"name": "rows"}, "height": 160, "transform": [{"fold": ["SOS", "calls"]}],
        "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "y": {"field": "value", "type": "quantitative", "axis": {"title": "per hour"}},
        "color": {"field": "key", "type": "nominal", "legend": {"title": null}}}}
        """
}
