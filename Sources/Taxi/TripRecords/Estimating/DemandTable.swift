// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel

/// The calls of a mean day by kind of day, hour, origin and destination: `demand.csv`.
///
/// How many calls an origin has in an hour is as recorded. Where few rides say where they go, so that chance would decide, they borrow in
/// this order: from the same hour of the other kinds of day, from the other hours (the neighbours first), from the ring of the six nearest
/// zones, from all origins of that hour. What is borrowed only splits the calls: their sum by kind of day, hour and origin is kept, to the
/// millionth.
struct DemandTable {
    /// One line.
    struct Row: Hashable {
        let group: Int
        let hour: Int
        let from: Int
        let to: Int
        /// Millionths of calls a day.
        let micro: Int64
    }

    private(set) var rows: [Row] = []
    /// How many cells, of a kind of day, an hour and an origin, borrowed, by how far they had to go.
    private(set) var borrowed = [0, 0, 0, 0]
    /// How many cells have calls.
    private(set) var cells = 0

    /// Fewer rides than these borrow.
    static let enough = 20
    /// A destination that is only borrowed, with less than this share of its cell, is left out: else a few rides would go everywhere.
    private static let least = 0.0125
    private static let ring = 6

    /// Rides of one origin, hour and kind of day by destination, rising.
    private typealias Counts = ArraySlice<(to: Int32, count: Int32)>

    private let zones: Int
    private var runs: [(to: Int32, count: Int32)] = []
    /// By `(group * 24 + hour) * zones + origin`: where its runs begin; one more at the end.
    private var starts: [Int] = []

    init(_ trips: [RecordedTrip], _ days: RecordedDays, _ layout: PolygonLayout) {
        zones = layout.zones.count
        let groups = days.groups.count
        count(trips, days, groups)
        let near = Self.rings(layout)
        for group in 0..<groups {
            for hour in 0..<24 where days.sums[group * 24 + hour] > 0 {
                for from in 0..<zones {
                    let own = counts(group, hour, from)
                    let rides = own.reduce(0) { $0 + Int($1.count) }
                    guard rides > 0 else { continue }
                    cells += 1
                    let total = Int64((Double(rides) / days.sums[group * 24 + hour] * 1e6).rounded())
                    let weights =
                        rides >= Self.enough
                        ? own.map { (Int($0.to), Double($0.count)) }
                        : lent(own, rides, group, hour, from, groups, near[from])
                    split(total, weights, group, hour, from)
                }
            }
        }
    }

    private mutating func count(_ trips: [RecordedTrip], _ days: RecordedDays, _ groups: Int) {
        var keys: [UInt64] = []
        keys.reserveCapacity(trips.count)
        for trip in trips where trip.isInside {
            guard let cell = days.cell(ofWall: trip.wall) else { continue }
            keys.append(UInt64(days.groupCell(cell) * zones + Int(trip.from)) << 20 | UInt64(trip.to))
        }
        keys.sort()
        starts = [Int](repeating: 0, count: groups * 24 * zones + 1)
        var cell = 0
        var last: UInt64?
        for key in keys {
            if key == last {
                runs[runs.count - 1].count += 1
                continue
            }
            last = key
            while cell <= Int(key >> 20) {
                starts[cell] = runs.count
                cell += 1
            }
            runs.append((Int32(key & 0xF_FFFF), 1))
        }
        while cell < starts.count {
            starts[cell] = runs.count
            cell += 1
        }
    }

    private func counts(_ group: Int, _ hour: Int, _ from: Int) -> Counts {
        let cell = (group * 24 + hour) * zones + from
        return runs[starts[cell]..<starts[cell + 1]]
    }

    /// By zone: the nearest others, the nearest first.
    private static func rings(_ layout: PolygonLayout) -> [[Int]] {
        let places = layout.zones.map(\.inside)
        return places.indices.map { zone in
            var near: [(Int64, Int)] = []
            for other in places.indices where other != zone {
                near.append((places[zone].distance(to: places[other]).millimetres, other))
            }
            near.sort { $0 < $1 }
            return near.prefix(ring).map(\.1)
        }
    }

