// SPDX-License-Identifier: GPL-3.0-or-later

/// A histogram of constant size: how many values lie in each step. A value that equals an edge counts below it, so that
/// "at most 10 min" is a sum of whole bins.
package struct Bins: Codable, Hashable, Sendable {
    /// The first bin counts all values up to this edge, in the unit of the histogram.
    package let first: Double
    /// From one edge to the next.
    package let step: Double
    /// How many values; the last bin counts all above the last edge.
    package private(set) var counts: [Int]

    /// Makes an empty histogram with this many edges.
    package init(first: Double, step: Double, edges: Int) {
        self.first = first
        self.step = step
        counts = Array(repeating: 0, count: edges + 1)
    }

    /// Counts a value. `value`, `first` and `step` are whole numbers of one unit here, so that edges are exact.
    package mutating func add(_ value: Int64, first: Int64, step: Int64) {
        let above = value - first
        let index = above <= 0 ? 0 : Int((above + step - 1) / step)
        counts[min(index, counts.count - 1)] += 1
    }

    package var total: Int { counts.reduce(0, +) }

    /// The upper edge of a bin; nil for the last.
    package func edge(_ index: Int) -> Double? { index < counts.count - 1 ? first + Double(index) * step : nil }
}
