// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A network made ready for searches: its hierarchy, and where each link lies in it.
package final class RoadGraph: Sendable {
    package let network: StreetNetwork
    let hierarchy: RoadHierarchy
    /// The parent of each rank in the elimination tree; the number of points where there is none.
    let parents: [UInt32]
    /// How many ancestors each rank has in it.
    let depths: [UInt32]
    /// The points from the top of the tree to the farthest one below.
    let longestBranch: Int
    /// The lower end of each arc.
    let tails: [UInt32]
    /// The arcs by their higher end: where they begin for each rank, and which they are with their lower ends, by rising lower end.
    let firstBelow: [UInt32]
    let below: [Below]
    /// Where each arc is in the list of its higher end; `RoadMetric.far` for those far behind in a long list.
    let placesBelow: [UInt16]
    /// The arc of each link, twice its number, and one more where the link leads down; `noSlot` for links within a point.
    let slots: [UInt32]
    /// The arc of the network of the one link of a slot; `severalLinks` where there are more or none.
    let streets: [UInt32]
    static let severalLinks = UInt32.max - 1
    /// The links by slot: where they begin for each, and which they are.
    let firstLink: [UInt32]
    let linksOf: [UInt32]
    /// Where the links of each arc of the network begin; one more for the end.
    private let firstOfArc: [UInt32]

    /// An arc that leads up to a rank, side by side with its lower end.
    struct Below: Sendable {
        let arc: UInt32
        let tail: UInt32
    }

    private let metrics = Atomic<Int>(0)

    static let noSlot = UInt32.max

    init(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) {
        self.network = network
        self.hierarchy = hierarchy
        let (count, arcs) = (hierarchy.count, hierarchy.heads.count)
        var parents = [UInt32](repeating: UInt32(count), count: count)
        var tails = [UInt32](repeating: 0, count: arcs)
        var firstBelow = [UInt32](repeating: 0, count: count + 1)
        for point in 0..<count {
            let (start, end) = (Int(hierarchy.first[point]), Int(hierarchy.first[point + 1]))
            guard start < end else { continue }
            parents[point] = hierarchy.heads[start]
            for arc in start..<end {
                tails[arc] = UInt32(point)
                firstBelow[Int(hierarchy.heads[arc]) + 1] += 1
            }
        }
        for point in 0..<count { firstBelow[point + 1] += firstBelow[point] }
        var next = firstBelow
        var below = [Below](repeating: Below(arc: 0, tail: 0), count: arcs)
        var placesBelow = [UInt16](repeating: 0, count: arcs)
        for arc in 0..<arcs {
            let head = Int(hierarchy.heads[arc])
            below[Int(next[head])] = Below(arc: UInt32(arc), tail: tails[arc])
            placesBelow[arc] = UInt16(min(next[head] - firstBelow[head], UInt32(RoadMetric.far)))
            next[head] += 1
        }
        let slots = network.linkTails.indices.map { link -> UInt32 in
            let tail = hierarchy.ranks[Int(network.linkTails[link])]
            let head = hierarchy.ranks[Int(network.linkHeads[link])]
            if tail == head { return Self.noSlot }
            return UInt32(hierarchy.arc(from: min(tail, head), to: max(tail, head))) << 1 | (tail < head ? 0 : 1)
        }
        var firstLink = [UInt32](repeating: 0, count: arcs * 2 + 1)
        for slot in slots where slot != Self.noSlot { firstLink[Int(slot) + 1] += 1 }
        for slot in 0..<(arcs * 2) { firstLink[slot + 1] += firstLink[slot] }
        next = firstLink
        var linksOf = [UInt32](repeating: 0, count: Int(firstLink[arcs * 2]))
        for (link, slot) in slots.enumerated() where slot != Self.noSlot {
            linksOf[Int(next[Int(slot)])] = UInt32(link)
            next[Int(slot)] += 1
        }
        (self.parents, self.tails, self.firstBelow) = (parents, tails, firstBelow)
        var depths = [UInt32](repeating: 0, count: count)
        for point in (0..<count).reversed() where parents[point] < count {
            depths[point] = depths[Int(parents[point])] + 1
        }
        (self.depths, longestBranch) = (depths, Int(depths.max() ?? 0) + 1)
        (self.below, self.placesBelow) = (below, placesBelow)
        streets = (0..<(arcs * 2)).map { slot in
            firstLink[slot + 1] - firstLink[slot] == 1
                ? network.linkArcs[Int(linksOf[Int(firstLink[slot])])] : Self.severalLinks
        }
        (self.slots, self.firstLink, self.linksOf) = (slots, firstLink, linksOf)
        var firstOfArc = [UInt32](repeating: 0, count: network.arcCount + 1)
        for arc in network.linkArcs where arc != StreetNetwork.noArc { firstOfArc[Int(arc) + 1] += 1 }
        for arc in 0..<network.arcCount { firstOfArc[arc + 1] += firstOfArc[arc] }
        self.firstOfArc = firstOfArc
    }

    /// The links of an arc of the network: one for each copy of its start.
    func links(of arc: Int) -> Range<Int> { Int(firstOfArc[arc])..<Int(firstOfArc[arc + 1]) }

    /// Bytes of the places of links by arc.
    var arcBytes: Int { firstOfArc.count * MemoryLayout<UInt32>.stride }

    /// A number for a metric of this graph, which no other one has.
    func nextMetric() -> Int { metrics.add(1, ordering: .relaxed).newValue }

    /// The rank of the point where journeys from a node begin.
    func entry(of node: Int) -> Int { Int(hierarchy.ranks[node]) }
    /// The rank of the point where journeys to a node end.
    func exit(of node: Int) -> Int { Int(hierarchy.ranks[network.exit(of: node)]) }
}
