// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting

extension Comparison {
    /// What is printed after a comparison, without a final line break: the finding, the table of the measures, the zones.
    package var text: String {
        let count = variants[0].set.replications.count
        var lines: [String] = []
        for index in variants.indices.dropFirst() {
            if index > 1 { lines.append("") }
            lines.append(
                "\(variants[index].name) compared with \(variants[0].name): \(count) pairs of replications with common random "
                    + "numbers")
            lines += ["", "  " + finding(of: index), ""]
            let rows = differences(of: index).map(cells)
            let table =
                [["measure", variants[0].name, variants[index].name, "difference", "variance removed", ""]] + rows
            lines += TerminalTable.lines(table, left: [0, 5]).map { "  " + $0.trimmingEnd }
            for demand in demands where demand.isAsked(0) || demand.isAsked(index) { lines += zoneLines(demand, index) }
        }
        if let ranking { lines += ["", "  \(ranking)"] }
        lines += ["", "  \(certainty)", "  \(correction)"]
        if let stopping = ReplicationText.stopping(variants.map(\.set)) { lines.append("  Stopped \(stopping).") }
        return lines.joined(separator: "\n")
    }

    private func cells(_ paired: PairedDifference) -> [String] {
        let about = about(paired)
        let scale = about?.shown.scale ?? 1
        func mean(_ interval: Interval?) -> String {
            interval.map { ReplicationText.number(rounded($0.mean * scale)) } ?? "-"
        }
        return [
            about?.labelWithUnit ?? paired.metric, mean(paired.first), mean(paired.second),
            paired.difference.map { ReplicationText.text($0.scaled(by: scale)) } ?? "-",
            paired.varianceRemoved.map { String(format: "%.0f %%", $0 * 100) } ?? "-", paired.finding.words,
        ]
    }

    /// Whom the variant makes better off and worse off, and the zones that differ most.
    private func zoneLines(_ demand: DemandComparison, _ index: Int) -> [String] {
        guard demand.hasZones else { return [] }
        guard let sides = demand.sides(of: index) else {
            return [
                "",
                "  The two have different \(demand.words.zone.replacing("zone", with: "zones")): zones are not compared.",
            ]
        }
        let zones = demand.rankedZones(index)
        guard zones.count > 1 else { return [] }
        let words = demand.words
        let whose = demands.count > 1 ? "\(words.title): " : ""
        let (scale, period) = (ServiceFinding.perDay(hours), ServiceFinding.period(hours))
        func concerned(_ part: Concerned, _ finding: PairedDifference.Finding?) -> String {
            let people = part.residents.map { ", home of \(Text.number($0, 0)) people" } ?? ""
            let most = zones.filter { finding != nil && $0.missed.finding == finding }.prefix(4).map {
                "\($0.record.name.shown) \(ReplicationText.text($0.missed.difference?.scaled(by: 100) ?? .zero))"
            }
            return
                "\(part.zones) \(part.zones == 1 ? "zone" : "zones") with \(Text.number(part.wishes * scale, 0)) \(words.many) \(period)\(people)"
                + (most.isEmpty ? "" : "; most: \(most.joined(separator: ", "))")
        }
        let forsaken = (
            zones.filter { $0.isForsaken.first }.map(\.record.name.shown),
            zones.filter { $0.isForsaken.second }.map(\.record.name.shown)
        )
        func none(_ name: String, _ zones: [String]) -> [String] {
            guard !zones.isEmpty else { return [] }
            let more = zones.count > 8 ? " and \(zones.count - 8) more" : ""
            return ["  nobody was \(words.served) with \(name) in: \(zones.prefix(8).joined(separator: ", "))\(more)"]
        }
        return [
            "",
            "  \(whose)better served (\(words.headings?.missedInShort ?? words.missed), percentage points): \(concerned(sides.better, .lower))",
            "  worse served: \(concerned(sides.worse, .higher))",
            "  no clear difference: \(concerned(sides.open, nil))",
        ] + none(variants[0].name, forsaken.0) + none(variants[index].name, forsaken.1)
    }

    private func rounded(_ value: Double) -> Double { Double(String(format: "%.4g", value)) ?? value }
}
