// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting

extension DemandPage {
    /// Every zone, and each variant by itself.
    var statistics: String { demand.hasZones ? others.map(zoneTable).joined() + maps : "" }

    /// Whose zones they are, where there are several kinds of demands.
    private var whose: String { comparison.demands.count > 1 ? "\(ComparisonPage.safe(words.title)). " : "" }

    private func zoneTable(_ index: Int) -> String {
        let zones = demand.rankedZones(index)
        guard !zones.isEmpty else {
            return
                "<p>The two have different \(words.zone.replacing("zone", with: "zones")): zones are not compared.</p>\n"
        }
        let (name, reference) = (
            ComparisonPage.safe(comparison.variants[index].name), ComparisonPage.safe(comparison.variants[0].name)
        )
        let none = (zones.count { $0.isForsaken.first }, zones.count { $0.isForsaken.second })
        return """
            <h2>\(whose)Zone by zone: \(name) against \(reference)</h2>
            <p>Zones in which nobody was \(words.served): \(none.0) with \(reference), \(none.1) with \(name). They come \
            first, then the others by the difference in the share \(ComparisonPage.safe(words.missed)).</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Zones"><table><caption>Zones</caption><thead>\
            <tr><th scope="col" rowspan="2">zone</th><th scope="colgroup" colspan="4">\(ComparisonPage.safe(words.missed)) (%)</th>\
            <th scope="colgroup" colspan="4">\(words.headings?.unservedColumn ?? words.unserved) (%)</th>\
            <th scope="colgroup" colspan="4">\(ComparisonPage.safe(words.headings?.waitColumn ?? words.wait)) (min)</th></tr><tr>\
            \(String(repeating: "<th scope=\"col\">\(reference)</th><th scope=\"col\">\(name)</th><th scope=\"col\">difference</th><th scope=\"col\">\(name) is</th>", count: 3))\
            </tr></thead><tbody>
            \(zones.map(row).joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    private func row(_ zone: Comparison.Zone) -> String {
        func part(_ paired: PairedDifference, _ scale: Double, _ none: (first: String, second: String)) -> String {
            page.cells(paired, scale: scale, none)
                + "<td class=\"text \(paired.finding.rawValue)\">\(paired.finding.words)</td>"
        }
        func calls(_ stored: Int) -> String { stored == 0 ? words.none : "–" }
        func wait(_ isForsaken: Bool, _ stored: Int) -> String {
            isForsaken ? "nobody was \(words.served)" : calls(stored)
        }
        let (stored, isForsaken) = (zone.stored, zone.isForsaken)
        let calls = (calls(stored.first), calls(stored.second))
        let waits = (wait(isForsaken.first, stored.first), wait(isForsaken.second, stored.second))
        return "<tr><th scope=\"row\">\(ComparisonPage.safe(zone.record.name))</th>\(part(zone.missed, 100, calls))"
            + "\(part(zone.unserved, 100, calls))\(part(zone.wait, 1 / 60.0, waits))</tr>"
    }
}
