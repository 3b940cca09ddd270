// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation

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
    public struct Evenness: Sendable {
        /// The share of the wishes of the worst tenth of the zones of origin that are not aboard in time; each variant has its own
        /// worst zones.
        public let worstTenth: PairedDifference
        /// The names of those zones, in the first variant and in this one.
        public let worstZones: (first: [String], second: [String])
        /// The Gini coefficient over people of the share aboard in time in the zone that they live in, or call from.
        public let gini: PairedDifference
    }

    /// Computes it for all variants but the first, with Holm's correction over both measures of all of them.
    static func evenness(
        _ variants: [Variant], like same: [Int], residents: [Double]?, level: Double
    ) -> [Int: Evenness] {
        let worst = variants.map { variant in worstTenth(of: variant) }
        let calls = variants[0].zoneMeans { Double($0.wishes) }.map { $0 ?? 0 }
        let weights = residents ?? calls
        func misses(_ variant: Int) -> [Double?] {
            variants[variant].set.replications.map { row in
                let wishes = worst[variant].reduce(0) { $0 + row.zones[$1].wishes }
                let missed = worst[variant].reduce(0) { $0 + row.zones[$1].notInTime }
                return wishes > 0 ? Double(missed) / Double(wishes) : nil
            }
        }
        func ginis(_ variant: Int) -> [Double?] {
            variants[variant].set.replications.map { row in
                Equity.gini(
                    row.zones.indices.compactMap { zone in
                        row.zones[zone].notInTimeShare.map { (value: 1 - $0, people: weights[zone]) }
                    })
            }
        }
        let all = same.flatMap { other in
            [("fairness.worstTenth", misses), ("fairness.servedGini", ginis)].map { name, values in
                paired(name, values(0), values(other), level: level)
            }
        }.corrected
        let names = variants[0].places.zones.map(\.name)
        return Dictionary(
            uniqueKeysWithValues: same.enumerated().map { position, other in
                (
                    other,
                    Evenness(
                        worstTenth: all[position * 2],
                        worstZones: (worst[0].map { names[$0] }, worst[other].map { names[$0] }),
                        gini: all[position * 2 + 1])
                )
            })
    }

    private static func worstTenth(of variant: Variant) -> [Int] {
        let rows = variant.set.replications
        return Equity.worstTenth(
            variant.places.zones.indices.map { zone in
                let wishes = rows.reduce(0) { $0 + $1.zones[zone].wishes }
                return wishes > 0 ? Double(rows.reduce(0) { $0 + $1.zones[zone].notInTime }) / Double(wishes) : nil
            })
    }
}

extension Comparison.Variant {
    /// The mean of a number of each zone over the replications that have one.
    func zoneMeans(_ value: (ReplicationZone) -> Double?) -> [Double?] {
        places.zones.indices.map { zone in Interval(set.replications.compactMap { value($0.zones[zone]) })?.mean }
    }
}
