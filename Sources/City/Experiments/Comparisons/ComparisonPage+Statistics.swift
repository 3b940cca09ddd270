// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting

/// The statistics: every measure with its interval, every zone, and each variant by itself.
extension ComparisonPage {
    /// All of it, folded.
    var statistics: String {
        let asked = comparison.demands.filter(\.isAsked).map { DemandPage(page: self, demand: $0) }
        return """
            <details id="statistics"\(asked.isEmpty ? " open" : "")><summary>Statistics: every measure with its interval\(asked.isEmpty ? "" : ", every zone, and each variant by itself")</summary>
            <p>\(Self.safe(comparison.correction)) With common random numbers the same people call from the same locations; what \
            variance that takes out of a difference stands beside it.</p>
            \(others.map { table($0) }.joined())\(asked.map(\.statistics).joined())</details>

            """
    }

    func table(_ index: Int, id: String? = nil) -> String {
        let (name, reference) = (Self.safe(comparison.variants[index].name), Self.safe(comparison.variants[0].name))
        let rows = comparison.differences(of: index).map { paired -> String in
            let about = comparison.about(paired)
            let cells = cells(paired, scale: about?.shown.scale ?? 1)
            return """
                <tr class="\(paired.finding.rawValue)"><th scope="row" title="\(Self.safe(about?.text ?? ""))">\
                \(Self.safe(about?.labelWithUnit ?? paired.metric))</th>\(cells)<td>\(removed(paired))</td>\
                <td>\(chance(paired))</td><td class="text">\(paired.finding.words)</td></tr>
                """
        }
        return """
            <h2\(id.map { " id=\"\($0)\"" } ?? "")>\(name) compared with \(reference)</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Differences"><table><caption>Differences</caption><thead>\
            <tr><th scope="col">measure</th><th scope="col">\(reference)</th><th scope="col">\(name)</th>\
            <th scope="col">difference</th><th scope="col">variance removed by common random numbers</th>\
            <th scope="col">p, corrected</th><th scope="col">\(name) is</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    /// The two values and their difference. Where a variant has none, why not; the other's values stand all the same.
    func cells(
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
