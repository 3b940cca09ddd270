// SPDX-License-Identifier: GPL-3.0-or-later

/// The points of a network in the order of their contraction, with the shortcuts that any times may need: the part of a
/// customizable contraction hierarchy that knows no times.
///
/// Points are numbered by rank here. An arc joins a point to one of higher rank and stands for both directions. The first such
/// point of each is its parent in the elimination tree: all that a search from a point meets are its ancestors.
///
/// Source: J. Dibbelt, B. Strasser, D. Wagner, Customizable Contraction Hierarchies, arXiv 1402.0402; T. Bläsius, V. Buchhold,
/// D. Wagner, T. Zeitz, M. Zündorf, Customizable Contraction Hierarchies: A Survey, arXiv 2502.10519.
struct RoadHierarchy: Hashable, Sendable {
    /// The rank of each point.
    let ranks: [UInt32]
    /// Where the arcs of each rank begin; one more for the end.
    let first: [UInt32]
    /// The higher end of each arc, rising for each rank.
    let heads: [UInt32]

    /// How many points there are.
    var count: Int { ranks.count }

    /// Contracts the points in the order of their ranks.
    init(links tails: [UInt32], _ ends: [UInt32], ranks: [UInt32]) {
        let count = ranks.count
        var above = [[UInt32]](repeating: [], count: count)
        for link in tails.indices {
            let (tail, head) = (ranks[Int(tails[link])], ranks[Int(ends[link])])
            if tail < head { above[Int(tail)].append(head) } else if head < tail { above[Int(head)].append(tail) }
        }
        var first: [UInt32] = [0]
        first.reserveCapacity(count + 1)
        var heads: [UInt32] = []
        heads.reserveCapacity(tails.count * 2)
        for point in 0..<count {
            var list = above[point]
            above[point] = []
            list.sort()
            let start = heads.count
            for head in list where heads.count == start || heads[heads.count - 1] != head { heads.append(head) }
            // The points above all become neighbours of each other; what the lowest of them takes on, it hands on itself.
            if heads.count > start + 1 { above[Int(heads[start])].append(contentsOf: heads[(start + 1)...]) }
            first.append(UInt32(heads.count))
        }
        self.ranks = ranks
        self.first = first
        self.heads = heads
    }

    /// Takes a hierarchy from a file.
    init(ranks: [UInt32], first: [UInt32], heads: [UInt32]) {
        self.ranks = ranks
        self.first = first
        self.heads = heads
    }

    /// The arc from a rank to a higher one. It must be there.
    func arc(from low: UInt32, to high: UInt32) -> Int {
        guard let arc = find(low, high) else { preconditionFailure("no arc from rank \(low) to \(high)") }
        return arc
    }

    /// The arc from a rank to a higher one, if there is one.
    @inline(__always)
    func find(_ low: UInt32, _ high: UInt32) -> Int? {
        var (from, to) = (Int(first[Int(low)]), Int(first[Int(low) + 1]))
        let end = to
        while from < to {
            let middle = (from + to) / 2
            if heads[middle] < high { from = middle + 1 } else { to = middle }
        }
        return from < end && heads[from] == high ? from : nil
    }
}
