// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The memory of one search at a time: labels of points in both directions and of places, all of them `never` between searches.
struct RoadScratch: Sendable {
    /// How a point was reached.
    struct Reach: Sendable {
        var word: UInt64
        /// The arc by which, as it was last: `none` where a search begins. Beside the label, so that noting it costs next to nothing.
        var arc: UInt32
    }

    var forward: [Reach]
    var backward: [Reach]
    /// What the way to each point takes, in a search that asks for no arcs: half of what `forward` takes, as it is read all over.
    var reached: [UInt64]
    /// The points that are next, one for each place a search begins at; after a fall along a cone, the places in it that it came by.
    var front: [UInt32] = []
    /// What the ways to the places of a group take.
    var words: [UInt64] = []
    /// The last queries with their answers, each in the place that its ends name.
    var memo: [Memory]
    /// The climbs of before; nil where the network has too many points.
    var climbs: KeptClimbs?

    struct Memory: Sendable {
        var metric: Int
        var from: UInt32
        var to: UInt32
        var label: UInt64
    }

    static let none = UInt32.max
    static let memories = 1 << 10

    init(_ graph: RoadGraph) {
        let count = graph.hierarchy.count
        forward = [Reach](repeating: Reach(word: RoadLabel.never, arc: Self.none), count: count)
        backward = forward
        reached = [UInt64](repeating: RoadLabel.never, count: count)
        memo = [Memory](repeating: Memory(metric: -1, from: 0, to: 0, label: 0), count: Self.memories)
        climbs = KeptClimbs(of: graph)
    }
}

/// Scratch memory that searches lend and give back, so that one router serves any number of replications: as many as ever ran
/// at once are kept.
final class RoadScratchPool: Sendable {
    private let free = Mutex<[RoadScratch]>([])
    private let graph: RoadGraph

    init(_ graph: RoadGraph) { self.graph = graph }

    func with<Result>(_ body: (inout RoadScratch) -> Result) -> Result {
        var scratch = free.withLock { $0.popLast() } ?? RoadScratch(graph)
        defer { free.withLock { [scratch] in $0.append(scratch) } }
        return body(&scratch)
    }
}
