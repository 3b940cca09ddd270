// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The service times of one type of message as they were measured: an empirical distribution.
///
/// Kept as quantiles, with more of them in the tail: a straight line from the 99th percentile to the largest value would make
/// one outlier of 10 ms count as if every hundredth message were slow.
package struct MeasuredTimes: Sendable, Hashable {
    /// The parts that `quantiles` belong to: 0 %, 1 % to 99 %, and the tail up to 100 %.
    package static let parts: [Double] = (0..<100).map { Double($0) / 100 } + tailParts
    /// The parts above 99 %.
    package static let tailParts = [0.995, 0.999, 0.9995, 0.9999, 0.99995, 0.99999, 1]

    /// How many messages were measured.
    package let count: Int
    /// Their mean, in nanoseconds.
    package let mean: Int64
    /// For each of `parts` the time, in nanoseconds, that this part of the messages does not exceed. Never falls.
    package let quantiles: [Int64]

    /// Gathers a distribution; nil when there is not one quantile for each part, or they fall or are below 0.
    package init?(count: Int, mean: Int64, quantiles: [Int64]) {
        guard quantiles.count == Self.parts.count, quantiles[0] >= 0,
            zip(quantiles, quantiles.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        self.count = count
        self.mean = mean
        self.quantiles = quantiles
    }

    /// The distribution of these values, in nanoseconds; nil when there are none or one is below 0.
    ///
    /// A quantile between two values lies on the line between them (type 7 of Hyndman and Fan, "Sample quantiles in
    /// statistical packages", The American Statistician 50, 1996).
    package init?(_ values: [Int64]) {
        let sorted = values.sorted()
        guard let least = sorted.first, let most = sorted.last, least >= 0 else { return nil }
        let last = Double(sorted.count - 1)
        let quantiles = Self.parts.map { part -> Int64 in
            if part >= 1 { return most }
            let location = part * last
            let low = Int(location)
            let high = min(low + 1, sorted.count - 1)
            return sorted[low] + Int64(nearest: Double(sorted[high] - sorted[low]) * (location - Double(low)))
        }
        let sum = sorted.reduce(0.0) { $0 + Double($1) }
        self.init(count: sorted.count, mean: Int64(nearest: sum / Double(sorted.count)), quantiles: quantiles)
    }

    /// The time, in nanoseconds, that this part of the messages does not exceed: the inverse of the distribution, straight
    /// between the quantiles. Parts below 0 count as 0, above 1 as 1.
    package func nanoseconds(at part: Double) -> Double {
        guard part < 1 else { return Double(quantiles[quantiles.count - 1]) }
        guard part > 0 else { return Double(quantiles[0]) }
        var low = min(Int(part * 100), 99)
        // A part such as 0.29 times 100 may be a hair below 29.
        while low + 1 < Self.parts.count - 1, Self.parts[low + 1] <= part { low += 1 }
        let (from, to) = (Self.parts[low], Self.parts[low + 1])
        let (first, second) = (Double(quantiles[low]), Double(quantiles[low + 1]))
        return first + (second - first) * ((part - from) / (to - from))
    }

    /// The mean of what `nanoseconds(at:)` gives for all parts, in nanoseconds. It differs from `mean` a little where the
    /// quantiles lie far apart.
    package var distributionMean: Double {
        var sum = 0.0
        for index in 1..<Self.parts.count {
            let middle = (Double(quantiles[index - 1]) + Double(quantiles[index])) / 2
            sum += middle * (Self.parts[index] - Self.parts[index - 1])
        }
        return sum
    }
}
