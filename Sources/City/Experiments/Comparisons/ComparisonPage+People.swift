// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Foundation
import Reporting

/// Whom a variant makes better off and worse off, how evenly the service is spread, and the drivers' side.
extension ComparisonPage {
    private var perDay: Double { ServiceFinding.perDay(comparison.hours) }
    private var period: String { ServiceFinding.period(comparison.hours) }

    // MARK: Winners and losers

    /// By zones, and by the same people.
    var people: String {
        """
        <h2 id="people">Who gains, who loses</h2>
        \(bySides)\(bySamePeople)
        """
    }

    private var bySides: String {
        let sides = others.map { comparison.sides(of: $0) }
        guard sides.contains(where: { $0 != nil }) else { return "" }
        func row(_ label: String, _ concerned: (Comparison.Sides) -> Comparison.Concerned) -> String {
            let cells = sides.map { found -> String in
                guard let found else { return "<td>–</td>" }
                let all = found.better.wishes + found.worse.wishes + found.open.wishes
                let part = concerned(found)
                let share = all > 0 ? " (\(Text.number(part.wishes / all * 100, 0)) %)" : ""
                let people = part.residents.map { ", home of \(Self.count($0)) people" } ?? ""
                return
                    "<td class=\"text\">\(part.zones) \(part.zones == 1 ? "zone" : "zones"), \(Self.count(part.wishes * perDay)) calls \(period)\(share)\(people)</td>"
            }
            return "<tr><th scope=\"row\">\(label)</th>\(cells.joined())</tr>"
        }
        let heads = others.map { "<th scope=\"col\" class=\"text\">\(name($0))</th>" }.joined()
        return
            "<p>A zone is better served where fewer of its calls are not aboard in time than with \(name(0)), and worse where more "
            + "are, each time with a clear difference. A person who calls again for the same ride counts once.</p>\n"
            + Self.table(
                "Zones of origin", head: "<tr><th scope=\"col\">compared with \(name(0))</th>\(heads)</tr>",
                rows: [
                    row("better served", \.better), row("worse served", \.worse), row("no clear difference", \.open),
                ])
    }

    private var bySamePeople: String {
        let changes = others.map { comparison.change(of: $0) }
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
                " With \(name(index)) only \(change.all > 0 ? Text.number(Double(change.same) / Double(change.all) * 100, 0) : "0") % of the calls are by the same "
                + "people at the same time; the others are left out."
        }
        let isCut = comparison.variants.contains {
            $0.set.replications.contains { $0.wishes?.wishes.count == WishList.most }
        }
        let cut =
            isCut ? " Only the first \(Self.count(Double(WishList.most))) calls of each run are followed." : ""
        return
            "<p>Each call is followed from \(name(0)) to another variant, where the same person made it at the same time. Mean "
            + "numbers \(period).\(parts.joined())\(cut)</p>\n"
            + Self.table(
                "The same people", head: "<tr><th scope=\"col\">compared with \(name(0))</th>\(heads)</tr>",
                rows: [
                    row("get a taxi who got none", \.gained), row("get none who got a taxi", \.lost),
                    row("get none in either", \.neither), row("are aboard at least 1 min sooner", \.sooner),
                    row("are aboard at least 1 min later", \.later), row("wait about as long as before", \.alike),
                ])
    }

    // MARK: Evenness

    /// The worst tenth of the zones, and the Gini coefficient.
    var evenness: String {
        let found = others.map { comparison.evenness(of: $0) }
        guard let first = found.compactMap(\.self).first else { return "" }
        let weight = comparison.residents == nil ? "those who call" : "the residents"
        let worst =
            [(name(0), first.worstZones.first)]
            + zip(others, found).compactMap { index, found in
                found.map { (name(index), $0.worstZones.second) }
            }
        let list = worst.map { name, zones in
            "<li>\(name): \(zones.prefix(12).map(Self.safe).joined(separator: ", "))\(zones.count > 12 ? ", ..." : "")</li>"
        }
        return """
            <h2 id="evenness">How evenly</h2>
            <p>The worst tenth are the zones of origin with the largest shares not aboard in time, each variant's own. The Gini \
            coefficient tells how differently \(weight) are served, by the share aboard in time in their zone: 0 when all zones \
            are served alike.</p>
            \(sideBySide("Evenness", [
                ("worst tenth of the zones: not aboard in time (%)", 100, found.map { $0?.worstTenth }),
                ("Gini coefficient over \(weight)", 1, found.map { $0?.gini }),
            ]))
            <details><summary>The worst tenth of the zones</summary><ul>\(list.joined())</ul></details>

            """
    }

    // MARK: Drivers

    /// The drivers' side.
    var drivers: String {
        let rows = Comparison.drivers.compactMap {
            metric -> (label: String, scale: Double, pairs: [PairedDifference?])? in
            let pairs = others.map { comparison.difference(of: metric, $0) }
            guard let about = pairs.compactMap({ $0.flatMap(Comparison.about) }).first else { return nil }
            return (Self.safe(about.labelWithUnit), about.shown.scale, pairs)
        }
        return """
            <h2 id="drivers">The drivers' side</h2>
            <p>Rides and distances are those of all drivers in a run. There are no fares, so nothing is said about income.</p>
            \(sideBySide("Drivers", rows))
            """
    }
}
