// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The sums that the interval of a mean within one run is made of.
public struct MeanBatches: Hashable, Sendable {
    /// The metric's path.
    public let metric: String
    /// For each batch what is averaged, summed: seconds of wait, level times hours, or how many of the sizes counted.
    public let sums: [Double]
    /// For each batch how many values or how much time it stands for; the metric is the sum of the sums by that of the sizes.
    public let sizes: [Double]
}

/// Cuts the measured time of one run into equal batches and gathers every metric that is a mean over time or over rides.
///
/// The metrics are taken as they stand at each border, from the fold of the whole run; what a batch adds is the difference
/// of two borders. So the batches sum up to the metric of the run exactly. A value belongs to the batch in which
/// it is known: a wait to that of the boarding.
///
/// Left out, because batches of it do not add up: quantiles, extremes and standard deviations; totals; what compares
/// drivers or zones over the whole run, such as the Gini coefficient; and `reservations.fulfilledShare` and
/// `reservations.lead.mean`, since reservations are stored long before the batch in which they come to something.
public struct MeanBatching {
    /// How many batches; 10 to 30 are usual.
    public static let count = 20
    /// A run with less measured time than this for each batch gets none: the batches would hang together.
    public static let leastLength = TimeSpan.minutes(20)

    /// The borders between the batches that are still to come.
    private var borders: ArraySlice<CityTime>
    /// The sums and sizes of each mean up to each border.
    private var states: [[(name: String, sum: Double, size: Double)]] = []

    /// Cuts the measured time of a run; nil when it is too short.
    init?(context: RunContext) {
        let length = context.end - context.measureStart
        guard length >= Self.leastLength * Self.count else { return nil }
        borders =
            (1..<Self.count).map { batch in
                context.measureStart + TimeSpan(nanoseconds: length.nanoseconds / Int64(Self.count) * Int64(batch))
            }[...]
    }

    /// The next border; nil in the last batch.
    var border: CityTime? { borders.first }

    /// Closes a batch at the next border, with the folds of all that came before it.
    mutating func close(at border: CityTime, _ folds: RunFolds) {
        borders = borders.dropFirst()
        states.append(folds.means(at: border))
    }

    /// Closes the batches that are left.
    mutating func finish(at end: CityTime, _ folds: RunFolds) {
        while let border { close(at: border, folds) }
        states.append(folds.means(at: end))
    }

    /// Every mean with its batches, in the order of the metrics.
    var batches: [MeanBatches] {
        (states.first ?? []).indices.map { mean in
            var (sums, sizes): ([Double], [Double]) = ([], [])
            var before = (sum: 0.0, size: 0.0)
            for state in states {
                sums.append(state[mean].sum - before.sum)
                sizes.append(state[mean].size - before.size)
                before = (state[mean].sum, state[mean].size)
            }
            return MeanBatches(metric: states[0][mean].name, sums: sums, sizes: sizes)
        }
    }
}
