// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The sums that the interval of a mean within one run is made of.
package struct MeanBatches: Hashable, Sendable {
    package let metric: String
    /// For each batch what is averaged, summed: seconds of wait, level times hours, or how many of the sizes counted.
    package let sums: [Double]
    /// For each batch how many values or how much time it stands for; the metric is the sum of the sums by that of the sizes.
    package let sizes: [Double]
}

/// A mean at some instant of a run: what is averaged, summed, and how much it is a mean over.
package typealias MeanState = (name: String, sum: Double, size: Double)

/// Cuts the measured time of one run into equal batches and gathers every metric that is a mean over time or over rides.
///
/// The metrics are taken as they stand at each border, from the fold of the whole run; what a batch adds is the difference
/// of two borders. So the batches sum up to the metric of the run exactly. A value belongs to the batch in which
/// it is known: a wait to that of the boarding.
///
/// Left out, because batches of it do not add up: quantiles, extremes and standard deviations; totals; what compares
/// drivers or zones over the whole run, such as the Gini coefficient; and `reservations.fulfilledShare` and
/// `reservations.lead.mean`, since reservations are stored long before the batch in which they come to something.
package struct MeanBatching {
    /// How many batches; 10 to 30 are usual.
    package static let count = 20
    /// A run with less measured time than this for each batch gets none: the batches would hang together.
    package static let leastLength = TimeSpan.minutes(20)

    /// The borders between the batches that are still to come.
    private var borders: ArraySlice<CityTime>
    /// The sums and sizes of each mean up to each border.
    private var states: [[MeanState]] = []

    /// Cuts the measured time of a run; nil when it is too short, or nobody asks for batches.
    package init?(_ context: RunContext) {
        guard context.takesBatches else { return nil }
        self.init(measuring: context)
    }

    private init?(measuring context: RunContext) {
        let length = context.end - context.measureStart
        guard length >= Self.leastLength * Self.count else { return nil }
        borders =
            (1..<Self.count).map { batch in
                context.measureStart + TimeSpan(nanoseconds: length.nanoseconds / Int64(Self.count) * Int64(batch))
            }[...]
    }

    /// The next border; nil in the last batch.
    private var border: CityTime? { borders.first }

    /// Closes a batch at the next border, with the means of all that came before it.
    private mutating func close(_ means: [MeanState]) {
        borders = borders.dropFirst()
        states.append(means)
    }

    /// Closes the batches that are left.
    ///
    /// - Parameter means: the sums as if the run ended at an instant.
    package mutating func finish(at end: CityTime, _ means: (CityTime) -> [MeanState]) {
        while let border { close(means(border)) }
        states.append(means(end))
    }

    /// Hands records on, and closes a batch wherever they reach a border.
    ///
    /// - Parameters:
    ///   - take: takes records that lie between two borders.
    ///   - means: the sums as if the run ended at an instant.
    package mutating func cut<Fact>(
        _ records: Span<Record<Fact>>, _ take: (Span<Record<Fact>>) -> Void, _ means: (CityTime) -> [MeanState]
    ) {
        var start = 0
        while let border, records[records.count - 1].time >= border {
            var end = start
            while records[end].time < border { end += 1 }
            if end > start { take(records.extracting(start..<end)) }
            close(means(border))
            start = end
        }
        take(records.extracting(start..<records.count))
    }

    /// Whether records whose last one is of this instant reach the next border.
    @inline(__always)
    package func isCutting(until last: CityTime) -> Bool { border.map { last >= $0 } ?? false }

    /// Every mean with its batches, in the order of the metrics.
    package var batches: [MeanBatches] {
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