    /// What the destinations of a cell weigh when it has borrowed what it lacks.
    private mutating func lent(
        _ own: Counts, _ rides: Int, _ group: Int, _ hour: Int, _ from: Int, _ groups: Int, _ near: [Int]
    ) -> [(Int, Double)] {
        var weights: [Int32: Double] = [:]
        for run in own { weights[run.to, default: 0] += Double(run.count) }
        var lack = Double(Self.enough - rides)
        func borrow(_ lenders: [Counts]) -> Bool {
            var pool: [Int32: Int] = [:]
            for run in lenders.joined() { pool[run.to, default: 0] += Int(run.count) }
            let sum = pool.values.reduce(0, +)
            guard sum > 0 else { return false }
            let taken = min(lack, Double(sum))
            for to in pool.keys.sorted() { weights[to, default: 0] += Double(pool[to] ?? 0) * taken / Double(sum) }
            lack -= taken
            return true
        }
        let otherDays = (0..<groups).filter { $0 != group }.map { counts($0, hour, from) }
        var farthest = 0
        if borrow(otherDays) { farthest = 1 }
        if lack > 0, borrow([(hour + 23) % 24, (hour + 1) % 24].map { counts(group, $0, from) }) { farthest = 2 }
        let around = Set([hour, (hour + 23) % 24, (hour + 1) % 24])
        if lack > 0, borrow((0..<24).filter { !around.contains($0) }.map { counts(group, $0, from) }) { farthest = 2 }
        if lack > 0, borrow(near.map { counts(group, hour, $0) }) { farthest = 3 }
        if lack > 0, borrow((0..<zones).filter { $0 != from }.map { counts(group, hour, $0) }) { farthest = 4 }
        if farthest > 0 { borrowed[farthest - 1] += 1 }
        // In order, since the sum of such numbers depends on it and what is left out of the table depends on the sum.
        let destinations = weights.keys.sorted()
        let all = destinations.reduce(0) { $0 + (weights[$1] ?? 0) }
        let recorded = Set(own.map(\.to))
        return destinations.compactMap { to in
            let weight = weights[to] ?? 0
            return weight >= Self.least * all || recorded.contains(to) ? (Int(to), weight) : nil
        }
    }

    /// Splits calls by weights so that their sum is kept: each gets its share rounded down, and what is left goes to the largest rests.
    private mutating func split(_ total: Int64, _ weights: [(Int, Double)], _ group: Int, _ hour: Int, _ from: Int) {
        let sum = weights.reduce(0) { $0 + $1.1 }
        let shares = weights.map { Double(total) * $0.1 / sum }
        var parts = shares.map { Int64($0) }
        let order = parts.indices.sorted {
            (Double(parts[$0]) - shares[$0], $0) < (Double(parts[$1]) - shares[$1], $1)
        }
        for index in order.prefix(Int(max(0, total - parts.reduce(0, +)))) { parts[index] += 1 }
        for (part, weight) in zip(parts, weights) where part > 0 {
            rows.append(Row(group: group, hour: hour, from: from, to: weight.0, micro: part))
        }
    }

    /// Calls of a mean day of a group.
    func calls(in group: Int) -> Double { Double(rows.reduce(0) { $0 + ($1.group == group ? $1.micro : 0) }) / 1e6 }

    /// The table.
    func text(_ days: RecordedDays, _ layout: PolygonLayout) -> String {
        let keys = layout.zones.map { CSVText.cell($0.key) }
        var text = "days,from_hour,to_hour,origin_zone,destination_zone,calls\n"
        text.reserveCapacity(rows.count * 32)
        for row in rows {
            text += "\(days.groups[row.group].word),\(row.hour),\(row.hour + 1),\(keys[row.from]),\(keys[row.to]),"
            text += "\(Self.number(row.micro))\n"
        }
        return text
    }

    /// Millionths as a decimal number.
    static func number(_ micro: Int64) -> String {
        let rest = micro % 1_000_000
        guard rest > 0 else { return String(micro / 1_000_000) }
        var digits = String(rest, digits: 6)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(micro / 1_000_000).\(digits)"
    }
}
