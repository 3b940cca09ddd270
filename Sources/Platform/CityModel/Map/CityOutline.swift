// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the city ends, beside the zones: an address beyond it is none of the city's, one in it may still lie outside all
/// zones (TAXI-ZONE-01, TAXI-CALL-01B, TAXI-RESV-05).
///
/// Only refusals ask it. Plain numbers of the plane, so that a city of squares needs no library of geometry.
public struct CityOutline: Sendable {
    /// How far beyond the zones a city reaches that no file draws.
    public static let usualMargin = Distance.metres(1000)

    /// Closed rings; ground within an odd number of them is inside.
    private let rings: [[Place]]
    private let margin: Double

    /// The ground within an odd number of closed rings and that within the margin of one.
    public init(rings: [[Place]], margin: Distance = .zero) {
        self.rings = rings
        self.margin = Double(margin.millimetres)
    }

    /// The convex hull of these places, widened by the margin: A. Andrew, Another efficient algorithm for convex hulls in
    /// two dimensions, 1979.
    public init(around places: [Place], margin: Distance = usualMargin) {
        let sorted = places.sorted { ($0.east, $0.north) < ($1.east, $1.north) }
        let hull = Self.chain(sorted) + Self.chain(sorted.reversed())
        self.init(rings: [hull + hull.prefix(1)], margin: margin)
    }

    /// One side of the hull of places in order, without its last corner.
    private static func chain(_ places: [Place]) -> [Place] {
        var chain: [Place] = []
        for place in places {
            while chain.count > 1, side(of: place, chain[chain.count - 2], chain[chain.count - 1]) <= 0 {
                chain.removeLast()
            }
            chain.append(place)
        }
        return chain.count > 1 ? chain.dropLast() : chain
    }

    /// Above 0 when the place lies to the left of the line from one place to another.
    private static func side(of place: Place, _ start: Place, _ end: Place) -> Double {
        (Double(end.east) - Double(start.east)) * (Double(place.north) - Double(start.north))
            - (Double(end.north) - Double(start.north)) * (Double(place.east) - Double(start.east))
    }

    /// Whether a place is in the city; its border is.
    public func contains(_ place: Place) -> Bool {
        var isInside = false
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst()) {
                if squaredDistance(from: place, start, end) <= margin * margin { return true }
                guard (start.north > place.north) != (end.north > place.north) else { continue }
                let isUp = end.north > start.north
                if (Self.side(of: place, start, end) > 0) == isUp { isInside.toggle() }
            }
            // A city of one place.
            if let only = ring.first, ring.count == 1, squaredDistance(from: place, only, only) <= margin * margin {
                return true
            }
        }
        return isInside
    }

    /// The squared distance from a place to a straight line between two, in square millimetres.
    private func squaredDistance(from place: Place, _ start: Place, _ end: Place) -> Double {
        let (vx, vy) = (Double(end.east) - Double(start.east), Double(end.north) - Double(start.north))
        let (wx, wy) = (Double(place.east) - Double(start.east), Double(place.north) - Double(start.north))
        let length = vx * vx + vy * vy
        let share = length > 0 ? min(max((wx * vx + wy * vy) / length, 0), 1) : 0
        let (dx, dy) = (wx - share * vx, wy - share * vy)
        return dx * dx + dy * dy
    }
}

extension CityOutline {
    /// The hull of all zones, widened by the usual margin: the outline of a city that no file draws.
    public init(around layout: any ZoneLayout) { self.init(around: layout.corners) }
}
