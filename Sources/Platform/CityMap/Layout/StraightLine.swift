// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A straight line in millimetres: the start and the whole step.
struct StraightLine {
    let x: Double
    let y: Double
    let dx: Double
    let dy: Double

    init(_ start: Place, _ end: Place) {
        x = Double(start.east)
        y = Double(start.north)
        dx = Double(end.east) - x
        dy = Double(end.north) - y
    }

    /// Adds the shares at which the line meets the edge, or runs into and off it when it lies along it.
    func meet(_ edge: ZoneGrid.Edge, _ shares: inout [Double]) {
        let (ax, ay) = (Double(edge.x1) - x, Double(edge.y1) - y)
        let (vx, vy) = (Double(edge.x2) - Double(edge.x1), Double(edge.y2) - Double(edge.y1))
        let turn = dx * vy - dy * vx
        guard turn != 0 else {
            guard ax * dy == ay * dx else { return }
            let length = dx * dx + dy * dy
            shares.append((ax * dx + ay * dy) / length)
            shares.append(((ax + vx) * dx + (ay + vy) * dy) / length)
            return
        }
        // One share too many only splits a stretch in two, so near misses are let in.
        let along = (ax * dy - ay * dx) / turn
        let margin = 2 / (abs(vx) + abs(vy))
        if along >= -margin, along <= 1 + margin { shares.append((ax * vy - ay * vx) / turn) }
    }

    /// Adds the shares at which the nearest point of the edge starts and stops being one of its ends.
    func passEnds(of edge: ZoneGrid.Edge, _ from: Double, _ to: Double, _ shares: inout [Double]) {
        let (vx, vy) = (Double(edge.x2) - Double(edge.x1), Double(edge.y2) - Double(edge.y1))
        let step = dx * vx + dy * vy
        guard step != 0 else { return }
        let first = ((Double(edge.x1) - x) * vx + (Double(edge.y1) - y) * vy) / step
        let last = ((Double(edge.x2) - x) * vx + (Double(edge.y2) - y) * vy) / step
        for share in [first, last] where share > from && share < to { shares.append(share) }
    }

    /// The squared distance to the edge as a function of the share, for shares near this one.
    func squaredDistance(to edge: ZoneGrid.Edge, near share: Double) -> Parabola {
        let (vx, vy) = (Double(edge.x2) - Double(edge.x1), Double(edge.y2) - Double(edge.y1))
        let (wx, wy) = (x - Double(edge.x1), y - Double(edge.y1))
        let length = vx * vx + vy * vy
        let along = (wx + share * dx) * vx + (wy + share * dy) * vy
        if along <= 0 { return fromPoint(wx, wy) }
        if along >= length { return fromPoint(wx - vx, wy - vy) }
        let (still, turn) = (wx * vy - wy * vx, dx * vy - dy * vx)
        return Parabola(still * still / length, 2 * still * turn / length, turn * turn / length)
    }

    private func fromPoint(_ wx: Double, _ wy: Double) -> Parabola {
        Parabola(wx * wx + wy * wy, 2 * (wx * dx + wy * dy), dx * dx + dy * dy)
    }
}

/// a + b s + c s².
struct Parabola {
    let a: Double
    let b: Double
    let c: Double

    init(_ a: Double, _ b: Double = 0, _ c: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
    }

    func minus(_ other: Parabola) -> Parabola { Parabola(a - other.a, b - other.b, c - other.c) }

    func value(_ share: Double) -> Double { a + share * (b + share * c) }

    /// The least value between two shares, for a squared distance (which opens upwards).
    func least(_ low: Double, _ high: Double) -> Double {
        let lowest = c > 0 ? min(max(-b / (2 * c), low), high) : low
        return min(value(low), value(high), value(lowest))
    }

    /// Adds the roots between two shares.
    func roots(_ low: Double, _ high: Double, _ shares: inout [Double]) {
        var found: [Double] = []
        let inner = b * b - 4 * a * c
        if c != 0, inner >= 0 {
            // The form that does not cancel (Numerical Recipes, section 5.6).
            let q = -0.5 * (b + (b < 0 ? -1 : 1) * inner.squareRoot())
            found.append(q / c)
            if q != 0 { found.append(a / q) }
        } else if c == 0, b != 0 {
            found.append(-a / b)
        }
        for share in found where share > low && share < high { shares.append(share) }
    }
}
