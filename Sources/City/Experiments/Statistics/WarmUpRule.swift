// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds how much of the beginning of a run to leave out: the rule MSER-5, where a test sees that the beginning is biased.
///
/// The series is averaged in fives. Then as many of these means are left out at the beginning as make the squared standard
/// error of the rest smallest: `sum((y - mean)^2) / m^2` over the `m` that are left. At most half of the run is looked at; a
/// smallest value at that end means that the run is too short to tell.
///
/// On a run that is steady from the start the rule alone leaves out some part by chance, with a series of a hundred values
/// more than a twentieth of it in one case of four. So it is asked only when `isBiased` shows that there is something to leave
/// out.
/// Sources: K. P. White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69 (1997);
/// K. P. White, M. J. Cobb and S. C. Spratt in the Winter Simulation Conference 2000.
package enum WarmUpRule {
    /// How many values of a series one step of the rule averages.
    package static let batch = 5
    /// The share of steady runs that are taken for biased ones.
    static let error = 0.05

    /// How many values to leave out at the beginning, a multiple of 5; 0 when no bias of the beginning is seen, nil when the
    /// series is too short to tell.
    ///
    /// - Parameter series: evenly spaced values, such as open requests, of even demand; best the mean over several
    ///   replications.
    package static func mser5(_ series: [Double]) -> Int? {
        let count = series.count / batch
        guard count >= 10 else { return nil }
        let means = (0..<count).map { index in
            series[index * batch..<(index + 1) * batch].reduce(0, +) / Double(batch)
        }
        guard isBiased(means) else { return 0 }
        return truncation(of: means).map { $0 * batch }
    }

    /// How many values the squared standard error of the rest is smallest without; nil when that is half of them.
    static func truncation(of values: [Double]) -> Int? {
        let half = values.count / 2
        var best: (value: Double, left: Int)?
        for left in 0...half {
            let moments = Moments(Array(values[left...]))
            let size = Double(values.count - left)
            let value = moments.sd * moments.sd * (size - 1) / (size * size)
            if value < best?.value ?? .infinity { best = (value, left) }
        }
        guard let best, best.left < half else { return nil }
        return best.left
    }

    /// Whether the beginning of a series lies at another level than the rest, by more than chance explains at 5 %: the test of
    /// Schruben, Singh and Tierney, whose variance is that of ten batches of the second half.
    ///
    /// Values that hang together over more than such a batch are taken for biased more often; the rule then says as before what
    /// it would leave out.
    /// Source: L. Schruben, H. Singh and L. Tierney, "Optimal tests for initialization bias in simulation output", Operations
    /// Research 31 (1983).
    static func isBiased(_ values: [Double]) -> Bool {
        let count = Double(values.count)
        let half = values.count - values.count / 2
        let batches = min(10, half)
        let length = half / batches
        let steady = values.suffix(length * batches)
        let means = (0..<batches).map { index in
            steady.dropFirst(index * length).prefix(length).reduce(0, +) / Double(length)
        }
        let deviation = Moments(means).sd * Double(length).squareRoot()
        let mean = values.reduce(0, +) / count
        var sum = 0.0
        var weighed = 0.0
        for (index, value) in values.enumerated() {
            sum += value
            let done = Double(index + 1)
            weighed += (1 - done / count) * (done * mean - sum)
        }
        // No spread in the second half: any other level before it is a bias.
        guard deviation > 0 else { return abs(weighed) > 1e-9 * max(1, abs(mean)) * count * count }
        let statistic = 45.0.squareRoot() * weighed / (count * count.squareRoot() * deviation)
        return StudentT.twoSided(abs(statistic), degrees: batches - 1) < error
    }
}
