// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// How evenly something is spread over drivers.
package struct Fairness: Sendable {
    /// Gini coefficient: 0 when all have the same, near 1 when one has all; nil without any.
    ///
    /// With the values in rising order, `sum((2 i - n - 1) x_i) / (n sum(x))`, i from 1.
    package let gini: Double?
    /// Jain's index `sum(x)^2 / (n sum(x^2))`: 1 when all have the same, 1/n when one has all; nil without any.
    /// Source: Jain, Chiu and Hawe, DEC Research Report TR-301, 1984.
    package let jain: Double?
    /// The Lorenz curve from (0, 0) to (1, 1), at most 101 points.
    package let points: [LorenzPoint]

    /// Measures rates, one a driver, not negative.
    package init(rates: [Double]) {
        let sorted = rates.sorted()
        let count = Double(sorted.count)
        let sum = sorted.reduce(0, +)
        guard sum > 0 else {
            (gini, jain, points) = (nil, nil, [])
            return
        }
        let weighted = sorted.enumerated().reduce(0.0) { $0 + (2 * Double($1.offset + 1) - count - 1) * $1.element }
        gini = weighted / (count * sum)
        jain = sum * sum / (count * sorted.reduce(0) { $0 + $1 * $1 })
        var curve = [LorenzPoint(drivers: 0, rides: 0)]
        var running = 0.0
        let pointCount = min(100, sorted.count)
        var shown = 0
        for (index, rate) in sorted.enumerated() {
            running += rate
            // The next of the evenly spaced points is reached.
            guard (index + 1) * pointCount >= (shown + 1) * sorted.count else { continue }
            shown += 1
            curve.append(LorenzPoint(drivers: tidy(Double(index + 1) / count), rides: tidy(running / sum)))
        }
        points = curve
    }
}
