// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// Differences part by part, each measure with Holm's correction over all parts of all variants.
extension DemandComparison {
    private typealias Rows = [[ReplicationDemandRow]]

    static func zones(
        _ rows: [[ReplicationDemandRow]], _ records: [ZoneRecord], like same: [Int], residents: [Double]?, level: Double
    ) -> [Int: [Comparison.Zone]] {
        let numbers = records.map { Int($0.id.number) }
        let found = parts(rows, same, numbers: numbers, level: level) { $0.zones }
        let wishes = zoneMeans(rows[0]) { Double($0.wishes) }
        func sum(_ index: Int, _ zone: Int, _ count: (ReplicationPart) -> Int) -> Int {
            rows[index].reduce(0) { $0 + count($1.zones[zone]) }
        }
        return found.mapValuesWithKey { other, parts in
            parts.enumerated().map { zone, part in
                Comparison.Zone(
                    record: records[zone], missed: part.missed, unserved: part.unserved, wait: part.wait,
                    stored: (sum(0, zone, \.stored), sum(other, zone, \.stored)),
                    fulfilled: (sum(0, zone, \.fulfilled), sum(other, zone, \.fulfilled)),
                    wishes: wishes[zone] ?? 0, residents: residents?[zone])
            }
        }
    }

    /// The three measures of each part.
    ///
    /// - Parameters:
    ///   - rows: by variant and replication.
    ///   - others: the variants that are compared with the first one.
    ///   - numbers: of the parts.
    ///   - level: of the intervals.
    ///   - list: the parts of one replication; some may be missing.
    static func parts(
        _ rows: [[ReplicationDemandRow]], _ others: [Int], numbers: [Int], level: Double,
        _ list: (ReplicationDemandRow) -> [ReplicationPart]
    ) -> [Int: [Comparison.Part]] {
        let known = rows.map { variant in
            variant.map { row in
                Dictionary(list(row).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }
        func pairs(_ value: (ReplicationPart) -> Double?, of units: ((ReplicationPart) -> Int)? = nil)
            -> [PairedDifference]
        {
            others.flatMap { other in
                numbers.map { number in
                    func values(_ variant: Int) -> [Double?] { known[variant].map { $0[number].flatMap(value) } }
                    func counted(_ variant: Int) -> [Double?]? {
                        units.map { units in known[variant].map { $0[number].map { Double(units($0)) } } }
                    }
                    return Comparison.paired(
                        "part \(number)", values(0), values(other), level: level,
                        units: units == nil ? nil : (counted(0), counted(other)))
                }
            }.corrected
        }
        let (missed, unserved, wait) = (
            pairs(\.notInTimeShare, of: \.wishes), pairs(\.unservedShare, of: \.stored), pairs(\.wait)
        )
        var found: [Int: [Comparison.Part]] = [:]
        for (position, other) in others.enumerated() {
            found[other] = numbers.enumerated().map { index, number in
                let at = position * numbers.count + index
                return Comparison.Part(number: number, missed: missed[at], unserved: unserved[at], wait: wait[at])
            }
        }
        return found
    }

    /// By group and by site, of the variants that have the same ones as the base.
    static func divisions(_ rows: [[ReplicationDemandRow]], level: Double) -> [Division] {
        [\ReplicationDemandRow.groups, \ReplicationDemandRow.sites].compactMap { path in
            guard let first = rows[0].first?[keyPath: path] else { return nil }
            let others = rows.indices.dropFirst().filter { rows[$0].first?[keyPath: path]?.names == first.names }
            guard !others.isEmpty else { return nil }
            return Division(
                title: first.names.title, names: first.names.names,
                found: parts(rows, Array(others), numbers: Array(first.names.names.indices), level: level) {
                    $0[keyPath: path]?.parts ?? []
                })
        }
    }

    // MARK: Evenness

    /// Computes it for all variants but the first, with Holm's correction over both measures of all of them.
    static func evenness(
        _ rows: [[ReplicationDemandRow]], _ records: [ZoneRecord], like same: [Int], residents: [Double]?, level: Double
    ) -> [Int: Comparison.Evenness] {
        let worst = rows.map { worstTenth(of: $0) }
        let calls = zoneMeans(rows[0]) { Double($0.wishes) }.map { $0 ?? 0 }
        let weights = residents ?? calls
        func misses(_ variant: Int) -> [Double?] {
            rows[variant].map { row in
                ReplicationPart(0, sum: worst[variant].map { row.zones[$0] }).notInTimeShare
            }
        }
        func ginis(_ variant: Int) -> [Double?] {
            rows[variant].map { row in
                Equity.gini(
                    row.zones.indices.compactMap { zone in
                        row.zones[zone].notInTimeShare.map { (value: 1 - $0, people: weights[zone]) }
                    })
            }
        }
        let all = same.flatMap { other in
            [("fairness.worstTenth", misses), ("fairness.servedGini", ginis)].map { name, values in
                Comparison.paired(name, values(0), values(other), level: level)
            }
        }.corrected
        let names = records.map(\.name)
        return Dictionary(
            uniqueKeysWithValues: same.enumerated().map { position, other in
                (
                    other,
                    Comparison.Evenness(
                        worstTenth: all[position * 2],
                        worstZones: (worst[0].map { names[$0] }, worst[other].map { names[$0] }),
                        gini: all[position * 2 + 1])
                )
            })
    }

    private static func worstTenth(of rows: [ReplicationDemandRow]) -> [Int] {
        guard let first = rows.first else { return [] }
        return Equity.worstTenth(
            first.zones.indices.map { zone in ReplicationPart(0, sum: rows.map { $0.zones[zone] }).notInTimeShare })
    }

    /// The mean of a number of each zone over the replications that have one.
    private static func zoneMeans(
        _ rows: [ReplicationDemandRow], _ value: (ReplicationPart) -> Double?
    ) -> [Double?] {
        guard let first = rows.first else { return [] }
        return first.zones.indices.map { zone in Interval(rows.compactMap { value($0.zones[zone]) })?.mean }
    }
}

extension Dictionary where Key == Int {
    /// The same keys with other values.
    fileprivate func mapValuesWithKey<Other>(_ change: (Int, Value) -> Other) -> [Int: Other] {
        reduce(into: [:]) { $0[$1.key] = change($1.key, $1.value) }
    }
}
