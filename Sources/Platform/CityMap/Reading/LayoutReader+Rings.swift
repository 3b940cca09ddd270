// SPDX-License-Identifier: GPL-3.0-or-later

extension LayoutReader {
    /// What is wrong with a ring.
    struct RingFault {
        let kind: LayoutProblem.Kind
        /// The position at fault; nil for the ring as a whole.
        let position: Int?
        let message: String

        init(_ kind: LayoutProblem.Kind, _ message: String, at position: Int? = nil) {
            self.kind = kind
            self.position = position
            self.message = message
        }
    }

    /// Why a ring cannot be used; nil when it can.
    static func fault(of ring: [[Double]]) -> RingFault? {
        for (index, position) in ring.enumerated() {
            guard position.count >= 2 else {
                return RingFault(.position, "a position has fewer than two numbers", at: index)
            }
            let (longitude, latitude) = (position[0], position[1])
            let problem: String? =
                if abs(longitude) > 360 || abs(latitude) > 360 {
                    "is not in degrees; the coordinates are probably projected (metres or feet)"
                } else if abs(latitude) > 90, abs(latitude) <= 180, abs(longitude) <= 90 {
                    "has a latitude beyond 90; latitude and longitude are probably swapped"
                } else if abs(longitude) > 180 || abs(latitude) > 90 {
                    "is out of range: longitude is -180 to 180, latitude -90 to 90 degrees"
                } else if latitude < -60 || latitude > 80 {
                    // No city lies so far south or north, but the longitudes of America read as latitudes do.
                    "is where there is no city; latitude and longitude are probably swapped"
                } else {
                    nil
                }
            if let problem { return RingFault(.position, "[\(longitude), \(latitude)] \(problem)", at: index) }
        }
        if ring.count < 4 {
            return RingFault(.outline, "has \(ring.count) positions, but a closed ring has at least 4")
        }
        if ring.first?.prefix(2) != ring.last?.prefix(2) {
            return RingFault(.outline, "is not closed: the last position must repeat the first", at: ring.count - 1)
        }
        return nil
    }

    /// The corner of a flat polygon that lies nearest to a spot.
    static func corner(
        of flat: [[[Double]]], nearest spot: (x: Double, y: Double)
    ) -> (polygon: Int, ring: Int, position: Int) {
        var best = (distance: Double.infinity, corner: (polygon: 0, ring: 0, position: 0))
        for (polygon, rings) in flat.enumerated() {
            for (ring, numbers) in rings.enumerated() {
                for (position, point) in numbers.points.enumerated() {
                    let (x, y) = (point.x - spot.x, point.y - spot.y)
                    let distance = x * x + y * y
                    if distance < best.distance { best = (distance, (polygon, ring, position)) }
                }
            }
        }
        return best.corner
    }
}
