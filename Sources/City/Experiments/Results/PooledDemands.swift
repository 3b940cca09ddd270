// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySimulation
import CitySlices
import Foundation
package import Reporting

/// What all replications of a run say together of the demands of its services: means with intervals, as a whole, by zone, by hour and by
/// the services' own parts. One day says little of a zone or an hour.
package struct PooledDemands {
    private let context: RunContext
    private let zones: [ZoneRecord]
    private let streets: ZoneMap.Streets?
    private let level: Double
    private let count: Int
    private let demands: [(words: DemandWords, rows: [ReplicationDemandRow])]

    /// - Parameters:
    ///   - set: the replications.
    ///   - plan: what they are of.
    package init(_ set: ReplicationSet, of plan: CityPlan) {
        (context, level, count) = (set.context, set.level, set.replications.count)
        zones = plan.peopleLayout.zones
        streets = ZoneMap.Streets(plan.travel.streets, of: zones, name: "replications-streets")
        demands = Comparison.rows(plan.scenario, [set]).map { ($0.words, $0.rows[0]) }
            .filter { $0.rows.contains { $0.all.stored > 0 } }
    }

    /// The section of the page; nil for a single replication, and where nobody asks for anything.
    package var part: ReplicatedPart? {
        guard count > 1, !demands.isEmpty else { return nil }
        let charts = demands.map { hourChart($0.words, $0.rows) }
        let parts = zip(demands, charts).map { demand, chart in
            "<h3>\(Text.html(demand.words.title))</h3>\n<p class=\"lead\">\(Text.unbroken(Text.html(sentence(demand.words, demand.rows))))</p>\n"
                + (chart?.figure ?? "") + maps(demand.words, demand.rows) + tables(demand.words, demand.rows)
        }
        let lead =
            "<p>Means of \(count) replications, each another day, with \(Text.number(level * 100, 0)) % intervals (Student's t). What a part of "
            + "the city or of the day meets on one day is mostly chance: this section is what to decide by.</p>\n"
        return ReplicatedPart(
            html: PageTemplate.section(
                "replications", "All \(count) replications", (streets?.drawing ?? "") + lead + parts.joined()),
            charts: charts.compactMap(\.self))
    }

    // MARK: Sentences

    private func interval(_ rows: [ReplicationDemandRow], _ value: (ReplicationPart) -> Double?) -> Interval? {
        Interval(rows.compactMap { value($0.all) }, level: level)
    }

    private func text(_ interval: Interval?, scale: Double, unit: String) -> String {
        guard let interval else { return "–" }
        return ReplicationText.text(interval.scaled(by: scale)).replacing("+-", with: "±")
            + (unit.isEmpty ? "" : " \(unit)")
    }

    private func sentence(_ words: DemandWords, _ rows: [ReplicationDemandRow]) -> String {
        let number = text(interval(rows) { Double($0.stored) }, scale: 1, unit: words.many)
        var text = "\(number) a run"
        if let missed = interval(rows, \.notInTimeShare) {
            text += "; \(self.text(missed, scale: 100, unit: "%")) \(words.missed)"
        }
        if let wait = interval(rows, \.wait) {
            text += "; \(words.wait) \(self.text(wait, scale: 1 / 60.0, unit: "min"))"
        }
        let zone = hasZones(rows) ? worst(zones.map(\.label), rows.map(\.zones)) : nil
        let axis = context.hourAxis
        let hour = worst(axis.names, rows.map { row in axis.numbers.map { part($0, row.hours) } })
        let worst = [zone.map { "in \($0)" }, hour.map { "from \($0)" }].compactMap(\.self)
        return text + "." + (worst.isEmpty ? "" : " It was worst \(worst.joined(separator: " and ")).")
    }

    /// The part of a number in a list; an empty one where it has none.
    private func part(_ number: Int, _ parts: [ReplicationPart]) -> ReplicationPart {
        parts.first { $0.number == number } ?? ReplicationPart(number, sum: [])
    }

    /// The part with the largest share missed of all replications together, among those with enough demands.
    private func worst(_ names: [String], _ parts: [[ReplicationPart]]) -> String? {
        let sums = names.indices.map { index in ReplicationPart(index, sum: parts.map { $0[index] }) }
            .filter { $0.wishes >= CaseResult.fewest }
        guard sums.count > 1,
            let worst = sums.max(by: { ($0.notInTimeShare ?? 0, $1.number) < ($1.notInTimeShare ?? 0, $0.number) }),
            let share = worst.notInTimeShare, share > 0
        else { return nil }
        return "\(names[worst.number]) (\(Text.percent(share)))"
    }

    /// Whether demands are told by zone; the starts of a race are not.
    private func hasZones(_ rows: [ReplicationDemandRow]) -> Bool {
        rows.allSatisfy { $0.zones.count == zones.count }
    }

    // MARK: Pictures

    private func maps(_ words: DemandWords, _ rows: [ReplicationDemandRow]) -> String {
        guard zones.count > 1, hasZones(rows) else { return "" }
        func map(_ title: String, _ unit: String, _ scale: Double, _ value: (ReplicationPart) -> Double?) -> String {
            let found = zones.indices.map { zone in
                Interval(rows.compactMap { value($0.zones[zone]) }, level: level)
            }
            return ZoneMap(
                zones, title: title, unit: unit, none: words.none, values: found.map { $0.map { $0.mean * scale } },
                words: found.map { text($0, scale: scale, unit: unit) }, streets: streets
            ).figure
        }
        return "<div class=\"zone-maps\">\n"
            + map("\(words.many.capitalisedFirst) \(words.missed), by \(words.zone)", "%", 100) { $0.notInTimeShare }
            + map("\(words.wait.capitalisedFirst), by \(words.zone)", "min", 1 / 60.0) { $0.wait } + "</div>\n"
    }

    private func hourChart(_ words: DemandWords, _ rows: [ReplicationDemandRow]) -> ReportChart? {
        let axis = context.hourAxis
        let found = axis.numbers.compactMap { hour -> JSONValue? in
            let shares = rows.compactMap { part(hour, $0.hours).notInTimeShare }
            guard let interval = Interval(shares, level: level) else { return nil }
            let half = interval.halfWidth ?? 0
            return [
                "hour": .text(axis.name(hour)), "share": .number(tidy(interval.mean)),
                "low": .number(tidy(max(0, interval.mean - half))), "high": .number(tidy(min(1, interval.mean + half))),
            ]
        }
        guard found.count > 1 else { return nil }
        return ReportChart(
            id: "pooled-\(words.name.replacing(".", with: "-"))",
            title: "\(words.many.capitalisedFirst) \(words.missed), by \(axis.title)",
            hint: "The mean share over the replications, and its interval.", file: Array(Self.hourFile.utf8),
            rows: found,
            words: [
                "missed": .text(words.missed), "title": .text(axis.title), "hours": .list(axis.names.map { .text($0) }),
            ])
    }

    private static let hourFile = """
        {"data": {"name": "rows"}, "height": 160, "encoding": {"x": {"field": "hour", "type": "ordinal",
        "scale": {"domain": "$hours"}, "axis": {"title": "$title", "labelAngle": 0, "labelOverlap": true,
        "labelExpr": "test(/ 0:00$/, datum.label) ? slice(datum.label, 0, -5) : replace(datum.label, /^day [0-9] /, '')"}}},
        "layer": [
        {"mark": {"type": "bar", "tooltip": true, "opacity": 0.6}, "encoding": {
        "y": {"field": "share", "type": "quantitative", "axis": {"title": "$missed", "format": "%"}}}},
        {"mark": {"type": "rule", "color": "var(--ink)"}, "encoding": {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}}]}
        """

    // MARK: Tables

    private typealias Row = (name: String, parts: [ReplicationPart])

    private func tables(_ words: DemandWords, _ rows: [ReplicationDemandRow]) -> String {
        var out = ""
        for path in [\ReplicationDemandRow.sites, \.groups] {
            guard let names = rows[0][keyPath: path]?.names else { continue }
            let parts = rows.compactMap { $0[keyPath: path]?.parts }
            guard parts.allSatisfy({ $0.count == names.names.count }) else { continue }
            let list: [Row] = names.names.enumerated().map { index, name in (name, parts.map { $0[index] }) }
            out += table(words, names.title, list)
        }
        let axis = context.hourAxis
        let hours: [Row] = axis.numbers.map { hour in (axis.name(hour), rows.map { part(hour, $0.hours) }) }
            .filter { $0.parts.contains { $0.stored > 0 } }
        if hasZones(rows) {
            let byZone: [Row] = zones.enumerated().map { index, zone in (zone.label, rows.map { $0.zones[index] }) }
            out += PageTemplate.folded("By \(words.zone)", table(words, words.zone, byZone))
        }
        return out
            + (hours.count > 1 ? PageTemplate.folded("By \(axis.title)", table(words, "hour", hours)) : "")
    }

    private func table(_ words: DemandWords, _ title: String, _ rows: [Row]) -> String {
        func column(
            _ name: String, _ hint: String, _ scale: Double, _ value: @escaping (ReplicationPart) -> Double?
        ) -> ShownColumn<Row> {
            .cell(name, hint) { row in
                let interval = Interval(row.parts.compactMap(value), level: level)
                return (text(interval, scale: scale, unit: ""), interval?.mean ?? -1)
            }
        }
        let lost = column("\(words.unserved) (%)", "The share of those that ended.", 100) { $0.unservedShare }
        return ShownTable.html(
            "By \(title), means of \(count) replications", rows,
            [
                .text(title, "The \(title).") { $0.name },
                column(words.many, "How many in a run.", 1) { Double($0.stored) },
                column("\(words.missed) (%)", "The share of those old enough to judge.", 100) { $0.notInTimeShare },
            ] + (rows.contains { $0.parts.contains { $0.unserved > 0 } } ? [lost] : []) + [
                column("\(words.wait) (min)", "The mean of those that were met.", 1 / 60.0) { $0.wait }
            ])
    }
}
