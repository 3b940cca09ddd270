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
    /// The streets above the zones; nil for none.
    let streets: Streets?

    /// States all; lists are in the order of the zones.
    package init(
        _ zones: [ZoneRecord], title: String, unit: String, none: String, values: [Double?], words: [String],
        streets: Streets? = nil
    ) {
        (self.zones, self.title, self.unit, self.none) = (zones, title, unit, none)
        (self.values, self.words, self.streets) = (values, words, streets)
    }

    /// The main streets of a city, drawn once for all maps of the same zones.
    package struct Streets {
        /// Their drawing, out of sight: the page has it before the first of these maps.
        package let drawing: String
        /// What draws them in a map.
        let use: String

        /// Draws streets for maps of some zones; nil without any. `name` is theirs alone on the page.
        package init?(_ streets: [StreetLine], of zones: [ZoneRecord], name: String) {
            let (figure, frame) = (StreetFigure(main: streets), ZoneFrame(zones))
            guard !figure.lines.isEmpty, zones.contains(where: { !$0.outline.isEmpty }) else { return nil }
            // In tenths of the picture's units: a third of a pixel on a wide screen.
            let paths = (0...2).map { weight in
                figure.path(weight) { point in
                    let at = frame.position(point)
                    return (Int((at.x * 10).rounded()), Int((at.y * 10).rounded()))
                }
            }
            // Light seams show them on dark zones, dark lines on light ones.
            var looks = ""
            for (colour, seam) in [("#fff", 9), ("#1d2329", 0)] {
                for (weight, path) in paths.enumerated() where !path.isEmpty {
                    let width = 3 + 4 * weight + seam
                    looks += "<use href=\"#\(name)-\(weight)\" stroke=\"\(colour)\" stroke-width=\"\(width)\"/>"
                }
            }
            let lines = paths.enumerated().filter { !$0.element.isEmpty }
                .map { "<path id=\"\(name)-\($0.offset)\" d=\"\($0.element)\"/>" }.joined(separator: "\n")
            drawing = """
                <svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
                \(lines)
                <g id="\(name)" transform="scale(.1)" fill="none" stroke-linejoin="round" stroke-opacity=".7" \
                pointer-events="none">\(looks)</g>
                </defs></svg>

                """
            use = "<use href=\"#\(name)\"/>"
        }
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
            // Over streets the ground of its zone is around each number.
            let halo =
                streets == nil
                ? "" : " stroke=\"\(look.0)\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            labels += "<text x=\"\(at.x)\" y=\"\(at.y + 5)\" fill=\"\(look.1)\"\(halo)>\(text(value))</text>"
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
            \(areas)\(streets?.use ?? "")\(labels)
            </svg>
            <figcaption>Point at a zone for its numbers; the table has them all.</figcaption>
            </figure>

            """
    }
}
