// SPDX-License-Identifier: GPL-3.0-or-later

import Histogram

/// Collects values one by one in bounded memory: moments, largest, and quantiles.
///
/// The quantile is the nearest rank: `p` of `n` values is the value of rank `ceil(p * n)` of the sorted row (SIM-09). It is
/// exact while at most `exactLimit` values came; after that the values move into an HDR histogram of three significant
/// digits, whose quantiles lie at most 0.1 % above the exact ones. Values are whole and not negative in the histogram; a
/// negative value counts there as 0, its moments stay exact.
package struct Sample {
    package private(set) var count = 0
    package private(set) var mean = 0.0
    package private(set) var smallest = Int64.max, largest = Int64.min
    private var squares = 0.0
    private var values = ValueList()
    private var histogram: Histogram<UInt32>?
    private var isExact = true
    private let exactLimit: Int
    /// The shares that reports show, and their values once nothing follows.
    private static let reported = [0.5, 0.9, 0.95, 0.99]
    private var settled: [Int64] = []

    /// Makes an empty sample; 8 bytes a value until the limit, then about 60 kilobytes.
    package init(exactLimit: Int = 4096) {
        self.exactLimit = exactLimit
    }

    package mutating func add(_ value: Int64) {
        count += 1
        let offset = Double(value) - mean
        mean += offset / Double(count)
        squares += offset * (Double(value) - mean)
        smallest = min(smallest, value)
        largest = max(largest, value)
        // Not by asking the histogram itself, which would be copied for it.
        if isExact {
            if values.count < exactLimit {
                values.append(value)
                return
            }
            moveToHistogram()
        }
        histogram?.record(UInt64(max(0, value)))
    }

    private mutating func moveToHistogram() {
        var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
        for value in values.pieces.joined() { histogram.record(UInt64(max(0, value))) }
        values = ValueList()
        self.histogram = histogram
        isExact = false
    }

    /// The standard deviation with divisor `n - 1`; 0 below two values.
    package var deviation: Double { count > 1 ? (squares / Double(count - 1)).squareRoot() : 0 }

    /// The values as statistics, each multiplied by a scale (units); nil when nothing came.
    package func statistics(scale: Double) -> SampleStatistics? {
        guard count > 0 else { return nil }
        let quantiles = quantiles(Self.reported).map { Double($0) * scale }
        return SampleStatistics(
            count: count, mean: mean * scale, sd: deviation * scale, min: Double(smallest) * scale, p50: quantiles[0],
            p90: quantiles[1], p95: quantiles[2], p99: quantiles[3], max: Double(largest) * scale)
    }

    /// Works out at once what reports show; no value may follow.
    package mutating func settle() {
        if count > 0 { settled = quantiles(Self.reported) }
    }

    /// The value of this share; nil when nothing came.
    package func quantile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let index = settled.isEmpty ? nil : Self.reported.firstIndex(of: share)
        return index.map { settled[$0] } ?? quantiles([share])[0]
    }

    /// The values of these shares, which rise.
    private func quantiles(_ shares: [Double]) -> [Int64] {
        if let histogram {
            return shares.map { min(Int64(histogram.valueAtPercentile($0 * 100)), largest) }
        }
        return values.values(at: shares.map { Self.rank($0, of: values.count) - 1 }, in: smallest...largest)
    }

    /// The nearest rank, from 1: the smallest rank that has at least this share of all values at or below it.
    package static func rank(_ share: Double, of count: Int) -> Int {
        // In whole thousandths, so that 0.95 * 10 000 is 9 500 and not one more by the last bit of a Double.
        let thousandths = Int((share * 1000).rounded())
        return max(1, (thousandths * count + 999) / 1000)
    }
}

/// The statistics of one quantity. Quantiles are nearest rank, exact up to the sample's limit, then within 0.1 %.
package struct SampleStatistics: Codable, Hashable, Sendable {
    package let count: Int
    package let mean: Double
    /// Standard deviation, divisor `n - 1`.
    package let sd: Double
    package let min: Double
    package let p50: Double
    /// 90 % of the values are at most this.
    package let p90: Double
    /// 95 % of the values are at most this.
    package let p95: Double
    /// 99 % of the values are at most this.
    package let p99: Double
    package let max: Double
}
