// SPDX-License-Identifier: GPL-3.0-or-later

/// Cutting ground into triangles.
extension Geometry {
    /// Triangles that fill the geometry, six numbers each; nil when it cannot be cut into such.
    ///
    /// GEOS joins the holes of a polygon to its border first, and up to 3.11, Debian 12's, that fails for some valid
    /// polygons with several holes (locationtech/jts#921). Such a polygon is cut through its holes until it has none.
    func fillingTriangles() -> [[Double]]? {
        if let found = triangles(), isFilled(by: found) { return found }
        return cutTriangles()
    }

    /// Triangles that fill the geometry, of pieces without holes; nil when GEOS fails.
    func cutTriangles() -> [[Double]]? {
        var found: [[Double]] = []
        // A piece, and how often it was cut where it had no hole: each such cut halves it.
        var open = polygons.reversed().map { (rings: $0, halvings: 0) }
        while let (rings, halvings) = open.popLast() {
            guard let piece = session.area([rings]) else { return nil }
            if rings.count == 1, let triangles = piece.triangles(), piece.isFilled(by: triangles) {
                found += triangles
                continue
            }
            guard halvings < 24, let halves = piece.halves(rings) else { return nil }
            open += halves.reversed().map { ($0, rings.count == 1 ? halvings + 1 : 0) }
        }
        return isFilled(by: found) ? found : nil
    }

    /// The two sides of a straight cut through the middle hole, or through the middle where there is no hole.
    private func halves(_ rings: [[Double]]) -> [[[Double]]]? {
        let box = Bounds(rings[0])
        let isWide = box.high.x - box.low.x >= box.high.y - box.low.y
        let middles = rings.dropFirst().map(Bounds.init).map { ($0.low + $0.high) / 2 }.map { isWide ? $0.x : $0.y }
        let cut =
            middles.isEmpty
            ? (isWide ? box.low.x + box.high.x : box.low.y + box.high.y) / 2 : middles.sorted()[middles.count / 2]
        var (lower, upper) = (box, box)
        if isWide { (lower.high.x, upper.low.x) = (cut, cut) } else { (lower.high.y, upper.low.y) = (cut, cut) }
        var pieces: [[[Double]]] = []
        for side in [lower, upper] {
            guard let frame = session.area([[side.ring]]), let piece = intersection(frame) else { return nil }
            pieces += piece.polygons
        }
        return pieces
    }

    /// Whether triangles have the area of the geometry: to a billionth, more than rounding takes.
    private func isFilled(by triangles: [[Double]]) -> Bool {
        let sum = triangles.reduce(0.0) { $0 + $1.triangleArea }
        return abs(sum - area) <= 1e-9 * area
    }
}

/// The least and the largest coordinates of a ring.
private struct Bounds {
    var low = SIMD2(Double.infinity, .infinity)
    var high = SIMD2(-Double.infinity, -.infinity)

    init(_ ring: [Double]) {
        for (x, y) in ring.points {
            low = pointwiseMin(low, [x, y])
            high = pointwiseMax(high, [x, y])
        }
    }

    var ring: [Double] { [low.x, low.y, high.x, low.y, high.x, high.y, low.x, high.y, low.x, low.y] }
}

extension [Double] {
    /// The area of a triangle of six numbers.
    var triangleArea: Double {
        abs((self[2] - self[0]) * (self[5] - self[1]) - (self[4] - self[0]) * (self[3] - self[1])) / 2
    }
}
