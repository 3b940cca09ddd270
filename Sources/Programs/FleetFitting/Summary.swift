// SPDX-License-Identifier: GPL-3.0-or-later
import TripRecords

/// Some runs in four numbers.
package struct Summary: Hashable, Sendable {
    /// Rides of a mean day, over the kinds of day.
    package let rides: Double
    package let occupied: Double?
    /// The middle vacant time in seconds; of several kinds of day their mean, by rides.
    package let vacant: Double?
    /// The share of those who asked and got no taxi.
    package let lost: Double

    init(_ runs: [RunFigures], _ kinds: [String]) {
        self.init(
            ObservedFigures.mean(runs.map(\.kinds)), kinds, lost: runs.reduce(0) { $0 + $1.lost } / Double(runs.count))
    }

    init(_ figures: ObservedFigures, _ kinds: [String], lost: Double) {
        let weights = kinds.map { (days: $0, weight: 1 / Double(kinds.count)) }
        let sums = DaySums(figures, weights: weights)
        rides = sums.rides
        occupied = sums.occupied
        let laws = kinds.compactMap { kind in figures.law(kind).map { ($0.median, DaySums(figures, kind).rides) } }
        let weight = laws.reduce(0) { $0 + $1.1 }
        vacant = weight > 0 ? laws.reduce(0) { $0 + $1.0 * $1.1 } / weight : nil
        self.lost = lost
    }
}
