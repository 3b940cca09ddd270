// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Streets as a page has them: whole hundred-thousandths of a degree, each point but the first as the step from the one before.
package struct StreetFigure {
    /// A page takes this many numbers at most; small streets are left out first.
    static let mostNumbers = 40_000

    private let streets: [StreetLine]

    package init(streets: [StreetLine]) { self.streets = streets }

    /// For each street its weight, then longitudes and latitudes in turn.
    package var packed: [[Int]] {
        var lines = streets
        for weight in 0..<2 where lines.reduce(0, { $0 + $1.points.count * 2 + 1 }) > Self.mostNumbers {
            lines.removeAll { $0.weight == weight }
        }
        return lines.map { line in
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
}
