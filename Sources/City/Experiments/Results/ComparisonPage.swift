// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Foundation
import Reporting

/// The comparison as one HTML file, which opens from disk without any script, server or network.
///
/// It opens with the finding in one sentence. Unserved requests and waits stand side by side everywhere: a layout can have
/// short waits because it serves few. The maps show the zones that people's places are drawn in, the same ones for every
/// variant, on one colour scale for each measure; the lines on top are the borders of the variant's own zones.
public struct ComparisonPage {
    let comparison: Comparison

    /// Takes what is to be shown.
    public init(_ comparison: Comparison) { self.comparison = comparison }

    /// The page.
    public var html: String {
        let context = comparison.variants[0].set.context
        let count = comparison.variants[0].set.replications.count
        let others = comparison.variants.indices.dropFirst()
        var page = PageTemplate(
            title: comparison.variants.map(\.name).joined(separator: " and "), kind: "comparison")
        page.style = Self.style
        page.main = """
            \(others.map { "<p class=\"finding\">\(Self.shown(comparison.finding(of: $0)))</p>" }.joined(separator: "\n"))
            <p>\(count) replications of each with common random numbers, seed \(context.seed), version \
            \(Self.safe(context.version)). The same people call from the same locations. \(Self.safe(comparison.correction))</p>
            \(others.map(table).joined())
            \(comparison.hasTaxis ? maps + others.map(zones).joined() : "")

            """
        return page.html
    }

    // MARK: Tables

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

    private func zones(_ index: Int) -> String {
        let zones = comparison.zones(of: index)
        guard !zones.isEmpty else { return "<p>The two have different zones of origin: zones are not compared.</p>\n" }
        let (name, reference) = (Self.safe(comparison.variants[index].name), Self.safe(comparison.variants[0].name))
        func count(_ paired: (Comparison.Zone) -> PairedDifference, _ finding: PairedDifference.Finding) -> Int {
            zones.count { paired($0).finding == finding }
        }
        let none = (zones.count { $0.isForsaken.first }, zones.count { $0.isForsaken.second })
        return """
            <h2>Zone by zone: \(name) against \(reference)</h2>
            <p>Zones of origin in which nobody was served: \(none.0) with \(reference), \(none.1) with \(name). The \
            unserved share is smaller with \(name) in \(count({ $0.unserved }, .lower)) of \(zones.count) zones and larger \
            in \(count({ $0.unserved }, .higher)); those who were served wait less in \(count({ $0.wait }, .lower)) and \
            longer in \(count({ $0.wait }, .higher)). Elsewhere no difference is shown.</p>
            <details\(zones.count <= 20 ? " open" : "")><summary>All zones: first those where nobody was served, then by the \
            difference in unserved requests</summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Zones"><table><caption>Zones</caption><thead>\
            <tr><th scope="col" rowspan="2">zone</th><th scope="colgroup" colspan="4">unserved share (%)</th>\
            <th scope="colgroup" colspan="4">mean wait of the served (min)</th></tr><tr>\
            \(String(repeating: "<th scope=\"col\">\(reference)</th><th scope=\"col\">\(name)</th><th scope=\"col\">difference</th><th scope=\"col\">\(name) is</th>", count: 2))\
            </tr></thead><tbody>
            \(zones.map(row).joined(separator: "\n"))
            </tbody></table></div></details>

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
        return "<tr><th scope=\"row\">\(Self.safe(zone.record.name))</th>\(part(zone.unserved, 100, calls))"
            + "\(part(zone.wait, 1 / 60.0, waits))</tr>"
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

    // MARK: Text

    static func shown(_ text: String) -> String { safe(text).replacingOccurrences(of: "+-", with: "±") }

    static func safe(_ text: String) -> String { escaped(text.shownLines) }

    /// The signs that mean something in HTML and XML, written otherwise.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { safe, scalar in
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            default: safe.unicodeScalars.append(scalar)
            }
        }
    }

    static let style = """
        main, header { max-width: 76rem; }
        .scroll { max-height: none; }
        th { padding: 4px 10px; text-align: right; }
        tbody th { position: static; background: none; border-bottom: 1px solid var(--grid); }
        tbody th, td { vertical-align: baseline; }
        th:first-child, th:last-child, .text { text-align: left; }
        tr.lower .text, tr.higher .text, td.lower, td.higher { font-weight: 700; }
        .finding { font-size: 1.2rem; max-width: 52rem; border-left: 4px solid #08306b; padding-left: .8rem; }
        .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
        .maps figure { margin: 0; }
        svg { width: 100%; height: auto; }
        .scale { max-width: none; line-height: 2; }
        .scale span { white-space: nowrap; color: #1d2329; print-color-adjust: exact; padding: .2rem .7rem; border: 1px solid #999; text-shadow: 0 0 3px #fff, 0 0 3px #fff, 0 0 3px #fff; }

        """
}
