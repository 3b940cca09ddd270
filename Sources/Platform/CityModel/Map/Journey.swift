// SPDX-License-Identifier: GPL-3.0-or-later

/// How somebody gets on.
public enum TravelMode: Hashable, Sendable {
    /// In a car, a taxi among them.
    case drive
    /// On foot.
    case walk
    /// By bicycle.
    case cycle
    /// Not at all, until the journey goes on.
    case wait
}

/// A point of a leg's way, with the time and the length that lie between it and the leg's start.
public struct Step: Hashable, Sendable {
    /// Where it is.
    public let place: Place
    /// Milliseconds since the leg's start, before anything slows the leg.
    public let milliseconds: UInt32
    /// Millimetres since the leg's start.
    public let millimetres: UInt32

    /// Makes a point.
    public init(_ place: Place, milliseconds: UInt32, millimetres: UInt32) {
        self.place = place
        self.milliseconds = milliseconds
        self.millimetres = millimetres
    }
}

/// A part of a journey in one mode: a straight line at an even pace, or along steps.
public struct Leg: Sendable {
    /// How.
    public let mode: TravelMode
    /// Where it begins.
    public let start: Place
    /// Where it ends.
    public let end: Place
    /// Length as driven or walked: longer than the line on the map where that is a straight one.
    public let distance: Distance
    /// Time that it takes.
    public let duration: TimeSpan
    /// Makes the points where the route turns or changes its pace; nil for a straight line at an even pace.
    let steps: (@Sendable () -> [Step])?

    /// Makes a leg; `steps` gives the points of the way behind its start, the end as the last one.
    ///
    /// It is called when somebody sets out on the leg, not by estimates. A leg that takes longer than its steps is in all of them as much
    /// slower.
    public init(
        _ mode: TravelMode, from start: Place, to end: Place, _ distance: Distance, _ duration: TimeSpan,
        steps: (@Sendable () -> [Step])? = nil
    ) {
        self.mode = mode
        self.start = start
        self.end = end
        self.distance = distance
        self.duration = duration
        self.steps = steps
    }
}

/// The route from one place to another, as a router found it: one leg or more, each beginning where the last one ended.
@frozen
public struct Journey: Sendable {
    /// Where it begins.
    public let start: Place
    /// Where it ends.
    public let end: Place
    /// Length of all legs.
    public let distance: Distance
    /// Time of all legs.
    public let duration: TimeSpan
    @usableFromInline let mode: TravelMode
    // Nil for a single straight leg, so that the many estimates of straight routes need no memory.
    @usableFromInline let parts: [Leg]?

    @inlinable
    init(
        from start: Place, to end: Place, by mode: TravelMode, _ distance: Distance, _ duration: TimeSpan, parts: [Leg]?
    ) {
        self.start = start
        self.end = end
        self.mode = mode
        self.distance = distance
        self.duration = duration
        self.parts = parts
    }

    /// A straight line at an even pace: the answer to a query where there are no streets.
    @inlinable
    public init(straight query: RouteQuery, _ distance: Distance, _ duration: TimeSpan) {
        self.init(from: query.start, to: query.end, by: query.mode, distance, duration, parts: nil)
    }

    /// Joins legs; one at least.
    public init(_ legs: [Leg]) {
        guard let first = legs.first, let last = legs.last else { preconditionFailure("a journey without legs") }
        precondition(zip(legs, legs.dropFirst()).allSatisfy { $0.end == $1.start }, "legs with a gap: \(legs)")
        self.init(
            from: first.start, to: last.end, by: first.mode, legs.reduce(.zero) { $0 + $1.distance },
            legs.reduce(.zero) { $0 + $1.duration }, parts: legs)
    }

    /// The legs in order.
    public var legs: [Leg] { parts ?? [Leg(mode, from: start, to: end, distance, duration)] }

    /// The same route in another time or with another length, each leg in proportion.
    @inlinable
    public func with(distance newDistance: Distance? = nil, duration newDuration: TimeSpan? = nil) -> Journey {
        let (distance, duration) = (newDistance ?? distance, newDuration ?? duration)
        return Journey(
            from: start, to: end, by: mode, distance, duration,
            parts: parts.map { Self.parts($0, over: distance, in: duration) })
    }

    @usableFromInline
    static func parts(_ parts: [Leg], over distance: Distance, in duration: TimeSpan) -> [Leg] {
        let millimetres = divided(distance.millimetres, parts.map(\.distance.millimetres))
        let nanoseconds = divided(duration.nanoseconds, parts.map(\.duration.nanoseconds))
        return parts.enumerated().map { index, leg in
            Leg(
                leg.mode, from: leg.start, to: leg.end, Distance(millimetres: millimetres[index]),
                TimeSpan(nanoseconds: nanoseconds[index]), steps: leg.steps)
        }
    }

    /// A sum in the proportion of some parts; their rounding adds up to nothing.
    private static func divided(_ sum: Int64, _ parts: [Int64]) -> [Int64] {
        let whole = Double(parts.reduce(0, +))
        var (before, given): (Int64, Int64) = (0, 0)
        return parts.map { part in
            before += part
            let next = whole > 0 ? Int64(nearest: Double(sum) * (Double(before) / whole)) : 0
            defer { given = next }
            return next - given
        }
    }
}
