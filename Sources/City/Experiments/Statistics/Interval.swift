// SPDX-License-Identifier: GPL-3.0-or-later

/// A mean of independent values with its confidence interval by Student's t distribution: `mean +- t(n - 1) sd / sqrt(n)`.
///
/// The values must be independent and alike, as replications are; for values along one run use `BatchMeans`. The interval
/// holds the true mean in the stated share of experiments when the values are about normal, which means and quantiles of
/// long runs are. Source: A. M. Law, Simulation Modeling and Analysis, 5th edition, section 4.5 and 9.4.
package struct Interval: Codable, Hashable, Sendable {
    package let count: Int
    package let mean: Double
    /// Their standard deviation with divisor `n - 1`; 0 for one value.
    package let sd: Double
    /// The share of experiments whose interval holds the true mean, such as 0.95.
    package let level: Double
    /// Half of the interval's length; nil for one value, which says nothing of its own spread.
    package let halfWidth: Double?
}

extension Interval {
    /// The interval of independent values; nil when there are none.
    ///
    /// - Parameters:
    ///   - values: finite numbers.
    ///   - level: above 0 and below 1.
    package init?(_ values: [Double], level: Double = 0.95) {
        guard !values.isEmpty else { return nil }
        let moments = Moments(values)
        self.init(
            count: values.count, mean: moments.mean, sd: moments.sd, level: level,
            error: values.count > 1 ? moments.sd / Double(values.count).squareRoot() : nil, degrees: values.count - 1)
    }

    init(count: Int, mean: Double, sd: Double, level: Double, error: Double?, degrees: Int) {
        precondition(level > 0 && level < 1, "an interval of level \(level)")
        self.init(
            count: count, mean: mean, sd: sd, level: level,
            halfWidth: error.map { $0 == 0 ? 0 : StudentT.quantile(0.5 + level / 2, degrees: degrees) * $0 })
    }

    /// The one value 0.
    static let zero = Interval(count: 1, mean: 0, sd: 0, level: 0.95, halfWidth: nil)

    /// The lower end; nil for one value.
    package var low: Double? { halfWidth.map { mean - $0 } }
    /// The upper end; nil for one value.
    package var high: Double? { halfWidth.map { mean + $0 } }

    /// The interval in another unit, in which values are this many times as large; below 0 they change their sign.
    func scaled(by scale: Double) -> Interval {
        Interval(
            count: count, mean: mean * scale, sd: sd * abs(scale), level: level,
            halfWidth: halfWidth.map { $0 * abs(scale) })
    }

    /// Half of the length, as a share of the mean's size; 0 when there is no spread at all, nil when it has no meaning.
    package var relativeHalfWidth: Double? {
        guard let halfWidth else { return nil }
        if halfWidth == 0 { return 0 }
        return mean == 0 ? nil : halfWidth / abs(mean)
    }

    /// Whether a value lies in the interval, ends included; for one value everything does.
    package func holds(_ value: Double) -> Bool {
        guard let low, let high else { return true }
        return low <= value && value <= high
    }
}

/// Mean and standard deviation in two passes, so that nothing is lost where the mean is large.
struct Moments {
    let mean: Double
    let sd: Double

    init(_ values: [Double]) {
        let count = Double(values.count)
        let first = values.reduce(0, +) / count
        // The second pass mends the rounding of the first.
        let mean = first + values.reduce(0) { $0 + ($1 - first) } / count
        self.mean = mean
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        sd = values.count > 1 ? (squares / (count - 1)).squareRoot() : 0
    }
}
