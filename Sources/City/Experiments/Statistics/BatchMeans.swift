// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean of values along one long run with its interval, by batch means.
///
/// Values of one run follow each other and are not independent. Cut into a few long batches, the means of the batches
/// nearly are. Batches have sizes (how many values or how much time they stand for), and the mean is the ratio of the sums
/// by the sizes; its error is that of a ratio estimator over the batches. Valid for a run in a steady state only, not for a
/// day with hours of rush. Source: Law, Simulation Modeling and Analysis, 5th edition, sections 9.5.3 and 9.4.2.
package struct BatchMeans: Hashable, Sendable {
    /// Mean and interval; `count` is the number of batches, `sd` that of the batches.
    package let interval: Interval
    /// The correlation of a batch with the next one, -1 to 1: clearly above 0 means that the batches are too short.
    package let correlation: Double

    /// Whether neighbouring batches hang together more than chance explains: the correlation is above twice its standard
    /// error `1 / sqrt(batches)`, and the interval is too narrow.
    package var isCorrelated: Bool { correlation > 2 / Double(interval.count).squareRoot() }

    /// Takes batches; nil when fewer than half of them hold anything.
    ///
    /// - Parameters:
    ///   - sums: what is averaged, summed, for each batch.
    ///   - sizes: how many values or how much time, not negative, as many.
    ///   - level: of the interval, above 0 and below 1.
    package init?(sums: [Double], sizes: [Double], level: Double = 0.95) {
        precondition(sums.count == sizes.count, "each batch has a sum and a size")
        precondition(sums.count >= 2, "\(sums.count) batches")
        let batches = sums.count
        let total = sizes.reduce(0, +)
        guard total > 0, sizes.count(where: { $0 > 0 }) * 2 >= batches else { return nil }
        let mean = sums.reduce(0, +) / total
        let size = total / Double(batches)
        // How far each batch's sum is from what its size would give at the common mean, in units of the mean.
        let residuals = zip(sums, sizes).map { ($0 - mean * $1) / size }
        let squares = residuals.reduce(0) { $0 + $1 * $1 }
        let sd = (squares / Double(batches - 1)).squareRoot()
        interval = Interval(
            count: batches, mean: mean, sd: sd, level: level, error: sd / Double(batches).squareRoot(),
            degrees: batches - 1)
        let products = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        correlation = squares > 0 ? products / squares : 0
    }
}
