// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension HealthFold {
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
            ReportChart(
                id: "health-delays", title: "From a dangerous value to its SOS, through the run",
                hint:
                    "The line is the mean, the points are the longest of each step; in the marked times the service was down.",
                specification: Self.delays, rows: totals.sos > 0 ? delayRows : []),
            ReportChart(
                id: "health-reached", title: "From danger to ambulance",
                hint:
                    "Critical episodes by the minutes from their beginning to the ambulance at the door; red ones began, or waited for their "
                    + "SOS, while the service was down. A bar at 60 min has all that took longer. Episodes that nobody reached are in no bar.",
                specification: Self.reached, rows: reachedRows),
            ReportChart(
                id: "health-work", title: "What waited for the workers",
                hint:
                    "The time that the workers of that moment needed for the batches that waited, the longest of each step.",
                specification: Self.work, rows: totals.largestBacklog > 0 ? workRows : []),
        ]
    }

    private var delayRows: [[String: JSONValue]] {
        steps.map { index in
            let delay = delays[index]
            let down = totals.down.bin(index)
            return [
                "hour": hour(index), "until": hour(index + 1), "down": .flag(down > 0), "SOS": JSONValue(delay.count),
                "mean": delay.count > 0 ? .number(tidy(delay.sum.inSeconds / Double(delay.count))) : .null,
                "longest": delay.count > 0 ? .number(tidy(delay.longest.inSeconds)) : .null,
            ]
        }
    }

    private var reachedRows: [[String: JSONValue]] {
        guard let rescues = totals.rescues else { return [] }
        let kinds = [("service up", rescues.otherwise), ("service down", rescues.inOutage)]
        return kinds.flatMap { kind, bins in
            bins.counts.enumerated().filter { $0.element > 0 }.map { index, count in
                [
                    "from": JSONValue(index), "until": JSONValue(index + 1), "what": .text(kind),
                    "episodes": JSONValue(count),
                ]
            }
        }
    }

    private var workRows: [[String: JSONValue]] {
        steps.map { ["hour": hour($0), "work": .number(tidy(delays[$0].work.inSeconds))] }
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

    private static let delays = """
        {"data": {"name": "rows"}, "height": 180, "encoding": {"x": {"field": "hour", "type": "quantitative",
        "axis": "$clockAxis", "scale": "$clockScale"}}, "layer": [
        {"transform": [{"filter": "datum.down"}], "mark": {"type": "rect", "opacity": 0.25, "color": "#d62728"},
        "encoding": {"x2": {"field": "until"}}},
        {"mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "y": {"field": "mean", "type": "quantitative", "axis": {"title": "seconds"}}}},
        {"mark": {"type": "point", "filled": true, "size": 18}, "encoding": {
        "y": {"field": "longest", "type": "quantitative"}, "tooltip": [{"field": "SOS"},
        {"field": "mean", "title": "mean (s)", "format": ".1f"},
        {"field": "longest", "title": "longest (s)", "format": ".1f"}]}}]}
        """

    private static let reached = """
        {"data": {"name": "rows"}, "height": 160, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "x": {"field": "from", "bin": "binned", "type": "quantitative", "scale": {"zero": true},
        "axis": {"title": "minutes"}},
        "x2": {"field": "until"}, "y": {"field": "episodes", "type": "quantitative", "aggregate": "sum",
        "axis": {"title": "critical episodes", "tickMinStep": 1}},
        "color": {"field": "what", "type": "nominal", "legend": {"title": null},
        "scale": {"domain": ["service up", "service down"], "range": ["#4c78a8", "#d62728"]}}}}
        """

    private static let work = """
        {"data": {"name": "rows"}, "height": 120, "mark": {"type": "area", "interpolate": "step-after",
        "tooltip": true}, "encoding": {"x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis",
        "scale": "$clockScale"}, "y": {"field": "work", "type": "quantitative", "axis": {"title": "seconds"}}}}
        """

    private static let lines = """
        {"data": {"name": "rows"}, "height": 160, "transform": [{"fold": ["SOS", "calls"]}],
        "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "y": {"field": "value", "type": "quantitative", "axis": {"title": "per hour"}},
        "color": {"field": "key", "type": "nominal", "legend": {"title": null}}}}
        """
}
