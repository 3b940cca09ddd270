// SPDX-License-Identifier: GPL-3.0-or-later

/// How evenly a service is spread over zones.
enum Equity {
    /// The Gini coefficient of a value that people have, when all people of a zone have the value of their zone: half of the mean
    /// difference between two people drawn at random, as a share of the mean. 0 when all have the same. Nil when nobody has
    /// anything.
    ///
    /// - Parameter zones: the value and the number of people of each zone, neither below 0.
    static func gini(_ zones: [(value: Double, people: Double)]) -> Double? {
        let sorted = zones.filter { $0.people > 0 }.sorted { $0.value < $1.value }
        let people = sorted.reduce(0) { $0 + $1.people }
        let total = sorted.reduce(0) { $0 + $1.people * $1.value }
        guard total > 0 else { return nil }
        // Twice the area below the Lorenz curve, trapeze by trapeze.
        var (area, before) = (0.0, 0.0)
        for zone in sorted {
            let after = before + zone.people * zone.value
            area += zone.people * (before + after)
            before = after
        }
        return max(0, 1 - area / (people * total))
    }

    /// The tenth of the zones with the largest shares, rounded up, by index; those without a share are left out.
    static func worstTenth(_ shares: [Double?]) -> [Int] {
        let known = shares.indices.compactMap { index in shares[index].map { (index, $0) } }
        return known.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix((known.count + 9) / 10).map(\.0).sorted()
    }
}

extension Comparison {
    /// How evenly the service is spread, in a variant and in the first one.
    package struct Evenness: Sendable {
        /// The share of the wishes of the worst tenth of the zones of origin that are not aboard in time; each variant has its own
        /// worst zones.
        package let worstTenth: PairedDifference
        /// The names of those zones, in the first variant and in this one.
        package let worstZones: (first: [String], second: [String])
        /// The Gini coefficient over people of the share aboard in time in the zone that they live in, or call from.
        package let gini: PairedDifference
    }
}
