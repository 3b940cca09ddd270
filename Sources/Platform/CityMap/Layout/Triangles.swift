// SPDX-License-Identifier: GPL-3.0-or-later

/// The triangles of one zone's ground, from which places are drawn evenly.
struct Triangles: Sendable {
    // Three corners a triangle, in millimetres.
    private let corners: [SIMD2<Double>]
    // Area up to and with each triangle, as a share of the whole.
    private let shares: [Double]

    /// Cuts the ground into triangles; nil when it has no area.
    init?(_ ground: Geometry) {
        guard let triangles = ground.fillingTriangles() else { return nil }
        var corners: [SIMD2<Double>] = []
        var sums: [Double] = []
        var sum = 0.0
        for triangle in triangles {
            let a = SIMD2(triangle[0], triangle[1])
            let b = SIMD2(triangle[2], triangle[3])
            let c = SIMD2(triangle[4], triangle[5])
            let (u, v) = (b - a, c - a)
            let area = abs(u.x * v.y - u.y * v.x)
            guard area > 0 else { continue }
            sum += area
            sums.append(sum)
            corners += [a, b, c]
        }
        guard sum > 0 else { return nil }
        self.corners = corners
        shares = sums.map { $0 / sum }
    }

    /// An evenly spread point for two numbers from 0 up to 1: the first picks the triangle, and what is left of it the
    /// place inside (R. Osada et al., Shape Distributions, 2002, section 4.2). Also gives the middle of the triangle.
    func point(_ u: Double, _ v: Double) -> (point: SIMD2<Double>, middle: SIMD2<Double>) {
        var low = 0
        var high = shares.count - 1
        while low < high {
            let middle = (low + high) / 2
            if shares[middle] > u { high = middle } else { low = middle + 1 }
        }
        let before = low == 0 ? 0 : shares[low - 1]
        let rest = min(max((u - before) / (shares[low] - before), 0), 1)
        let root = rest.squareRoot()
        let (a, b, c) = (corners[3 * low], corners[3 * low + 1], corners[3 * low + 2])
        return ((1 - root) * a + (root * (1 - v)) * b + (root * v) * c, (a + b + c) / 3)
    }
}
