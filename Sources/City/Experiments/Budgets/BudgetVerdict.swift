// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices

/// What a budget comes to.
package enum BudgetVerdict: String, Codable, Sendable, CaseIterable {
    /// The metric is on the right side of the limit; for a mean, its whole interval is.
    case kept
    /// The metric is on the wrong side; for a mean, its whole interval is.
    case broken
    /// The interval holds the limit, or nothing was measured that could say.
    case undecided

    /// The verdict on one value.
    static func of(_ value: Double, _ bound: Budget.Bound, _ limit: Double) -> BudgetVerdict {
        switch bound {
        case .atMost: value <= limit ? .kept : .broken
        case .atLeast: value >= limit ? .kept : .broken
        case .below: value < limit ? .kept : .broken
        case .above: value > limit ? .kept : .broken
        }
    }

    /// The verdict on a mean that lies somewhere in an interval, the ends included: both ends must agree.
    static func of(low: Double, high: Double, _ bound: Budget.Bound, _ limit: Double) -> BudgetVerdict {
        let (one, other) = (of(low, bound, limit), of(high, bound, limit))
        return one == other ? one : .undecided
    }
}

/// How many values would decide.
enum DecidingCount {
    /// More than this is no advice.
    static let most = 1_000_000

    /// The smallest number of values whose interval would leave the limit out, if mean and standard deviation stayed as they
    /// are: `t(n - 1) sd / sqrt(n)` at most the distance, below it for a bound that the limit itself does not break on that
    /// side. Nil when that is more than a million, or when the mean is the limit.
    ///
    /// - Parameters:
    ///   - distance: of the mean from the limit, 0 or more.
    ///   - sd: standard deviation of one value.
    ///   - fixed: variance of the mean that further values do not lessen, such as that of a stored baseline, and the degrees
    ///     of freedom behind it.
    ///   - confidence: of the two-sided interval.
    static func needed(
        distance: Double, sd: Double, fixed: (variance: Double, degrees: Int)? = nil, confidence: Double
    ) -> Int? {
        guard distance > 0, sd.isFinite else { return nil }
        func decides(_ count: Int) -> Bool {
            let own = sd * sd / Double(count)
            let error = (own + (fixed?.variance ?? 0)).squareRoot()
            let degrees =
                fixed.map { WelchDegrees.of(own, count - 1, $0.variance, $0.degrees) } ?? count - 1
            return StudentT.quantile(0.5 + confidence / 2, degrees: degrees) * error < distance
        }
        return first(where: decides)
    }

    /// The first number of values that decides, when all larger ones do; nil when a million do not.
    static func first(where decides: (Int) -> Bool) -> Int? {
        guard decides(most) else { return nil }
        // The half width falls with the number, so the first that decides is found by halving.
        var (no, yes) = (1, most)
        while yes - no > 1 {
            let middle = no + (yes - no) / 2
            if decides(middle) { yes = middle } else { no = middle }
        }
        return yes
    }
}

/// The degrees of freedom of the difference of two independent means, rounded down, by Welch and Satterthwaite.
/// Source: Law, Simulation Modeling and Analysis, 5th edition, section 10.2.2.
enum WelchDegrees {
    /// Takes the variance of each mean with the degrees of freedom behind it, 1 or more.
    static func of(_ first: Double, _ firstDegrees: Int, _ second: Double, _ secondDegrees: Int) -> Int {
        let parts = first * first / Double(firstDegrees) + second * second / Double(secondDegrees)
        return parts > 0 ? max(1, Int((first + second) * (first + second) / parts)) : 1
    }
}
