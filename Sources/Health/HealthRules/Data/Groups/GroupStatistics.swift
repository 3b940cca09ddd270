// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean and percentiles of a group, before and after rounding.
///
/// Each member weighs the same (HEALTH-R6): what counts of a member is the mean of the member's own values in the interval, however many
/// there are. The mean of the group is the mean over members, and its percentiles are taken over members by nearest rank: of n sorted
/// member means, the 5th percentile is number ⌈5n/100⌉ and the 95th number ⌈95n/100⌉, counted from 1. Nearest rank is the first method of
/// Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996).
///
/// All are whole numbers of ten-thousandths of the unit, so that no order of adding changes a bit.
public struct GroupStatistics: Hashable, Sendable {
    /// How many ten-thousandths are a tenth.
    static let scale: Int64 = 1000
    /// How many members contributed.
    public let count: Int
    /// The sum of the member means, in ten-thousandths.
    public let sum: Int64
    /// The 5th percentile, in ten-thousandths.
    public let low: Int64
    /// The 95th percentile, in ten-thousandths.
    public let high: Int64

    /// Of member means in rising order; nil for none.
    public init?(sorted means: [Int64]) {
        guard !means.isEmpty else { return nil }
        count = means.count
        sum = means.reduce(0, +)
        low = means[Self.rank(5, of: count)]
        high = means[Self.rank(95, of: count)]
    }

    private static func rank(_ percent: Int, of count: Int) -> Int { (percent * count + 99) / 100 - 1 }

    /// A member's mean from the sum of hundredths and how many values there were, rounded to a ten-thousandth, halves away from zero.
    static func mean(_ sum: Int64, _ count: Int64) -> Int64 { rounded(sum * 100, by: count) }

    /// A quotient rounded to a whole number, halves away from zero; the divisor is positive.
    static func rounded(_ value: Int64, by divisor: Int64) -> Int64 {
        let up = (value.magnitude * 2 + UInt64(divisor)) / (2 * UInt64(divisor))
        return value < 0 ? -Int64(up) : Int64(up)
    }

    /// What is published: a count in hundreds and numbers in tenths; nil with fewer contributors than `least`.
    public func published(_ parameter: HealthParameter, least: Int) -> GroupValue? {
        guard count >= least else { return nil }
        func tenths(_ value: Int64, _ divisor: Int64) -> Int32 { Int32(clamping: Self.rounded(value, by: divisor)) }
        return GroupValue(
            parameter: parameter, count: Int32(clamping: count / 100 * 100),
            meanTenths: tenths(sum, Int64(count) * Self.scale), lowTenths: tenths(low, Self.scale),
            highTenths: tenths(high, Self.scale))
    }
}
