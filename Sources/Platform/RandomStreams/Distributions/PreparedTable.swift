// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights made ready for many draws: the sums of the weights so far, searched by halves.
///
/// Not GSL's alias table (`gsl_ran_discrete`), for two reasons. It is C memory that someone must free, so it could not be
/// a plain value that tasks share. And it scatters the entries: there a small change of one weight changes most draws,
/// while here the entry picked grows with the number drawn, so that runs with common random numbers stay close.
/// A draw takes about log2(count) comparisons: 10 for a thousand entries, and none where every weight is 1.
package struct PreparedTable: Sendable, Hashable {
    /// The sum of the weights up to and with each entry.
    private let sums: [Double]
    /// The sum of all weights.
    private let total: Double
    /// Whether every weight is 1: then an entry is found without a search.
    private let isEven: Bool

    /// Prepares the weights; nil if one is below 0 or not a number, if their sum is not finite, or if all are 0.
    package init?(weights: [Double]) {
        var sums: [Double] = []
        sums.reserveCapacity(weights.count)
        var total = 0.0
        for weight in weights {
            guard weight >= 0 else { return nil }
            total += weight
            sums.append(total)
        }
        guard total > 0, total.isFinite else { return nil }
        self.sums = sums
        self.total = total
        isEven = weights.allSatisfy { $0 == 1 }
    }

    /// The number of entries, those of weight 0 included.
    package var count: Int { sums.count }

    /// The entry that covers this part of the whole, 0 up to but without 1. An entry of weight 0 covers nothing.
    package func index(at part: Double) -> Int {
        let target = part * total
        if isEven { return Int(target) }
        // A short table is counted through without a branch: the halves are guessed wrong every second time.
        if sums.count <= 32 {
            var below = 0
            for sum in sums { below &+= sum > target ? 0 : 1 }
            return below
        }
        return firstIndex(below: sums.count) { sums[$0] > target }
    }
}

/// The first index below `count` for which the condition holds, or `count`; once it holds, it must hold from there on.
@inline(__always)
func firstIndex(below count: Int, where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
        let middle = (low + high) / 2
        if holds(middle) {
            high = middle
        } else {
            low = middle + 1
        }
    }
    return low
}
