// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting

/// Whom a variant makes better off and worse off, how evenly the service is spread.
extension DemandPage {
    private var perDay: Double { ServiceFinding.perDay(comparison.hours) }
    private var period: String { ServiceFinding.period(comparison.hours) }

    // MARK: Winners and losers

    /// By zones, and by the same people.
    var people: String {
        """
        \(heading("people", "Who gains, who loses"))
        \(bySides)\(bySamePeople)
        """
    }

    private var bySides: String {
        let sides = others.map { demand.sides(of: $0) }
        guard sides.contains(where: { $0 != nil }) else { return "" }
        func row(_ label: String, _ concerned: (Comparison.Sides) -> Comparison.Concerned) -> String {
            let cells = sides.map { found -> String in
                guard let found else { return "<td>–</td>" }
                let all = found.better.wishes + found.worse.wishes + found.open.wishes
                let part = concerned(found)
                let share = all > 0 ? " (\(Text.number(part.wishes / all * 100, 0)) %)" : ""
                let people = part.residents.map { ", home of \(ComparisonPage.count($0)) people" } ?? ""
                return
                    "<td class=\"text\">\(part.zones) \(part.zones == 1 ? "zone" : "zones"), \(ComparisonPage.count(part.wishes * perDay)) \(words.many) \(period)\(share)\(people)</td>"
            }
            return "<tr><th scope=\"row\">\(label)</th>\(cells.joined())</tr>"
        }
        let heads = others.map { "<th scope=\"col\" class=\"text\">\(name($0))</th>" }.joined()
        return
            "<p>A zone is better served where fewer of its \(words.many) are \(ComparisonPage.safe(words.missed)) than with \(name(0)), and worse where more "
            + "are, each time with a clear difference.\(words.remark)</p>\n"
            + ComparisonPage.table(
                words.headings?.zones ?? "Zones",
                head: "<tr><th scope=\"col\">compared with \(name(0))</th>\(heads)</tr>",
                rows: [
                    row("better served", \.better), row("worse served", \.worse), row("no clear difference", \.open),
                ])
    }

    private var bySamePeople: String {
        let changes = others.map { demand.change(of: $0) }
        guard changes.contains(where: { $0 != nil }) else { return "" }
        let runs = Double(comparison.variants[0].set.replications.count)
        func row(_ label: String, _ count: KeyPath<PersonalChange, Int>) -> String {
            let cells = changes.map { change in
                "<td>\(change.map { Text.number(Double($0[keyPath: count]) / runs * perDay, 0) } ?? "–")</td>"
            }
            return "<tr><th scope=\"row\">\(label)</th>\(cells.joined())</tr>"
        }
        let heads = others.map { "<th scope=\"col\">\(name($0))</th>" }.joined()
        let parts = zip(others, changes).compactMap { index, change -> String? in
            guard let change, !change.isOfSamePeople else { return nil }
            return
                " With \(name(index)) only \(change.all > 0 ? Text.number(Double(change.same) / Double(change.all) * 100, 0) : "0") % of the \(words.many) are by the same "
                + "people at the same time; the others are left out."
        }
        let isCut = comparison.variants.contains {
            $0.set.replications.contains { row in
                row.demand(words.name)?.wishes?.wishes.count == WishList.most
            }
        }
        let cut =
            isCut
            ? " Only the first \(ComparisonPage.count(Double(WishList.most))) \(words.many) of each run are followed."
            : ""
        return
            "<p>\(words.many.capitalisedFirst) are followed one by one from \(name(0)) to another variant, where the same people made them at the same time. Mean "
            + "numbers \(period).\(parts.joined())\(cut)</p>\n"
            + ComparisonPage.table(
                "The same \(words.same)",
                head: "<tr><th scope=\"col\">compared with \(name(0))</th>\(heads)</tr>",
                rows: [
                    row(words.gained, \.gained), row(words.lost, \.lost),
                    row(words.neither, \.neither), row(words.sooner, \.sooner),
                    row(words.later, \.later), row("wait about as long as before", \.alike),
                ])
    }

    // MARK: Evenness

    /// The worst tenth of the zones, and the Gini coefficient.
    var evenness: String {
        let found = others.map { demand.evenness[$0] }
        guard let first = found.compactMap(\.self).first, comparison.variants[0].places.zones.count > 1 else {
            return ""
        }
        let weight = comparison.residents == nil ? "those who \(words.ask)" : "the residents"
        let worst =
            [(name(0), first.worstZones.first)]
            + zip(others, found).compactMap { index, found in
                found.map { (name(index), $0.worstZones.second) }
            }
        let list = worst.map { name, zones in
            "<li>\(name): \(zones.prefix(12).map(ComparisonPage.safe).joined(separator: ", "))\(zones.count > 12 ? ", ..." : "")</li>"
        }
        return """
            \(heading("evenness", "How evenly"))
            <p>The worst tenth are the \(words.zone.replacing("zone", with: "zones")) with the largest shares \(ComparisonPage.safe(words.missed)), each variant's own. The Gini \
            coefficient tells how differently \(weight) are served, by the share that is met in time in their zone: 0 when all zones \
            are served alike.</p>
            \(page.sideBySide("Evenness", [
                ("worst tenth of the zones: \(ComparisonPage.safe(words.missed)) (%)", 100, found.map { $0?.worstTenth }),
                ("Gini coefficient over \(weight)", 1, found.map { $0?.gini }),
            ]))
            <details><summary>The worst tenth of the zones</summary><ul>\(list.joined())</ul></details>

            """
    }
}
