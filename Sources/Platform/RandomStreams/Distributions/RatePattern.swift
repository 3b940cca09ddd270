// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// How a rate of arrivals changes with time: knots, and how to read between them.
///
/// Describes only; `ArrivalProcess` draws. Times count from the pattern's start. The rate is 0 before the first knot and
/// keeps the last knot's value until the end.
package struct RatePattern: Hashable, Codable, Sendable {
    /// How the rate runs from one knot to the next.
    package enum Shape: String, Hashable, Codable, Sendable {
        /// It keeps the knot's value up to the next knot and jumps there.
        case steps
        /// It runs in a straight line to the next knot's value.
        case lines
    }

    /// The rate at one time of the pattern.
    package struct Knot: Hashable, Codable, Sendable {
        /// The time from the start of the pattern.
        package let at: TimeSpan
        /// Arrivals an hour, 0 or more.
        package let perHour: Double

        package init(at: TimeSpan, perHour: Double) {
            self.at = at
            self.perHour = perHour
        }
    }

    /// The knots in order of time.
    package let knots: [Knot]
    /// How the rate runs between knots.
    package let shape: Shape
    /// The time from the start of the pattern to its end, 24 h for a day. The end itself is outside.
    package let length: TimeSpan
    /// Whether the pattern starts again at its end, without end; otherwise the rate is 0 from there on.
    package let repeats: Bool

    /// Describes a pattern; `problem` says whether it can be used.
    package init(_ knots: [Knot], shape: Shape, length: TimeSpan = .hours(24), repeats: Bool = true) {
        self.knots = knots
        self.shape = shape
        self.length = length
        self.repeats = repeats
    }

    /// The same rate at all times.
    package static func constant(perHour: Double) -> RatePattern {
        RatePattern([Knot(at: .zero, perHour: perHour)], shape: .steps)
    }

    /// What is wrong with the pattern, in a sentence that says what is allowed; nil when all is well.
    package var problem: String? {
        guard let first = knots.first, let last = knots.last else { return "at least one knot is needed" }
        if length <= .zero || length > .hours(24 * 3660) { return "length must be above 0 and at most 3660 days" }
        if first.at < .zero || last.at > length { return "knots must lie between 0 and the length" }
        if !zip(knots, knots.dropFirst()).allSatisfy({ $0.at < $1.at }) { return "knots must be in order of time" }
        let ratesFit = knots.allSatisfy { $0.perHour >= 0 && $0.perHour <= 3.6e9 }
        return ratesFit ? nil : "rates must be between 0 and 3.6e9 an hour"
    }
}
