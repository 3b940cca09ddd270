// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Foundation
import Reporting

/// The statistics: every measure with its interval, every zone, and each variant by itself.
extension ComparisonPage {
    /// All of it, folded.
    var statistics: String {
        """
        <details id="statistics"\(comparison.hasTaxis ? "" : " open")><summary>Statistics: every measure with its interval\(comparison.hasTaxis ? ", every zone, and each variant by itself" : "")</summary>
        <p>\(Self.safe(comparison.correction)) With common random numbers the same people call from the same locations; what \
        variance that takes out of a difference stands beside it.</p>
        \(others.map(table).joined())\(comparison.hasTaxis ? others.map(zoneTable).joined() + maps : "")</details>

        """
    }

    func table(_ index: Int) -> String {
        let (name, reference) = (Self.safe(comparison.variants[index].name), Self.safe(comparison.variants[0].name))
        let rows = comparison.differences(of: index).map { paired -> String in
            let about = Comparison.about(paired)
            let cells = cells(paired, scale: about?.shown.scale ?? 1)
            return """
                <tr class="\(paired.finding.rawValue)"><th scope="row" title="\(Self.safe(about?.text ?? ""))">\
                \(Self.safe(about?.labelWithUnit ?? paired.metric))</th>\(cells)<td>\(removed(paired))</td>\
                <td>\(chance(paired))</td><td class="text">\(paired.finding.words)</td></tr>
                """
        }
        return """
            <h2>\(name) compared with \(reference)</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Differences"><table><caption>Differences</caption><thead>\
            <tr><th scope="col">measure</th><th scope="col">\(reference)</th><th scope="col">\(name)</th>\
            <th scope="col">difference</th><th scope="col">variance removed by common random numbers</th>\
            <th scope="col">p, corrected</th><th scope="col">\(name) is</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    func zoneTable(_ index: Int) -> String {
        let zones = comparison.zones(of: index)
        guard !zones.isEmpty else { return "<p>The two have different zones of origin: zones are not compared.</p>\n" }
        let (name, reference) = (Self.safe(comparison.variants[index].name), Self.safe(comparison.variants[0].name))
        let none = (zones.count { $0.isForsaken.first }, zones.count { $0.isForsaken.second })
        return """
            <h2>Zone by zone: \(name) against \(reference)</h2>
            <p>Zones of origin in which nobody was served: \(none.0) with \(reference), \(none.1) with \(name). They come \
            first, then the others by the difference in the share not aboard in time.</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Zones"><table><caption>Zones</caption><thead>\
            <tr><th scope="col" rowspan="2">zone</th><th scope="colgroup" colspan="4">not aboard in time (%)</th>\
            <th scope="colgroup" colspan="4">unserved share (%)</th>\
            <th scope="colgroup" colspan="4">mean wait of the served (min)</th></tr><tr>\
            \(String(repeating: "<th scope=\"col\">\(reference)</th><th scope=\"col\">\(name)</th><th scope=\"col\">difference</th><th scope=\"col\">\(name) is</th>", count: 3))\
            </tr></thead><tbody>
            \(zones.map(row).joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    private func row(_ zone: Comparison.Zone) -> String {
        func part(_ paired: PairedDifference, _ scale: Double, _ none: (first: String, second: String)) -> String {
            cells(paired, scale: scale, none)
                + "<td class=\"text \(paired.finding.rawValue)\">\(paired.finding.words)</td>"
        }
        func calls(_ stored: Int) -> String { stored == 0 ? "no request" : "–" }
        func wait(_ isForsaken: Bool, _ stored: Int) -> String { isForsaken ? "nobody was served" : calls(stored) }
        let (stored, isForsaken) = (zone.stored, zone.isForsaken)
        let calls = (calls(stored.first), calls(stored.second))
        let waits = (wait(isForsaken.first, stored.first), wait(isForsaken.second, stored.second))
        return "<tr><th scope=\"row\">\(Self.safe(zone.record.name))</th>\(part(zone.missed, 100, calls))"
            + "\(part(zone.unserved, 100, calls))\(part(zone.wait, 1 / 60.0, waits))</tr>"
    }

    /// The two values and their difference. Where a variant has none, why not; the other's values stand all the same.
    private func cells(
        _ paired: PairedDifference, scale: Double, _ none: (first: String, second: String) = ("–", "–")
    ) -> String {
        func cell(_ interval: Interval?, _ none: String) -> String {
            interval.map { Self.shown(ReplicationText.text($0.scaled(by: scale))) } ?? none
        }
        let cells = [cell(paired.first, none.first), cell(paired.second, none.second), cell(paired.difference, "–")]
        return cells.map { "<td>\($0)</td>" }.joined()
    }

    private func removed(_ paired: PairedDifference) -> String {
        paired.varianceRemoved.map { String(format: "%.0f %%", $0 * 100) } ?? "–"
    }

    private func chance(_ paired: PairedDifference) -> String {
        paired.correctedPValue.map { $0 < 0.0001 ? "&lt; 0.0001" : String(format: "%.4f", $0) } ?? "–"
    }
}
