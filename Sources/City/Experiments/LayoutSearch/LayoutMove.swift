// SPDX-License-Identifier: GPL-3.0-or-later

import RandomStreams

/// A change of a layout: some zones are replaced by others of the same cells.
package struct LayoutMove: Hashable, Sendable {
    /// What is done.
    package enum Kind: String, Sendable, Codable {
        /// Two neighbours become one zone.
        case merge
        /// A zone becomes two.
        case split
        /// A cell at a border goes to the neighbour.
        case transfer
    }

    package let kind: Kind
    /// The cells of the zones as they were, and as they are then.
    package let before, after: [[Int]]

    init(_ kind: Kind, before: [[Int]], after: [[Int]]) {
        func ordered(_ zones: [[Int]]) -> [[Int]] { zones.map { $0.sorted() }.sorted { $0[0] < $1[0] } }
        (self.kind, self.before, self.after) = (kind, ordered(before), ordered(after))
    }

    /// All cells that the move touches.
    package var cells: [Int] { before.joined().sorted() }
    /// How many more zones there are then.
    var growth: Int { after.count - before.count }
}

extension Partition {
    /// The division after a move of zones that are as the move found them.
    func applying(_ move: LayoutMove) -> Partition {
        var labels = owners
        for zone in move.after {
            for cell in zone { labels[cell] = zone[0] }
        }
        return Partition(labels)
    }
}

/// Draws moves of a division that keep the limits.
struct MoveDraw {
    let graph: CellGraph
    let limits: LayoutLimits
    /// What is not drawn again.
    var tried: Set<LayoutMove> = []

    /// Moves that touch no zone twice, so that each can be judged by its own cells. At most half of the zones are touched:
    /// the others show what is no effect of a move.
    ///
    /// - Parameter pain: by cell, how many wishes were not in time: zones with more of them are looked at more often.
    mutating func moves(of partition: Partition, pain: [Double], _ stream: inout RandomStream) -> [LayoutMove] {
        let zones = partition.zones
        var free = Set(zones.map { $0[0] })
        let least = zones.count / 2
        var moves: [LayoutMove] = []
        var count = zones.count
        var weights = zones.map { cells in 1 + cells.reduce(0) { $0 + pain[$1] } }
        // Many draws hit zones that are taken or moves that were tried; a few more than there are zones find most others.
        for _ in 0..<6 * zones.count where free.count > least || moves.isEmpty {
            let picked = stream.pick(weights: weights)
            let zone = zones[picked]
            guard free.contains(zone[0]), let move = draw(zone, partition, &stream) else { continue }
            let owners = move.before.map { $0[0] }
            guard owners.allSatisfy(free.contains), limits.zones.contains(count + move.growth), !tried.contains(move)
            else { continue }
            free.subtract(owners)
            count += move.growth
            weights[picked] = 0
            moves.append(move)
            if weights.allSatisfy({ $0 == 0 }) { break }
        }
        return moves
    }

    /// One move that begins with a zone; nil when the draw breaks a limit.
    private func draw(_ zone: [Int], _ partition: Partition, _ stream: inout RandomStream) -> LayoutMove? {
        let kind = stream.pick(weights: [0.4, 0.25, 0.35])
        if kind == 1 { return split(zone, &stream) }
        let ways = zone.flatMap { cell in
            graph.borders[cell].filter { partition.owners[$0.cell] != zone[0] }
                .map { (inside: cell, outside: $0.cell, length: $0.length) }
        }
        guard !ways.isEmpty else { return nil }
        let way = ways[stream.pick(weights: ways.map(\.length))]
        let other = partition.cells(of: partition.owners[way.outside])
        if kind == 0 || zone.count == 1 && other.count == 1 {
            let whole = zone + other
            return limits.allows(whole, graph) ? LayoutMove(.merge, before: [zone, other], after: [whole]) : nil
        }
        // A cell of the neighbour comes in, or one goes out; a zone of one cell can only grow.
        let (from, cell, to) =
            zone.count == 1 || other.count > 1 && stream.chance(0.5)
            ? (other, way.outside, zone) : (zone, way.inside, other)
        let (rest, grown) = (from.filter { $0 != cell }, to + [cell])
        guard !rest.isEmpty, limits.allows(rest, graph), limits.allows(grown, graph) else { return nil }
        return LayoutMove(.transfer, before: [from, to], after: [rest, grown])
    }

    private func split(_ zone: [Int], _ stream: inout RandomStream) -> LayoutMove? {
        guard zone.count > 1 else { return nil }
        let order = graph.reached(from: zone[stream.index(zone.count)], within: Set(zone))
        let part = Array(order.prefix(1 + stream.index(zone.count - 1)))
        let rest = zone.filter { !part.contains($0) }
        guard limits.allows(part, graph), limits.allows(rest, graph) else { return nil }
        return LayoutMove(.split, before: [zone], after: [part, rest])
    }
}

extension Partition {
    /// Zones merged until so many are left: the one that has least with the neighbour that has least, of those whose common
    /// border is at least half as long as the longest one. Nil where the limits leave no such way.
    func merged(to count: Int, amounts: [Double], _ graph: CellGraph, _ limits: LayoutLimits) -> Partition? {
        var partition = self
        var left = self.count
        while left > count {
            let zones = partition.zones
            func amount(_ cells: [Int]) -> Double { cells.reduce(0) { $0 + amounts[$1] } }
            let order = zones.indices.sorted { (amount(zones[$0]), $0) < (amount(zones[$1]), $1) }
            var found: Partition?
            for small in order where found == nil {
                var borders: [Int: Double] = [:]
                for cell in zones[small] {
                    for (other, length) in graph.borders[cell] where partition.owners[other] != zones[small][0] {
                        borders[partition.owners[other], default: 0] += length
                    }
                }
                let near = zones.filter { other in
                    borders[other[0]] != nil && graph.area(of: other + zones[small]) <= limits.area.upperBound
                }
                let longest = near.compactMap { borders[$0[0]] }.max() ?? 0
                let partner = near.filter { (borders[$0[0]] ?? 0) >= longest / 2 }
                    .min { (amount($0), $0[0]) < (amount($1), $1[0]) }
                guard let partner else { continue }
                found = partition.applying(
                    LayoutMove(.merge, before: [zones[small], partner], after: [zones[small] + partner]))
            }
            guard let found else { return nil }
            partition = found
            left -= 1
        }
        return partition
    }
}
