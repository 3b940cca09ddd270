// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean of values along one long run with its interval, by batch means.
///
/// Values of one run follow each other and are not independent. Cut into a few long batches, the means of the batches
/// nearly are. Here the values come in steps, each with a weight (how many values it stands for), and the mean is the
/// ratio of the sums; its error is that of a ratio estimator over the batches. Valid for a run in a steady state only, not
/// for a day with hours of rush. Source: Law, Simulation Modeling and Analysis, 5th edition, sections 9.5.3 and 9.4.2.
public struct BatchMeans: Hashable, Sendable {
    /// Mean and interval; `count` is the number of batches, `sd` that of the batches.
    public let interval: Interval
    /// How many steps one batch has.
    public let stepsInBatch: Int
    /// The correlation of a batch with the next one, -1 to 1: clearly above 0 means that the batches are too short.
    public let correlation: Double

    /// Cuts steps into batches; nil when there are fewer than two steps a batch, or nothing was measured.
    ///
    /// What is left over after whole batches is left out at the beginning, next to the warm-up.
    ///
    /// - Parameters:
    ///   - values: the mean of each step; the values of steps without weight do not matter.
    ///   - weights: how much each step counts, not negative; 1 each when nil.
    ///   - batches: how many batches, 2 or more; 10 to 30 are usual.
    ///   - level: of the interval, above 0 and below 1.
    public init?(_ values: [Double], weights: [Double]? = nil, batches: Int = 20, level: Double = 0.95) {
        precondition(batches >= 2, "\(batches) batches")
        precondition(weights.map { $0.count == values.count } ?? true, "each value has one weight")
        let length = values.count / batches
        guard length >= 2 else { return nil }
        var sums = [Double](repeating: 0, count: batches)
        var sizes = [Double](repeating: 0, count: batches)
        let skipped = values.count - length * batches
        for index in skipped..<values.count {
            let weight = weights?[index] ?? 1
            guard weight > 0 else { continue }
            sums[(index - skipped) / length] += values[index] * weight
            sizes[(index - skipped) / length] += weight
        }
        let total = sizes.reduce(0, +)
        guard total > 0 else { return nil }
        let mean = sums.reduce(0, +) / total
        let size = total / Double(batches)
        // How far each batch's sum is from what its size would give at the common mean, in units of the mean.
        let residuals = zip(sums, sizes).map { ($0 - mean * $1) / size }
        let squares = residuals.reduce(0) { $0 + $1 * $1 }
        let sd = (squares / Double(batches - 1)).squareRoot()
        interval = Interval(
            count: batches, mean: mean, sd: sd, level: level, error: sd / Double(batches).squareRoot(),
            degrees: batches - 1)
        stepsInBatch = length
        let products = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        correlation = squares > 0 ? products / squares : 0
    }
}
