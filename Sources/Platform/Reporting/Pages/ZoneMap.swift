// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A map of the zones as a drawing that needs no script: one value for each zone, five colours, the value in each zone that has
/// room for it.
package struct ZoneMap {
    let zones: [ZoneRecord]
    /// What the map shows, such as `calls not reached in 20 min`.
    let title: String
    /// The unit of the values, such as `%`.
    let unit: String
    /// What a zone without a value is, such as `no call`.
    let none: String
    /// By zone, in the unit.
    let values: [Double?]
    /// What is said of each zone when one points at it, after its name.
    let words: [String]

    /// States all; lists are in the order of the zones.
    package init(
        _ zones: [ZoneRecord], title: String, unit: String, none: String, values: [Double?], words: [String]
    ) {
        (self.zones, self.title, self.unit, self.none) = (zones, title, unit, none)
        (self.values, self.words) = (values, words)
    }

    /// Light to dark, as on the map of the taxis; and the ink that can be read on each.
    private static let colours = [
        ("#fde725", "#000"), ("#5ec962", "#000"), ("#21918c", "#000"), ("#3b528b", "#fff"), ("#440154", "#fff"),
    ]

    /// The borders between the five colours, from the least value to the largest: fifths of the zones, so that one extreme zone
    /// does not hide the rest; equal ones are one. Zeros have a colour of their own, and the others are cut into fourths.
    static func borders(_ values: [Double]) -> [Double] {
        let sorted = values.sorted()
        guard let least = sorted.first else { return [] }
        let rest = sorted.filter { $0 > 0 }
        guard least > 0 || rest.isEmpty else {
            return steps((0..<4).map { rest[$0 * rest.count / 4] }, above: least)
        }
        return steps((1..<5).map { sorted[min(sorted.count - 1, $0 * sorted.count / 5)] }, above: least)
    }

    private static func steps(_ borders: [Double], above least: Double) -> [Double] {
        borders.reduce(into: []) { steps, value in if value > least, value != steps.last { steps.append(value) } }
    }

    private static func step(_ value: Double, _ borders: [Double]) -> Int {
        borders.isEmpty ? 0 : (borders.count { value >= $0 } * 4 + borders.count / 2) / borders.count
    }

    /// The figure; empty without outlines, and where no zone has a value.
    package var figure: String {
        let known = values.compactMap(\.self)
        guard zones.contains(where: { !$0.outline.isEmpty }), !known.isEmpty else { return "" }
        let (frame, borders) = (ZoneFrame(zones), Self.borders(known))
        let decimals = (known.max() ?? 0) < 10 ? 1 : 0
        func text(_ value: Double) -> String { Text.number(value, decimals) }
        var (areas, labels) = ("", "")
        for (index, zone) in zones.enumerated() {
            let value = values[index]
            let look = value.map { Self.colours[Self.step($0, borders)] }
            areas += "<path d=\"\(frame.path(zone))\" fill=\"\(look?.0 ?? "var(--wash)")\" fill-rule=\"evenodd\""
            areas += "\(look == nil ? " stroke-dasharray=\"3 3\"" : "")><title>\(Text.html(zone.label)): "
            areas += "\(Text.html(words[index]))</title></path>\n"
            let size = frame.size(zone)
            guard let value, let look, size.width >= 10 * Double(text(value).count), size.height >= 20 else { continue }
            let at = frame.middle(zone)
            labels += "<text x=\"\(at.x)\" y=\"\(at.y + 5)\" fill=\"\(look.1)\">\(text(value))</text>"
        }
        let ends = [known.min() ?? 0] + borders + [known.max() ?? 0]
        var legend = zip(ends, ends.dropFirst()).map { from, to in
            let look = Self.colours[Self.step(from, borders)]
            let range = from == to ? text(from) : "\(text(from)) to \(text(to))"
            return "<span style=\"background:\(look.0);color:\(look.1)\">\(range)\u{202F}\(unit)</span>"
        }
        if values.contains(nil) { legend.append("<span>\(Text.html(none))</span>") }
        return """
            <figure class="zone-map">
            <h3>\(Text.html(title))</h3>
            <p class="steps">\(legend.joined())</p>
            <svg viewBox="0 0 \(frame.width) \(frame.height)" role="img" aria-label="\(Text.html(title)); the table has the same values">
            \(areas)\(labels)
            </svg>
            <figcaption>Point at a zone for its numbers; the table has them all.</figcaption>
            </figure>

            """
    }
}
