// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

extension RaceFold {
    var charts: [ReportChart] {
        [
            ReportChart(
                id: "races-times", title: "Finish times",
                hint: "Finishers of each race by their own time, in steps of 5 min.",
                specification: Self.times, rows: times),
            ReportChart(
                id: "races-running", title: "Runners on the tracks",
                hint: "Runners between the start line and the finish, all races together.",
                specification: Self.line, rows: levels),
            ReportChart(
                id: "races-outcomes", title: "What became of the participants",
                hint: "Participants of each race who finished, or did not for the reason.",
                specification: Self.outcomes, rows: outcomes),
            ReportChart(
                id: "races-ages", title: "Age of positions on followers' maps",
                hint:
                    "The oldest position on a map: when it is shown, and when the next ones replace it (RACE-R20: at most 5 s).",
                specification: Self.ages, rows: ages),
        ]
    }

    private var times: [[String: JSONValue]] {
        sites.flatMap { site -> [[String: JSONValue]] in
            var counts: [Int: Int] = [:]
            for finish in site.finishes { counts[Int(finish.time.inSeconds / 300), default: 0] += 1 }
            return counts.sorted { $0.key < $1.key }.map { step, count in
                [
                    "race": .text(name(of: site.race)), "from": .number(Double(step * 5)),
                    "to": .number(Double(step * 5 + 5)), "runners": .number(Double(count)),
                ]
            }
        }
    }

    private var levels: [[String: JSONValue]] {
        (0..<Int((end - start) / step)).map { index in
            [
                "hour": .number((start.sinceMidnight + step * index).inSeconds / 3600),
                "runners": .number(Double(running.bin(index)) / Double(step.nanoseconds)),
            ]
        }
    }

    private var outcomes: [[String: JSONValue]] {
        sites.flatMap { site -> [[String: JSONValue]] in
            let all =
                [("finished", site.finishes.count)]
                + RunnerOutCause.allCases.map { (Text.words($0.word), site.outs($0)) }
            return all.filter { $0.1 > 0 }.map { outcome, count in
                [
                    "race": .text(name(of: site.race)), "outcome": .text(outcome), "runners": .number(Double(count)),
                ]
            }
        }
    }

    private var ages: [[String: JSONValue]] {
        [("shown", totals.shownAge), ("replaced", totals.replacedAge)].flatMap { name, sample in
            [("mean", sample.mean), ("p95", Double(sample.quantile(0.95) ?? 0)), ("max", Double(sample.largest))]
                .filter { _ in sample.count > 0 }.map { part, value -> [String: JSONValue] in
                    ["what": .text("\(name), \(part)"), "seconds": .number(value * 1e-9)]
                }
        }
    }

    private static let times = """
        {"data": {"name": "rows"}, "height": 180, "mark": {"type": "bar", "opacity": 0.75, "tooltip": true}, "encoding": {
        "x": {"field": "from", "type": "quantitative", "bin": {"binned": true, "step": 5}, "axis": {"title": "minutes"}},
        "x2": {"field": "to"}, "y": {"field": "runners", "type": "quantitative", "stack": null, "axis": {"title": "runners"}},
        "color": {"field": "race", "type": "nominal", "legend": {"title": null}}}}
        """

    private static let line = """
        {"data": {"name": "rows"}, "height": 160, "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "y": {"field": "runners", "type": "quantitative", "axis": {"title": "runners"}}}}
        """

    private static let outcomes = """
        {"data": {"name": "rows"}, "height": 160, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "y": {"field": "outcome", "type": "nominal", "sort": null, "axis": {"title": null}},
        "x": {"field": "runners", "type": "quantitative", "axis": {"title": "participants"}},
        "color": {"field": "race", "type": "nominal", "legend": {"title": null}}}}
        """

    private static let ages = """
        {"data": {"name": "rows"}, "height": 140, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "y": {"field": "what", "type": "nominal", "sort": null, "axis": {"title": null}},
        "x": {"field": "seconds", "type": "quantitative", "axis": {"title": "age (s)"}}}}
        """
}
