// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Streets as a drawing of its own, with what moved along them: an SVG for a browser, light or dark, and for paper.
package struct StreetPicture {
    /// Something that moved: lines that are drawn alike, with the places where it was seen.
    package struct Track: Sendable {
        /// What the legend says of it.
        package let words: String
        /// A colour that can be told from the others on light and on dark ground.
        package let colour: String
        /// Where it went.
        package let lines: [[GeographicPoint]]
        /// Where it was seen.
        package let sightings: [GeographicPoint]

        package init(words: String, colour: String, lines: [[GeographicPoint]], sightings: [GeographicPoint]) {
            (self.words, self.colour, self.lines, self.sightings) = (words, colour, lines, sightings)
        }
    }

    private let title: String
    private let zones: [ZoneRecord]
    private let streets: [StreetLine]
    private let tracks: [Track]
    private let notes: [String]
    private let frame: ZoneFrame

    /// Draws; `notes` are lines of text below the legend.
    package init(
        title: String, zones: [ZoneRecord] = [], streets: [StreetLine], tracks: [Track] = [], notes: [String] = []
    ) {
        (self.title, self.zones, self.streets) = (title, zones, streets)
        (self.tracks, self.notes) = (tracks, notes)
        frame = ZoneFrame(
            around: zones.flatMap(\.outline).joined().joined() + streets.flatMap(\.points)
                + tracks.flatMap { $0.lines.joined() + $0.sightings })
    }

    /// The whole file.
    package var svg: String {
        let line = 16
        let top = 26
        let legend = tracks.map { ($0.colour, $0.words) }
        let height = top + frame.height + 12 + line * (legend.count + notes.count) + 6
        var out = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(frame.width + 16) \(height)" role="img" font-family="sans-serif" \
            font-size="11">
            <title>\(Text.html(title))</title>
            <style>
            svg { background: #fff; color: #1d2329 }
            path { fill: none; stroke-linejoin: round; stroke-linecap: round }
            .zone { stroke: #98a2ad; stroke-width: .5; stroke-dasharray: 3 2 }
            .w0 { stroke: #c3c9d0; stroke-width: .3 } .w1 { stroke: #9aa3ad; stroke-width: .7 } .w2 { stroke: #7b8591; stroke-width: 1.3 }
            .track { stroke-width: 1.3; stroke-opacity: .8 }
            text { fill: currentColor }
            @media (prefers-color-scheme: dark) { svg { background: #14181c; color: #dfe5ea }
            .zone { stroke: #55606b } .w0 { stroke: #353d45 } .w1 { stroke: #55606b } .w2 { stroke: #76818d } }
            @media print { svg { background: #fff; color: #000 } }
            </style>
            <text x="8" y="17" font-size="13" font-weight="bold">\(Text.html(title))</text>
            <g transform="translate(8 \(top))">

            """
        for weight in 0...2 {
            let lines = streets.filter { $0.weight == weight }.map { path($0.points) }
            if !lines.isEmpty { out += "<path class=\"w\(weight)\" d=\"\(lines.joined())\"/>\n" }
        }
        for zone in zones where !zone.outline.isEmpty {
            out += "<path class=\"zone\" d=\"\(frame.path(zone))\"><title>\(Text.html(zone.name))</title></path>\n"
        }
        for track in tracks {
            out += "<path class=\"track\" stroke=\"\(track.colour)\" d=\"\(track.lines.map(path).joined())\"/>\n"
            for sighting in track.sightings {
                let (x, y) = frame.position(sighting)
                out += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"1.4\" fill=\"\(track.colour)\"/>\n"
            }
        }
        out += "</g>\n"
        var y = top + frame.height + 12
        for (colour, words) in legend {
            out += "<rect x=\"8\" y=\"\(y)\" width=\"18\" height=\"4\" fill=\"\(colour)\"/>"
            out += "<text x=\"34\" y=\"\(y + 7)\">\(Text.html(words))</text>\n"
            y += line
        }
        for note in notes {
            out += "<text x=\"8\" y=\"\(y + 7)\">\(Text.html(note))</text>\n"
            y += line
        }
        return out + "</svg>\n"
    }

    private func path(_ points: [GeographicPoint]) -> String {
        "M" + points.map { frame.position($0) }.map { "\($0.x) \($0.y)" }.joined(separator: "L")
    }
}
