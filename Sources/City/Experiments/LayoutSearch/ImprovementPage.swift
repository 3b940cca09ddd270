// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting

/// The page of a better layout: what fresh days show, the maps before and after, and what moved and why.
package struct ImprovementPage {
    private let result: ImprovementResult

    /// Takes what is to be shown.
    package init(_ result: ImprovementResult) { self.result = result }

    /// The page, one file without scripts.
    package var html: String {
        let context = result.variants[0].set.context
        let comparison = ComparisonPage(result.comparison)
        let maps = result.comparison.leading.map { DemandPage(page: comparison, demand: $0).maps } ?? ""
        var page = PageTemplate(
            title: "A better layout for \(context.title.isEmpty ? context.name : context.title)", kind: "comparison")
        page.style = ComparisonPage.style + Self.style
        page.header = PageTemplate.facts([
            ("scenario", context.name), ("fresh days", String(result.variants[0].set.replications.count)),
            ("seed", String(result.variants[0].plan.scenario.seed)), ("version", context.version),
        ])
        let sections = zones + maps + comparison.table(1, id: "differences") + steps + origin
        page.header += ComparisonPage.contents(of: sections)
        let lines = result.text.split(separator: "\n").map { ComparisonPage.shown(Self.sentence($0)) }
        page.main = """
            <p class="finding">\(lines.prefix(2).joined(separator: " "))</p>
            \(lines.dropFirst(2).map { "<p>\($0)</p>" }.joined(separator: "\n"))
            <p>The search tried layouts on other days than these, so the intervals are not those of the luckiest of many. \
            <em>start</em> are the scenario's own zones, <em>best</em> is the layout of <code>layout.geojson</code>.</p>
            \(DemandPage.names(result.comparison))\(sections)
            """
        return page.html
    }

    private var origin: String {
        guard let origin = result.origin else { return "" }
        return "<h2 id=\"origin\">How this was made</h2>\n"
            + origin.html("The start and the layouts that it was run against are complete scenarios beside this page:")
    }

    /// A line of the terminal as a sentence.
    static func sentence(_ line: some StringProtocol) -> String {
        let words = line.drop { $0 == " " }
        return words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
    }

    /// Eleven columns of numbers need room: names and members break into lines before a digit is out of sight.
    private static let style = """
        th, td, tbody th { padding: 4px 6px; }
        tbody th, td.text { white-space: normal; min-width: 9rem; }

        """

    /// Which zones changed, and what became of the people of their ground: fewer unserved against longer ways.
    private var zones: String {
        let changed = result.changed
        let hours = result.comparison.hours
        let rows = changed.map { zone -> String in
            let members = zone.members.map(ComparisonPage.safe).joined(separator: ", ")
            return "<tr><th scope=\"row\">\(ComparisonPage.safe(zone.name))</th><td class=\"text\">\(members)</td>"
                + "<td>\(Text.number(zone.wishes * ServiceFinding.perDay(hours), 0))</td>\(cells(zone.missed, 100))\(cells(zone.unserved, 100))"
                + "\(cells(zone.wait, 1 / 60.0))</tr>"
        }
        let heads = ["not in time (%)", "unserved (%)", "mean wait of the served (min)"]
        return """
            <h2 id="moved">What moved and why</h2>
            <p>\(changed.count) zones are made of several cells. \(Slices.leading?.form.largerZones ?? "") First the zones by which most wishes come in time.</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Zones that changed"><table><caption>Zones that changed</caption>\
            <thead><tr><th scope="col" rowspan="2">zone</th><th scope="col" rowspan="2">made of</th>\
            <th scope="col" rowspan="2">wishes \(ServiceFinding.period(hours))</th>\
            \(heads.map { "<th scope=\"colgroup\" colspan=\"3\">\($0)</th>" }.joined())</tr><tr>\
            \(String(repeating: "<th scope=\"col\">start</th><th scope=\"col\">best</th><th scope=\"col\">difference</th>", count: 3))\
            </tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    private func cells(_ paired: PairedDifference, _ scale: Double) -> String {
        func number(_ interval: Interval?) -> String { interval.map { Text.number($0.mean * scale, 1) } ?? "–" }
        let difference = paired.difference.map { ComparisonPage.shown(ReplicationText.text($0.scaled(by: scale))) }
        return "<td>\(number(paired.first))</td><td>\(number(paired.second))</td>"
            + "<td class=\"\(paired.finding.rawValue)\">\(difference ?? "–")</td>"
    }

    /// The steps of the search, after the merging that it began with.
    private var steps: String {
        let steps = result.outcome.steps
        let rows = steps.map { step in
            "<tr><th scope=\"row\">\(step.move.kind.rawValue)</th>"
                + "<td class=\"text\">\(ComparisonPage.safe(result.names(step.move.before)))</td>"
                + "<td class=\"text\">\(ComparisonPage.safe(result.names(step.move.after)))</td>"
                + "<td>\(Text.number(step.gain * 100, 2))</td></tr>"
        }
        return """
            <h2 id="search">How the search got there</h2>
            <p>It began with \(result.outcome.begin.count) zones, the best of several ways to merge, and kept \(steps.count) \
            moves, listed with the percentage points by which fewer wishes were not in time when the move was proven.</p>
            <details><summary>All moves</summary><div class="scroll" tabindex="0" role="region" aria-label="Moves"><table>\
            <caption>Moves</caption><thead><tr><th scope="col">move</th><th scope="col" class="text">zones before</th>\
            <th scope="col" class="text">zones then</th><th scope="col">percentage points gained</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div></details>

            """
    }
}
