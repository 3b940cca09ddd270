// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds how much of the beginning of a run to leave out, by the rule MSER-5.
///
/// The series is averaged in fives; then as many of these means are left out at the beginning as make the squared standard
/// error of the rest smallest: `sum((y - mean)^2) / m^2` over the `m` that are left. A smallest value in the second half
/// of the run means that the run is too short to tell, and the answer is nil.
/// Source: K. P. White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69 (1997);
/// P. S. Stewart and K. P. White in the Winter Simulation Conference 2000.
public enum WarmUpRule {
    /// How many values of a series one step of the rule averages.
    public static let batch = 5

    /// How many values to leave out at the beginning, a multiple of 5; nil when the series is too short to tell.
    ///
    /// - Parameter series: evenly spaced values, such as open requests; best the mean over several replications.
    public static func mser5(_ series: [Double]) -> Int? {
        let count = series.count / batch
        guard count >= 10 else { return nil }
        let means = (0..<count).map { index in
            series[index * batch..<(index + 1) * batch].reduce(0, +) / Double(batch)
        }
        var best: (value: Double, left: Int)?
        for left in 0..<count {
            let rest = Array(means[left...])
            // A handful of values at the end is alike by chance.
            guard rest.count >= 5 else { break }
            let moments = Moments(rest)
            let size = Double(rest.count)
            let value = moments.sd * moments.sd * (size - 1) / (size * size)
            if value < best?.value ?? .infinity { best = (value, left) }
        }
        guard let best, best.left * 2 <= count else { return nil }
        return best.left * batch
    }
}
