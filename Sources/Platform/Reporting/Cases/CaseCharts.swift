// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The charts of demands: through the run, and by place and hour.
extension CaseResult {
    /// The name that the page's parts of these demands begin with.
    func id(_ service: String, _ part: String) -> String { "\(service)-\(form.name)-\(part)" }

    private var clock: ClockAxis { ClockAxis(start: frame.start, end: frame.end) }

    /// What became of them, hour by hour; and where and when they were missed.
    func charts(_ service: String) -> [ReportChart] { [byHour(service), byCell(service)].compactMap(\.self) }

    /// The outcomes of a part in the order in which they are drawn.
    private func outcomes(_ part: CasePart) -> [(name: String, count: Int)] {
        let limit = form.limit.map { " in \(Text.minutes($0))" } ?? ""
        return [
            ("\(form.served)\(limit)", part.inTime), ("\(form.served) later", part.late), ("lost", part.lost),
            (form.withdrawn, part.withdrawn), ("open at the end", part.overdue + part.young),
        ]
    }

    private func byHour(_ service: String) -> ReportChart? {
        let known = outcomes(all).filter { $0.count > 0 }.map(\.name)
        guard !known.isEmpty else { return nil }
        let rows = hours.parts.enumerated().flatMap { hour, part -> [JSONValue] in
            var below = 0
            return outcomes(part).filter { known.contains($0.name) && $0.count > 0 }.map { name, count in
                defer { below += count }
                let (from, to) = places(hour)
                return [
                    "hour": .text(hours.names.name(hour)), "from": from, "to": to, "what": .text(name),
                    "count": JSONValue(count), "low": JSONValue(below), "high": JSONValue(below + count),
                    "all": JSONValue(part.asked),
                ]
            }
        }
        return ReportChart(
            id: id(service, "hours"), title: "\(form.many.capitalisedFirst) by hour, and what became of them",
            hint: "Each bar has the \(form.many) that were due in that hour.",
            file: Array(Self.hourFile.utf8), rows: rows,
            words: ["many": .text(form.many), "outcomes": .list(known.map { .text($0) })])
    }

    /// Where an hour of the run lies on the axis.
    private func places(_ hour: Int) -> (from: JSONValue, to: JSONValue) {
        let from = Double(frame.secondsToHour(hour))
        return (clock.place(seconds: max(0, from)), clock.place(seconds: from + 3600))
    }

    /// What `cells` are by.
    private var places: CaseDivision { form.sites.title.isEmpty ? zones : sites }

    private func byCell(_ service: String) -> ReportChart? {
        guard places.isDivided, places.parts.count > 1, hours.parts.count <= 48 else { return nil }
        let failing = places.parts.indices.filter { places.parts[$0].missed > 0 && $0 < cells.count }
            .sorted { (places.parts[$0].missed, $1) > (places.parts[$1].missed, $0) }
        guard !failing.isEmpty else { return nil }
        let shown = failing.prefix(40)
        let rows = shown.flatMap { place in
            cells[place].enumerated().filter { $0.element.judged > 0 }.map { hour, part -> JSONValue in
                let (from, to) = places(hour)
                return [
                    "place": .text(places.names.name(place)), "hour": .text(hours.names.name(hour)), "from": from,
                    "to": to, "missed": JSONValue(part.missed), "judged": JSONValue(part.judged),
                    "share": JSONValue(part.missedShare.map(tidy)),
                ]
            }
        }
        let title = places.names.title
        let rest =
            shown.count < failing.count
            ? " The \(shown.count) with most of them, of \(failing.count) that have any." : ""
        return ReportChart(
            id: id(service, "cells"),
            title: "\(form.many.capitalisedFirst) \(form.missed), by \(title) and hour",
            hint: "The darker, the more; a \(title) without any has no row.\(rest)",
            file: Array(Self.cellFile.utf8), rows: rows,
            words: [
                "height": JSONValue(15 * shown.count + 100), "missed": .text(form.missed), "many": .text(form.many),
            ])
    }

    private static let hourFile = """
        {"data": {"name": "rows"}, "height": 170, "mark": {"type": "rect", "tooltip": true, "stroke": "var(--paper)",
        "strokeWidth": 0.5}, "encoding": {
        "x": {"field": "from", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "x2": {"field": "to"}, "y": {"field": "low", "type": "quantitative", "axis": {"title": "$many"}},
        "y2": {"field": "high"}, "color": {"field": "what", "type": "nominal", "scale": {"domain": "$outcomes"},
        "legend": {"title": null}}, "tooltip": [{"field": "hour"}, {"field": "what", "title": "outcome"},
        {"field": "count"}, {"field": "all", "title": "$many"}]}}
        """

    private static let cellFile = """
        {"data": {"name": "rows"}, "height": "$height", "mark": {"type": "rect", "stroke": "var(--paper)",
        "strokeWidth": 0.5}, "encoding": {
        "x": {"field": "from", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "x2": {"field": "to"},
        "y": {"field": "place", "type": "nominal", "sort": null, "axis": {"title": null, "labelLimit": 150}},
        "color": {"condition": {"test": "datum.missed === 0", "value": "var(--wash)"}, "field": "missed",
        "type": "quantitative", "scale": {"scheme": "viridis", "reverse": true, "domainMin": 0},
        "legend": {"title": "$missed", "tickMinStep": 1}},
        "tooltip": [{"field": "place"}, {"field": "hour"}, {"field": "missed", "title": "$missed"},
        {"field": "judged", "title": "$many old enough to judge"}, {"field": "share", "format": ".1%"}]}}
        """
}

extension String {
    /// With a capital, at the beginning of a sentence.
    package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
