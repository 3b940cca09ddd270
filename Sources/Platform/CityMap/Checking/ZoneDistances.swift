// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// How far apart people in two zones are, as far as the map alone tells: bounds that no recorded trip between them can break.
package struct ZoneDistances: Sendable {
    private struct Span {
        /// The centre of the zone's area, in metres of the plane.
        let east, north: Double
        /// The farthest corner from it, in metres.
        let radius: Double
        let west, south, eastmost, northmost: Double
        let area: Double
    }

    private let spans: [ZoneID: Span]

    package init(_ layout: any ZoneLayout) {
        var spans: [ZoneID: Span] = [:]
        for zone in layout.zones {
            let polygons = zone.outline.map { $0.map { ring in ring.map { layout.place($0) } } }
            spans[zone.id] = Self.span(polygons, area: zone.area, inside: zone.inside)
        }
        self.spans = spans
    }

    /// A length in metres that no two points of the two zones are nearer than; 0 for zones that touch, and for unknown ones.
    package func least(_ from: ZoneID, _ to: ZoneID) -> Double {
        guard from != to, let a = spans[from], let b = spans[to] else { return 0 }
        let (x, y) = (a.east - b.east, a.north - b.north)
        let circles = (x * x + y * y).squareRoot() - a.radius - b.radius
        let (dx, dy) = (
            max(0, a.west - b.eastmost, b.west - a.eastmost), max(0, a.south - b.northmost, b.south - a.northmost)
        )
        return max(0, circles, (dx * dx + dy * dy).squareRoot())
    }

    /// A length in metres that is at most the mean straight distance between points spread evenly over the two zones: that of the
    /// centres (Jensen's inequality); within one zone the mean distance in a disc of its area, 128 r / 45 pi, which no other shape
    /// of that area undercuts (Riesz's rearrangement inequality).
    package func mean(_ from: ZoneID, _ to: ZoneID) -> Double {
        guard let a = spans[from], let b = spans[to] else { return 0 }
        if from == to { return 128 / (45 * Double.pi) * (a.area / .pi).squareRoot() }
        let (x, y) = (a.east - b.east, a.north - b.north)
        return (x * x + y * y).squareRoot()
    }

    private static func span(_ polygons: [[[Place]]], area: Double, inside: Place) -> Span {
        let (east, north) = centre(polygons) ?? (inside.metresEast, inside.metresNorth)
        let corners = polygons.joined().joined()
        var radius = 0.0
        for corner in corners {
            let (x, y) = (corner.metresEast - east, corner.metresNorth - north)
            radius = max(radius, (x * x + y * y).squareRoot())
        }
        return Span(
            east: east, north: north, radius: radius, west: corners.map(\.metresEast).min() ?? east,
            south: corners.map(\.metresNorth).min() ?? north, eastmost: corners.map(\.metresEast).max() ?? east,
            northmost: corners.map(\.metresNorth).max() ?? north, area: area)
    }

    /// The centre of the area: outer rings less their holes; nil without an area.
    private static func centre(_ polygons: [[[Place]]]) -> (Double, Double)? {
        var (sum, east, north) = (0.0, 0.0, 0.0)
        for rings in polygons {
            for (index, ring) in rings.enumerated() where ring.count > 2 {
                var (area, x, y) = (0.0, 0.0, 0.0)
                for (a, b) in zip(ring, ring.dropFirst()) {
                    let cross = a.metresEast * b.metresNorth - b.metresEast * a.metresNorth
                    area += cross
                    x += (a.metresEast + b.metresEast) * cross
                    y += (a.metresNorth + b.metresNorth) * cross
                }
                // Rings may turn either way; only the first of a polygon adds.
                let sign = (area < 0 ? -1.0 : 1) * (index == 0 ? 1 : -1)
                sum += sign * area / 2
                east += sign * x / 6
                north += sign * y / 6
            }
        }
        return sum > 0 ? (east / sum, north / sum) : nil
    }
}
