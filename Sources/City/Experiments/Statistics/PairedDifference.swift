// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// How a metric differs between two experiments whose replications have the same random numbers, pair by pair.
///
/// The differences of the pairs are independent values with an interval by Student's t distribution. Common random numbers make the
/// two values of a pair move together, which takes variance out of their difference; `varianceRemoved` says how much.
/// Source: Law, Simulation Modeling and Analysis, 5th edition, sections 10.2.1 and 11.2.
package struct PairedDifference: Codable, Hashable, Sendable {
    /// What the difference comes to.
    package enum Finding: String, Codable, Sendable {
        /// The second is lower: the interval of the difference lies below 0, after the correction too.
        case lower
        /// The second is higher: the interval lies above 0, after the correction too.
        case higher
        /// The interval excludes 0, but not after the correction for the number of metrics looked at.
        case onlyAlone
        /// The interval holds 0.
        case noDifferenceShown
        /// Fewer than two pairs were measured in both.
        case notMeasured
    }

    package let metric: String
    /// The first experiment, over the pairs measured in both; without any, over all that it measured. Nil when it measured nothing.
    package private(set) var first: Interval?
    /// The second experiment, over the same pairs.
    package private(set) var second: Interval?
    /// Second minus first; nil below two pairs.
    package private(set) var difference: Interval?
    /// The share of the variance of the difference that pairing removed: `1 - var(second - first) / (var(first) +
    /// var(second))`. 1 is all of it, 0 none; below 0 the pairing did harm. Nil without any variance.
    package let varianceRemoved: Double?
    /// The probability of a difference this large by chance alone.
    package let pValue: Double?
    /// The same after Holm's correction over the metrics compared together.
    package internal(set) var correctedPValue: Double?

    /// Compares pairs; a pair counts when both values were measured.
    ///
    /// - Parameters:
    ///   - metric: the metric's path.
    ///   - first: the first experiment's values by replication.
    ///   - second: the second experiment's values, as many.
    ///   - level: of the intervals, above 0 and below 1.
    package init(metric: String, first: [Double?], second: [Double?], level: Double = 0.95) {
        precondition(first.count == second.count, "\(first.count) and \(second.count) values are no pairs")
        let pairs = zip(first, second).compactMap { one, other in one.flatMap { one in other.map { (one, $0) } } }
        self.metric = metric
        let ones = Interval(pairs.isEmpty ? first.compactMap(\.self) : pairs.map(\.0), level: level)
        let others = Interval(pairs.isEmpty ? second.compactMap(\.self) : pairs.map(\.1), level: level)
        self.first = ones
        self.second = others
        guard pairs.count >= 2, let ones, let others,
            let difference = Interval(pairs.map { $0.1 - $0.0 }, level: level)
        else {
            self.difference = nil
            varianceRemoved = nil
            pValue = nil
            return
        }
        self.difference = difference
        let apart = ones.sd * ones.sd + others.sd * others.sd
        varianceRemoved = apart > 0 ? 1 - difference.sd * difference.sd / apart : nil
        // Metrics have six decimals: what is below them is rounding.
        if difference.sd < 1e-9 {
            // Equal differences, as counts can have, give an interval without length, and t says nothing. The sign test does:
            // that all of n differences lie to one side has the probability 2^(1 - n) by chance.
            pValue = abs(difference.mean) < 1e-9 ? 1 : Double(sign: .plus, exponent: 1 - pairs.count, significand: 1)
        } else {
            let error = difference.sd / Double(pairs.count).squareRoot()
            pValue = StudentT.twoSided(difference.mean / error, degrees: pairs.count - 1)
        }
        correctedPValue = pValue
    }

    /// The same for shares: where both are 0 or the whole in every pair, their intervals and that of the difference are those of
    /// `SaturatedShare`, so that nothing is certain because nothing happened.
    ///
    /// - Parameters:
    ///   - first: the first experiment's values by replication.
    ///   - second: the second experiment's values, as many.
    ///   - units: how many each has counted, by replication; nil where nothing is counted.
    func ofShares(
        _ first: [Double?], _ second: [Double?], units: (first: [Double?]?, second: [Double?]?)
    ) -> Self {
        let pairs = zip(first, second).map { one, other in one.flatMap { one in other.map { (one, $0) } } }
        let values = (first: pairs.compactMap { $0?.0 }, second: pairs.compactMap { $0?.1 })
        guard !values.first.isEmpty, SaturatedShare.holds(values.first) || SaturatedShare.holds(values.second) else {
            return self
        }
        let both = pairs.map { $0?.0 }
        let units = (
            first: ShareUnits.sum(of: units.first, where: both), second: ShareUnits.sum(of: units.second, where: both)
        )
        func widened(_ interval: Interval?, _ values: [Double], _ units: Double?) -> Interval? {
            guard let interval, SaturatedShare.holds(values) else { return interval }
            return interval.with(
                halfWidth: SaturatedShare.halfWidth(replications: values.count, units: units, level: interval.level))
        }
        var result = self
        result.first = widened(self.first, values.first, units.first)
        result.second = widened(self.second, values.second, units.second)
        if let difference, SaturatedShare.holds(values.first), SaturatedShare.holds(values.second) {
            // Two shares at the same end differ by at most the larger of the two widths, at different ends by up to both.
            let widths = [result.first?.halfWidth, result.second?.halfWidth].compactMap(\.self)
            result.difference = difference.with(
                halfWidth: difference.mean == 0 ? widths.max() : min(1, widths.reduce(0, +)))
        }
        return result
    }

    /// What the difference comes to.
    package var finding: Finding {
        guard let difference, let correctedPValue else { return .notMeasured }
        if difference.holds(0) { return .noDifferenceShown }
        if correctedPValue > 1 - difference.level { return .onlyAlone }
        return difference.mean < 0 ? .lower : .higher
    }
}

