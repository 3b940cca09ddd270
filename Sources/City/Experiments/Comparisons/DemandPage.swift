// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Foundation
import Reporting

/// What the page of a comparison tells of the demands of one kind: where, by hour, for whom, how evenly, and by the service's own
/// parts.
struct DemandPage {
    let page: ComparisonPage
    let demand: DemandComparison

    var comparison: Comparison { page.comparison }
    var words: DemandWords { demand.words }
    /// The variants but the base.
    var others: Range<Int> { page.others }

    /// A variant's name, safe in HTML.
    func name(_ index: Int) -> String { page.name(index) }

    var html: String { differences + hours + divisions + people + evenness }

    /// A heading; where there are several kinds of demands it says whose.
    func heading(_ id: String, _ text: String) -> String {
        guard comparison.demands.count > 1 else { return "<h2 id=\"\(id)\">\(text)</h2>" }
        let place = demand.isLeading ? id : "\(id)-\(words.name.replacing(".", with: "-"))"
        let first = text.prefix(1).lowercased() + text.dropFirst()
        return "<h2 id=\"\(place)\">\(ComparisonPage.safe(words.title)): \(first)</h2>"
    }

    /// The three measures of the parts. What is never lost has no picture of that.
    var measures: [PartMeasure] {
        let points = (unit: "percentage points", plain: "%")
        let missed = PartMeasure(
            title: words.missed.capitalisedFirst, unit: points.unit, plain: points.plain, scale: 100, isTime: false
        ) { $0.missed }
        let lost = PartMeasure(
            title: words.unserved.capitalisedFirst, unit: points.unit, plain: points.plain, scale: 100, isTime: false
        ) { $0.unserved }
        let wait = PartMeasure(
            title: words.wait.capitalisedFirst, unit: "min", plain: "min", scale: 1 / 60.0, isTime: true
        ) { $0.wait }
        return demand.hasLost ? [missed, lost, wait] : [missed, wait]
    }

    // MARK: By the service's own parts

    /// By group and by site.
    private var divisions: String { demand.divisions.map(division).joined() }

    private func division(_ division: DemandComparison.Division) -> String {
        let tables = others.compactMap { index -> String? in
            guard let parts = division.found[index] else { return nil }
            return partTable(
                index, parts, caption: "by \(division.title)", column: division.title
            ) { division.names[$0.number] }
        }
        return """
            \(heading("by-\(division.title)", "By \(ComparisonPage.safe(division.title))"))
            \(tables.joined())
            """
    }

    /// The numbers of parts side by side, bold where a difference is shown.
    func partTable(
        _ index: Int, _ parts: [Comparison.Part], caption: String, column: String,
        _ label: (Comparison.Part) -> String
    ) -> String {
        let measures = measures
        let heads = measures.map {
            "<th scope=\"colgroup\" colspan=\"3\">\(ComparisonPage.safe($0.titleWithUnit))</th>"
        }
        let rows = parts.map { part -> String in
            let cells = measures.map { measure -> String in
                let paired = measure.pair(part)
                return [paired.first, paired.second].map { interval in
                    "<td>\(interval.map { ComparisonPage.rounded($0.mean * measure.scale) } ?? "–")</td>"
                }.joined()
                    + "<td class=\"\(paired.finding.rawValue)\">\(paired.difference.map { ComparisonPage.shown(ReplicationText.text($0.scaled(by: measure.scale))) } ?? "–")</td>"
            }
            return "<tr><th scope=\"row\">\(ComparisonPage.safe(label(part)))</th>\(cells.joined())</tr>"
        }
        let columns =
            "<th scope=\"col\">\(name(0))</th><th scope=\"col\">\(name(index))</th><th scope=\"col\">difference</th>"
        return ComparisonPage.table(
            "\(name(index)) against \(name(0)), \(ComparisonPage.safe(caption)); bold where a difference is shown",
            head:
                "<tr><th scope=\"col\" rowspan=\"2\">\(ComparisonPage.safe(column))</th>\(heads.joined())</tr><tr>\(String(repeating: columns, count: measures.count))</tr>",
            rows: rows)
    }
}

/// A measure of the parts of demands, as pages show it.
struct PartMeasure: Sendable {
    let title: String
    /// The unit of a difference, and of a value.
    let unit, plain: String
    let scale: Double
    let isTime: Bool
    let pair: @Sendable (Comparison.Part) -> PairedDifference

    /// `Not reached in 20 min (%)`.
    var titleWithUnit: String { "\(title) (\(plain))" }
}
