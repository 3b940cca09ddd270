// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL

/// The largest gap between the draws' own cumulative distribution and the given one: the Kolmogorov-Smirnov distance.
func largestGap(_ draws: [Double], cumulative: (Double) -> Double) -> Double {
    let count = Double(draws.count)
    var gap = 0.0
    for (index, value) in draws.sorted().enumerated() {
        let expected = cumulative(value)
        gap = max(gap, expected - Double(index) / count, Double(index + 1) / count - expected)
    }
    return gap
}

/// The Kolmogorov-Smirnov distance that one in a hundred right samples exceeds (1.6276 / sqrt n, for large n).
func gapLimit(_ count: Int) -> Double { 1.6276 / Double(count).squareRoot() }

/// Whether counts fit their expectations by the chi-square test at 1%; `freedom` is the number of free counts.
func fits(_ counts: [Int], _ expected: [Double], freedom: Int) -> Bool {
    let statistic = zip(counts, expected).reduce(0.0) { sum, pair in
        sum + (Double(pair.0) - pair.1) * (Double(pair.0) - pair.1) / pair.1
    }
    return statistic < gsl_cdf_chisq_Qinv(0.01, Double(freedom))
}

/// The correlation of each number with the one `lag` places later.
func correlation(_ numbers: [Double], lag: Int) -> Double {
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let together = zip(numbers, numbers.dropFirst(lag)).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    return together / variance
}