extension PairedDifference {
    /// About how many pairs would show the difference among as many others, if mean and spread stay as they are: the first number
    /// whose p-value is small enough for the smallest of them. Nil where it is shown, where there is none, and where no
    /// practical number would.
    func neededPairs(among differences: Int) -> Int? {
        guard finding == .onlyAlone || finding == .noDifferenceShown, let difference, difference.mean != 0,
            difference.count >= 2
        else { return nil }
        let error = (1 - difference.level) / Double(max(1, differences))
        if difference.sd < 1e-9 {
            // The sign test of equal differences: 2^(1 - n).
            return 1 + Int(log2(1 / error).rounded(.up))
        }
        let needed = DecidingCount.needed(
            distance: abs(difference.mean), sd: difference.sd, confidence: 1 - error)
        return needed.flatMap { $0 > difference.count && $0 <= Self.mostPairs ? $0 : nil }
    }

    /// More pairs than this are no advice.
    private static let mostPairs = 1000
}

extension [PairedDifference] {
    /// The same with Holm's correction over all of them that were measured.
    package var corrected: [PairedDifference] { corrected(map { _ in true }) }

    /// The same with Holm's correction over those of a family, and apart from them over the others.
    func corrected(_ isOfFamily: [Bool]) -> [PairedDifference] {
        var result = self
        for family in [true, false] {
            let measured = indices.filter { self[$0].pValue != nil && isOfFamily[$0] == family }
            let corrected = HolmCorrection.correct(measured.compactMap { self[$0].pValue })
            for (index, value) in zip(measured, corrected) { result[index].correctedPValue = value }
        }
        return result
    }
}

/// Holm's step-down correction: of many true "no difference", one or more is called a difference with at most the stated
/// probability. Source: S. Holm, Scandinavian Journal of Statistics 6 (1979).
package enum HolmCorrection {
    /// Corrected p-values in the order given: with the values rising, `max` so far of `(m - i) p`, i from 0, at most 1.
    package static func correct(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var corrected = values
        var largest = 0.0
        for (rank, index) in order.enumerated() {
            largest = max(largest, min(1, Double(values.count - rank) * values[index]))
            corrected[index] = largest
        }
        return corrected
    }
}
