// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting

/// The comparison as one HTML file, which opens from disk without any script, server or network.
///
/// It reads top down: what the variants come to in plain sentences with their certainty; where, by hour, and for whom; how evenly;
/// the side of those who serve; and the statistics last, folded. Unserved requests and waits stand side by side everywhere: a layout can have
/// short waits because it serves few.
package struct ComparisonPage {
    let comparison: Comparison

    /// Takes what is to be shown.
    package init(_ comparison: Comparison) { self.comparison = comparison }

    package var html: String {
        let context = comparison.variants[0].set.context
        var page = PageTemplate(title: Text.list(comparison.variants.map(\.name)), kind: "comparison")
        page.style = Self.style
        page.header = PageTemplate.facts([
            ("compared", context.title.isEmpty ? context.name : context.title), ("base", comparison.variants[0].name),
            ("runs of each", String(comparison.variants[0].set.replications.count)), ("seed", String(context.seed)),
            ("version", context.version),
        ])
        let demands = comparison.demands.filter { $0.isAsked }.map { DemandPage(page: self, demand: $0) }
        let sections =
            compared + (demands.isEmpty ? "" : DemandPage.shapes(comparison) + DemandPage.names(comparison))
            + demands.map(\.html).joined()
            + side + statistics + origin
        page.header += Self.contents(of: sections)
        page.main = finding + sections
        return page.html
    }

    /// The variants but the base.
    var others: Range<Int> { 1..<comparison.variants.count }

    /// A variant's name, safe in HTML.
    func name(_ index: Int) -> String { Self.safe(comparison.variants[index].name) }

    private var finding: String {
        let findings = others.flatMap { index in
            comparison.findingParts(of: index).map { text, verdict in
                "<p class=\"finding \(verdict.rawValue)\">\(Text.unbroken(Self.shown(text)))</p>\n"
            }
        }
        let ranking = comparison.ranking.map { "<p class=\"ranking\">\(Self.shown($0))</p>\n" } ?? ""
        return findings.joined() + ranking + "<p>\(Self.shown(comparison.certainty))</p>\n"
    }

    // MARK: Tables

    /// A table that scrolls by itself where it is too wide for the page.
    static func table(_ caption: String, head: String, rows: [String]) -> String {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(caption)"><table><caption>\(caption)</caption><thead>
        \(head)
        </thead><tbody>
        \(rows.joined(separator: "\n"))
        </tbody></table></div>

        """
    }

    /// A row for each measure: the base's mean, and of each other variant its mean and the difference with what it comes to.
    func sideBySide(_ caption: String, _ measures: [(label: String, scale: Double, pairs: [PairedDifference?])])
        -> String
    {
        let names = others.map { "<th scope=\"col\">\(name($0))</th><th scope=\"col\">difference</th>" }
        let rows = measures.map { measure -> String in
            func number(_ interval: Interval?) -> String {
                interval.map { Self.shown(Self.rounded($0.mean * measure.scale)) } ?? "–"
            }
            let first = measure.pairs.compactMap { $0?.first }.first
            let cells = measure.pairs.map { paired -> String in
                guard let paired, let difference = paired.difference else { return "<td>–</td><td>–</td>" }
                let size = Self.shown(ReplicationText.text(difference.scaled(by: measure.scale)))
                return "<td>\(number(paired.second))</td><td class=\"\(paired.finding.rawValue)\">\(size)"
                    + "<small>\(paired.finding.words)</small></td>"
            }
            return "<tr><th scope=\"row\">\(measure.label)</th><td>\(number(first))</td>\(cells.joined())</tr>"
        }
        return Self.table(
            caption,
            head: "<tr><th scope=\"col\"></th><th scope=\"col\">\(name(0))</th>\(names.joined())</tr>", rows: rows)
    }

    // MARK: Text

    /// Four digits, with thin groups where the number is large.
    static func rounded(_ value: Double) -> String {
        abs(value) >= 1000
            ? Text.number(value, 0) : ReplicationText.number(Double(String(format: "%.4g", value)) ?? value)
    }

    /// A text of the terminal as the page has it; an interval is not broken into two lines.
    static func shown(_ text: String) -> String {
        safe(text).replacing(" +- ", with: "\u{A0}±\u{A0}").replacing("+-", with: "±")
    }

    /// A whole number that is not broken between its groups of digits.
    static func count(_ value: Double) -> String { Text.number(value, 0).replacing(" ", with: "\u{202F}") }

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
}
