// SPDX-License-Identifier: GPL-3.0-or-later

/// The line of a journey on the map: where somebody on it is, and which zones it leads through.
///
/// Given by the share of the journey's time, from 0 to 1, so that it holds for whatever time the journey takes in the end.
public struct JourneyPath: Sendable {
    /// A place of the route, with the shares of the time and of the length behind it.
    private struct Point {
        let place: Place
        let share: Double
        let length: Double
    }

    /// Where it begins.
    public let start: Place
    /// Where it ends.
    public let end: Place
    // From start to end; empty for a straight line at an even pace.
    private let points: [Point]

    /// A straight line at an even pace.
    public init(from start: Place, to end: Place) {
        self.start = start
        self.end = end
        points = []
    }

    /// Follows the legs of a journey.
    fileprivate init(_ legs: [Leg], of journey: Journey) {
        start = journey.start
        end = journey.end
        let (span, length) = (journey.duration.inSeconds, Double(journey.distance.millimetres))
        var points: [Point] = []
        var (time, driven) = (0.0, 0.0)
        for leg in legs {
            let steps = leg.steps?() ?? [Step(leg.end, milliseconds: 1, millimetres: 1)]
            points.reserveCapacity(points.count + steps.count + 1)
            let (whole, line) = (Double(steps.last?.milliseconds ?? 0), Double(steps.last?.millimetres ?? 0))
            func add(_ place: Place, _ timeShare: Double, _ lengthShare: Double) {
                points.append(
                    Point(
                        place: place, share: span > 0 ? (time + timeShare * leg.duration.inSeconds) / span : 1,
                        length: length > 0
                            ? (driven + lengthShare * Double(leg.distance.millimetres)) / length : 1))
            }
            add(leg.start, 0, 0)
            for step in steps {
                add(
                    step.place, whole > 0 ? Double(step.milliseconds) / whole : 1,
                    line > 0 ? Double(step.millimetres) / line : 1)
            }
            time += leg.duration.inSeconds
            driven += Double(leg.distance.millimetres)
        }
        self.points = points
    }

    /// Length of the line on the map in millimetres.
    public var line: Double {
        points.isEmpty
            ? Double(start.distance(to: end).millimetres)
            : zip(points, points.dropFirst()).reduce(0) { $0 + Double($1.0.place.distance(to: $1.1.place).millimetres) }
    }

    /// Where one is after a share of the time.
    public func place(at share: Double) -> Place {
        if share >= 1 { return end }
        if share <= 0 { return start }
        guard let (from, to) = step(at: share) else { return start.along(share, to: end) }
        return from.place.along((share - from.share) / (to.share - from.share), to: to.place)
    }

    /// The share of the length that is behind one after a share of the time.
    public func length(at share: Double) -> Double {
        guard share < 1, let (from, to) = step(at: share) else { return share }
        return from.length + (to.length - from.length) * (share - from.share) / (to.share - from.share)
    }

    /// The step of the route under a share of the time below 1; nil on a straight line.
    private func step(at share: Double) -> (from: Point, to: Point)? {
        // The first point beyond it: the shares never fall.
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].share > share { high = middle } else { low = middle + 1 }
        }
        return low > 0 && low < points.count ? (points[low - 1], points[low]) : nil
    }

    /// The share of the time from which on one stays this near to the end, as the crow flies.
    public func share(within reach: Distance) -> Double {
        let inside = Double(reach.millimetres)
        guard !points.isEmpty else {
            let line = Double(start.distance(to: end).millimetres)
            return line > inside ? 1 - inside / line : 0
        }
        guard let last = points.lastIndex(where: { Double($0.place.distance(to: end).millimetres) > inside }),
            last + 1 < points.count
        else { return 0 }
        // Outside at this point and inside from the next on: halved until the step is below a millimetre.
        let (from, to) = (points[last], points[last + 1])
        guard to.share > from.share else { return to.share }
        var (low, high) = (from.share, to.share)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let place = from.place.along((middle - from.share) / (to.share - from.share), to: to.place)
            if Double(place.distance(to: end).millimetres) > inside { low = middle } else { high = middle }
        }
        return high
    }

    /// The share of the time that is left to one who was seen at a place: from the point of the route that is nearest to it.
    public func shareLeft(from place: Place) -> Double {
        guard !points.isEmpty else {
            let line = start.distance(to: end)
            guard line > .zero, place != start else { return 1 }
            return Double(place.distance(to: end).millimetres) / Double(line.millimetres)
        }
        var (left, nearest) = (1.0, Double.infinity)
        for (from, to) in zip(points, points.dropFirst()) where from.place != to.place {
            let share = from.place.shareOfWay(to: to.place, nearest: place)
            let distance = Double(from.place.along(share, to: to.place).distance(to: place).millimetres)
            if distance < nearest { (left, nearest) = (1 - (from.share + share * (to.share - from.share)), distance) }
        }
        return left
    }

    /// The borders that the route meets, in order, by the share of the time.
    public func crossings(in layout: any ZoneLayout) -> [ZoneCrossing] {
        guard !points.isEmpty else { return layout.crossings(from: start, to: end) }
        var crossings: [ZoneCrossing] = []
        for (from, to) in zip(points, points.dropFirst()) {
            for crossing in layout.crossings(from: from.place, to: to.place) {
                let share = from.share + crossing.share * (to.share - from.share)
                crossings.append(ZoneCrossing(share: share, zone: crossing.zone))
            }
        }
        return crossings
    }
}

extension Journey {
    /// The line of the journey: worked out here, for somebody who sets out.
    public var path: JourneyPath {
        parts.map { JourneyPath($0, of: self) } ?? JourneyPath(from: start, to: end)
    }
}

extension Place {
    /// The share of the straight line to another place at which it comes nearest to a third one.
    fileprivate func shareOfWay(to end: Place, nearest place: Place) -> Double {
        let (x, y) = (Double(end.east) - Double(east), Double(end.north) - Double(north))
        let (px, py) = (Double(place.east) - Double(east), Double(place.north) - Double(north))
        return min(1, max(0, (x * px + y * py) / (x * x + y * y)))
    }
}
