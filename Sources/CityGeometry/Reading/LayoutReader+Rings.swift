// SPDX-License-Identifier: GPL-3.0-or-later

extension LayoutReader {
    /// Why a ring cannot be used; nil when it can.
    static func fault(of ring: [[Double]]) -> (LayoutProblem.Kind, String)? {
        for position in ring {
            guard position.count >= 2 else { return (.position, "a position has fewer than two numbers") }
            let (longitude, latitude) = (position[0], position[1])
            let text = "[\(longitude), \(latitude)]"
            if abs(longitude) > 360 || abs(latitude) > 360 {
                return (.position, "\(text) is not in degrees; the coordinates are probably projected (metres or feet)")
            }
            if abs(latitude) > 90, abs(latitude) <= 180, abs(longitude) <= 90 {
                return (.position, "\(text) has a latitude beyond 90; latitude and longitude are probably swapped")
            }
            if abs(longitude) > 180 || abs(latitude) > 90 {
                return (.position, "\(text) is out of range: longitude is -180 to 180, latitude -90 to 90 degrees")
            }
            // No city lies so far south or north, but the longitudes of America read as latitudes do.
            if latitude < -60 || latitude > 80 {
                return (.position, "\(text) lies where no city is; latitude and longitude are probably swapped")
            }
        }
        if ring.count < 4 { return (.outline, "has \(ring.count) positions, but a closed ring has at least 4") }
        if ring.first?.prefix(2) != ring.last?.prefix(2) {
            return (.outline, "is not closed: the last position must repeat the first")
        }
        return nil
    }
}
