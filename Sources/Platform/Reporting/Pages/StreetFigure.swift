// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Streets as a page has them: not more of them than a page bears.
package struct StreetFigure {
    /// A page takes this many numbers at most; small streets are left out first.
    static let mostNumbers = 40_000

    /// The lines that are drawn, the fastest streets first.
    package let lines: [StreetLine]

    /// Takes what a page bears of some streets.
    package init(streets: [StreetLine]) {
        var lines = streets
        for weight in 0..<2 where lines.reduce(0, { $0 + $1.points.count * 2 + 1 }) > Self.mostNumbers {
            lines.removeAll { $0.weight == weight }
        }
        self.lines = lines
    }

    /// Takes what a small picture bears: the main streets, and all of a city that has no main ones.
    package init(main streets: [StreetLine]) {
        let main = streets.filter { $0.weight > 0 }
        self.init(streets: main.isEmpty ? streets : main)
    }

    /// For each street its weight, then longitudes and latitudes in turn: whole hundred-thousandths of a degree, each point but the
    /// first as the step from the one before.
    package var packed: [[Int]] {
        lines.map { line in
            var (east, north) = (0, 0)
            return [line.weight]
                + line.points.flatMap { point in
                    let x = Int((point.longitude * 1e5).rounded())
                    let y = Int((point.latitude * 1e5).rounded())
                    defer { (east, north) = (x, y) }
                    return [x - east, y - north]
                }
        }
    }

    /// The lines of a weight as the path of an SVG in whole units, each point but the first of a line as the step from the one before;
    /// `place` says where a point lies in the picture.
    package func path(_ weight: Int, _ place: (GeographicPoint) -> (x: Int, y: Int)) -> String {
        lines.filter { $0.weight == weight }.map { line -> String in
            var last: (x: Int, y: Int)?
            var text = ""
            for point in line.points {
                let at = place(point)
                if let last {
                    // Steps of nothing draw nothing.
                    if at != last { text += "l\(at.x - last.x) \(at.y - last.y)" }
                } else {
                    text = "M\(at.x) \(at.y)"
                }
                last = at
            }
            return text
        }.joined()
    }
}
