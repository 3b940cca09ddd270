// SPDX-License-Identifier: GPL-3.0-or-later

/// The search for the load at which a target breaks, when more load never helps.
///
/// It doubles or halves from a start until one factor keeps the target and a larger one breaks it, and then halves the gap
/// (on a scale of ratios) until both are close. Factors have four significant digits, so that each can be written in a
/// scenario as it was tried. Every factor is asked once at most.
package struct StressSearch: Sendable {
    /// The smallest factor that is looked at.
    package let from: Double
    package let to: Double
    /// Where the search begins.
    package let start: Double
    /// It ends when the broken factor is above the kept one by no more than this share.
    package let precision: Double

    /// What was found.
    package struct Answer: Sendable, Hashable {
        /// The largest factor at which the target was kept; nil when the smallest one looked at breaks it.
        package let kept: Double?
        /// The smallest factor above it at which the target was broken; nil when the largest one keeps it.
        package let broken: Double?
    }

    /// Prepares a search; the start is moved into the range.
    package init(from: Double, to: Double, start: Double = 1, precision: Double) {
        precondition(from > 0 && from <= to && to.isFinite, "a range from \(from) to \(to)")
        precondition(precision >= 0.001 && precision <= 1, "a precision of \(precision)")
        self.from = from
        self.to = to
        self.start = min(max(start, from), to)
        self.precision = precision
    }

    /// Searches, asking whether the target is kept at factors.
    package func run<Failure>(isKept: (Double) throws(Failure) -> Bool) throws(Failure) -> Answer {
        var kept: Double?
        var broken: Double?
        var next = start
        // Outwards, until the answer is enclosed or the range ends.
        while kept == nil || broken == nil {
            if try isKept(next) {
                kept = next
                if next >= to { return Answer(kept: next, broken: nil) }
                next = min(to, Self.rounded(next * 2))
            } else {
                broken = next
                if next <= from { return Answer(kept: nil, broken: next) }
                next = max(from, Self.rounded(next / 2))
            }
        }
        guard var low = kept, var high = broken else { return Answer(kept: kept, broken: broken) }
        while high > low * (1 + precision) {
            let middle = Self.rounded((low * high).squareRoot())
            // Neighbours in four digits have nothing between them.
            guard middle > low, middle < high else { break }
            if try isKept(middle) { low = middle } else { high = middle }
        }
        return Answer(kept: low, broken: high)
    }

    /// The number with four significant digits.
    static func rounded(_ value: Double) -> Double {
        var scale = 1.0
        while value * scale < 1000 { scale *= 10 }
        while value * scale >= 10_000 { scale /= 10 }
        return (value * scale).rounded() / scale
    }
}
