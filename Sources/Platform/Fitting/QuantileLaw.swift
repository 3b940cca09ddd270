// SPDX-License-Identifier: GPL-3.0-or-later

/// A law of chance as quantiles at even shares: the k-th of n values is the quantile of k/(n+1).
package struct QuantileLaw: Hashable, Sendable {
    /// Rising.
    package let values: [Double]

    /// A law of these quantiles, which are put in order; nil without any.
    package init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        self.values = values.sorted()
    }

    /// The share of the law below a value: on the straight line between the quantiles around it, 0 or 1 outside of them.
    package func share(below value: Double) -> Double {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return values[0] == value ? 1 / Double(values.count + 1) : 0 }
        guard low < values.count else { return 1 }
        let (before, after) = (values[low - 1], values[low])
        let part = after > before ? (value - before) / (after - before) : 1
        return (Double(low) + part) / Double(values.count + 1)
    }

    /// The largest difference of the shares of two laws at any of their quantiles: the distance of Kolmogorov and Smirnov.
    package func distance(to other: QuantileLaw) -> Double {
        (values.dropLast().dropFirst() + other.values.dropLast().dropFirst()).reduce(0) { most, value in
            max(most, abs(share(below: value) - other.share(below: value)))
        }
    }

    /// The mean of laws with equally many quantiles, quantile by quantile (Vincent averaging).
    package static func mean(_ laws: [QuantileLaw]) -> QuantileLaw? {
        guard let first = laws.first, laws.allSatisfy({ $0.values.count == first.values.count }) else { return nil }
        return QuantileLaw(
            first.values.indices.map { index in
                laws.reduce(0) { $0 + $1.values[index] } / Double(laws.count)
            })
    }
}
