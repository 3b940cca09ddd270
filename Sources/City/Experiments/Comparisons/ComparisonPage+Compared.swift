// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting
import ScenarioLanguage

/// What was compared and how it came about, and the list of contents.
extension ComparisonPage {
    /// So many settings are listed; of more it is said where they are.
    private static let mostSettings = 60

    /// What each variant is, and every setting that is not the same in all of them.
    var compared: String {
        let setting = comparison.form?.setting
        let rows = comparison.variants.enumerated().map { index, variant -> String in
            let context = variant.set.context
            let settings = variant.settings.map { "<code>\(Self.safe($0))</code>" }.joined(separator: ", ")
            let own = setting.map { "<td class=\"text\">\(Self.safe($0.text(context)))</td>" } ?? ""
            let file = comparison.file(of: index).map { "<td class=\"text\">\(ExperimentOrigin.link($0))</td>" }
            return "<tr><th scope=\"row\">\(name(index))</th><td class=\"text\">\(Self.safe(context.name))</td>"
                + "<td class=\"text\">\(settings.isEmpty ? "as the file has it" : settings)</td>"
                + "<td class=\"text\">\(Self.safe(context.layoutSource)), \(context.zones.count) "
                + "\(context.zones.count == 1 ? "zone" : "zones")</td>\(own)\(file ?? "")</tr>"
        }
        let file = comparison.file(of: 0).map { _ in "<th scope=\"col\" class=\"text\">complete in</th>" }
        return "<h2 id=\"compared\">What was compared</h2>\n"
            + Self.table(
                "Variants",
                head: "<tr><th scope=\"col\">variant</th><th scope=\"col\" class=\"text\">scenario</th>"
                    + "<th scope=\"col\" class=\"text\">set</th><th scope=\"col\" class=\"text\">layout</th>"
                    + (setting.map { "<th scope=\"col\" class=\"text\">\($0.title)</th>" } ?? "")
                    + "\(file ?? "")</tr>",
                rows: rows) + settings
    }

    /// A row for each key whose values are not the same in all variants, with the value that each of them has.
    private var settings: String {
        let base = comparison.variants[0].plan
        let found = others.map { comparison.variants[$0].plan.differences(from: base) }
        var keys: [String] = []
        var values: [String: String?] = [:]
        for difference in found.joined() where values[difference.key] == nil {
            keys.append(difference.key)
            values[difference.key] = .some(difference.base)
        }
        guard !keys.isEmpty else {
            return "<p>All variants have the same settings: no value of their scenarios differs.</p>\n"
        }
        func cell(_ value: String?) -> String {
            value.map { "<code>\(Self.safe($0))</code>" } ?? "not set"
        }
        let rows = keys.prefix(Self.mostSettings).map { key -> String in
            let first = values[key] ?? nil
            let cells = found.map { differences -> String in
                guard let difference = differences.first(where: { $0.key == key }) else {
                    return "<td class=\"text\">\(cell(first))</td>"
                }
                return "<td class=\"text\"><strong>\(cell(difference.variant))</strong></td>"
            }
            return "<tr><th scope=\"row\" class=\"text\"><code>\(Self.safe(key))</code></th>"
                + "<td class=\"text\">\(cell(first))</td>\(cells.joined())</tr>"
        }
        let names = comparison.variants.indices.map { "<th scope=\"col\" class=\"text\">\(name($0))</th>" }
        let more = keys.count - rows.count
        return Self.table(
            "Settings that differ; bold where a variant has another value than \(name(0))",
            head: "<tr><th scope=\"col\" class=\"text\">setting</th>\(names.joined())</tr>", rows: rows)
            + (more > 0
                ? "<p>\(more) more settings differ; <code>compare.json</code> and the files of the variants have them.</p>\n"
                : "<p>All other settings are the same.</p>\n")
    }

    /// The command, and the files that were read.
    var origin: String {
        guard let origin = comparison.origin else { return "" }
        return "<h2 id=\"origin\">How this was made</h2>\n"
            + origin.html("Each variant is a complete scenario beside this page:")
    }

    /// Links to the sections, in their order.
    static func contents(of sections: String) -> String {
        var links: [(id: String, title: String)] = []
        for part in sections.components(separatedBy: "<h2 id=\"").dropFirst() {
            guard let end = part.firstIndex(of: "\""), let close = part.range(of: "</h2>"),
                let open = part[end...].firstIndex(of: ">"), open < close.lowerBound
            else { continue }
            links.append((String(part[..<end]), String(part[part.index(after: open)..<close.lowerBound])))
        }
        if let statistics = sections.range(of: "<details id=\"statistics\"") {
            // It is folded, and its summary is longer than a link.
            let before = sections[..<statistics.lowerBound].components(separatedBy: "<h2 id=\"").count - 1
            links.insert(("statistics", "Statistics"), at: before)
        }
        return PageTemplate.contents(links)
    }
}
