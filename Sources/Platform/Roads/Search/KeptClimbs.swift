// SPDX-License-Identifier: GPL-3.0-or-later

/// What climbs from points found, for the next ways that begin or end there: with both climbs known, a query is a look at the points
/// above both ends.
///
/// In a city many ways begin and end in the same few thousand points, and each climb is the same until times change. A climb is kept
/// where its point leads, in a list by distance from the top of the elimination tree: of two climbs the parts above both points stand
/// side by side. Networks of countries have too many points for that, and keep none.
/// Source: hub labels, of which these are those of the elimination tree: Abraham, Delling, Goldberg, Werneck, A hub-based labeling
/// algorithm for shortest paths in road networks, SEA 2011.
struct KeptClimbs: Sendable {
    /// Which way a climb goes along arcs.
    enum Side: Int, Sendable {
        /// From where ways begin.
        case up
        /// From where ways end, against their direction.
        case down
    }

    private struct Key: Hashable, Sendable {
        var metric: Int
        var point: Int
    }

    /// At most so many labels are kept, of 12 bytes each.
    private static let most = 1 << 21
    /// The points of the longest branch of the tree.
    private let width: Int
    /// How many climbs of one side are kept.
    private let slots: Int
    private var keys: [Key] = []
    /// The labels of all climbs, and the arcs by which points were reached.
    private var words: [UInt64] = []
    private var arcs: [UInt32] = []

    /// Memory for the climbs of a network, taken when the first one is kept; nil when its points are too many.
    init?(of graph: RoadGraph) {
        let (points, width) = (graph.hierarchy.count, graph.longestBranch)
        guard points > 0, width * points <= 4 * Self.most else { return nil }
        (self.width, slots) = (width, min(points, Self.most / (2 * width)))
    }

    /// Where the labels of a climb stand, or shall stand, and whether they are there.
    mutating func place(of point: Int, _ side: Side, _ metric: RoadMetric) -> (first: Int, isKept: Bool) {
        if keys.isEmpty {
            keys = [Key](repeating: Key(metric: -1, point: 0), count: 2 * slots)
            words = [UInt64](repeating: RoadLabel.never, count: 2 * slots * width)
            arcs = [UInt32](repeating: RoadScratch.none, count: 2 * slots * width)
        }
        let (slot, key) = (side.rawValue * slots + point % slots, Key(metric: metric.number, point: point))
        defer { keys[slot] = key }
        return (slot * width, keys[slot] == key)
    }

    /// The label of a climb at a depth, and the arc by which the point there was reached.
    subscript(place: Int) -> RoadScratch.Reach {
        get { RoadScratch.Reach(word: words[place], arc: arcs[place]) }
        set { (words[place], arcs[place]) = (newValue.word, newValue.arc) }
    }

    /// The least sum of two climbs over the first so many points from the top, and which of these it is: of equal ones the lowest.
    func least(_ first: Int, _ second: Int, count: Int) -> (word: UInt64, depth: Int) {
        let words = words.span
        let (ones, others) = (words.extracting(first..<(first + count)), words.extracting(second..<(second + count)))
        var least = RoadLabel.never
        for depth in ones.indices { least = min(least, ones[depth] &+ others[depth]) }
        guard least < RoadLabel.never else { return (least, 0) }
        var depth = count - 1
        while ones[depth] &+ others[depth] != least { depth -= 1 }
        return (least, depth)
    }
}

extension RoadSearch {
    /// A climb that is kept: where it stands, and what it takes to its first point.
    private struct Kept {
        let place: Int
        let end: RoadEnd
        let depth: Int
    }

    /// The best way from any of some points to any of others, by kept climbs, noted in the scratch memory as `climb` notes it; nil
    /// where none can be kept.
    func meet(
        _ starts: [RoadEnd], _ ends: [RoadEnd], _ metric: RoadMetric, _ scratch: inout RoadScratch
    ) -> (word: UInt64, meeting: Int)? {
        // Taken out of the scratch memory, so that no step asks whether it is shared.
        guard var climbs = scratch.climbs.take() else { return nil }
        defer { scratch.climbs = climbs }
        // The ends of a street lie on one branch of the tree.
        guard let from = lowest(starts), let to = lowest(ends),
            let ups = kept(starts, .up, metric, &climbs, &scratch),
            let downs = kept(ends, .down, metric, &climbs, &scratch)
        else { return nil }
        guard let top = lowestAbove(from, to) else { return (RoadLabel.never, 0) }
        let shared = Int(graph.depths[top])
        var best = (word: RoadLabel.never, depth: 0)
        for up in ups {
            for down in downs {
                let count = min(shared, up.depth, down.depth) + 1
                let (word, depth) = climbs.least(up.place, down.place, count: count)
                guard word < RoadLabel.never else { continue }
                let sum = word &+ up.end.label &+ down.end.label
                if sum < best.word || sum == best.word && depth > best.depth { best = (sum, depth) }
            }
        }
        guard best.word < RoadLabel.never else { return (best.word, 0) }
        var meeting = top
        for _ in best.depth..<shared { meeting = Int(graph.parents[meeting]) }
        note(ups, to: meeting, climbs, &scratch.forward)
        note(downs, to: meeting, climbs, &scratch.backward)
        return (best.word, meeting)
    }

    /// The climbs from some points, made where they are not kept yet; nil when two of them need the same memory.
    private func kept(
        _ ends: [RoadEnd], _ side: KeptClimbs.Side, _ metric: RoadMetric, _ climbs: inout KeptClimbs,
        _ scratch: inout RoadScratch
    ) -> [Kept]? {
        var kept: [Kept] = []
        kept.reserveCapacity(ends.count)
        for end in ends {
            let (first, isKept) = climbs.place(of: end.rank, side, metric)
            if !isKept { climb(from: end.rank, side, metric, to: first, of: &climbs, &scratch) }
            if kept.contains(where: { $0.place == first && $0.end.rank != end.rank }) { return nil }
            kept.append(Kept(place: first, end: end, depth: Int(graph.depths[end.rank])))
        }
        return kept
    }

    /// Climbs from a point to the top, and keeps what it finds.
    private func climb(
        from point: Int, _ side: KeptClimbs.Side, _ metric: RoadMetric, to first: Int, of climbs: inout KeptClimbs,
        _ scratch: inout RoadScratch
    ) {
        let needed = metric.needed(graph)
        let (labels, neededOnes) = side == .up ? (metric.up, needed.up) : (metric.down, needed.down)
        let (parents, hierarchy) = (graph.parents, graph.hierarchy)
        var list: [RoadScratch.Reach] = []
        swap(&list, &scratch.forward)
        defer { swap(&list, &scratch.forward) }
        var reached = list.mutableSpan
        reached[point] = .init(word: 0, arc: RoadScratch.none)
        var next = point
        for depth in (0...Int(graph.depths[point])).reversed() {
            climbs[first + depth] = reached[next]
            relax(next, hierarchy, labels, neededOnes, &reached)
            next = Int(parents[next])
        }
    }

    /// The lowest point above two, or one of them; nil where nothing joins them.
    private func lowestAbove(_ one: Int, _ other: Int) -> Int? {
        let parents = graph.parents
        var (one, other) = (one, other)
        while one != other {
            if one < other { one = Int(parents[one]) } else { other = Int(parents[other]) }
        }
        return one < graph.hierarchy.count ? one : nil
    }

    /// Notes by which arcs a point was reached, from one of some others: by the best climb at each, and of equally good ones by that
    /// from the lowest point, as one climb from all of them does.
    private func note(
        _ climbs: [Kept], to meeting: Int, _ kept: KeptClimbs, _ reached: inout [RoadScratch.Reach]
    ) {
        var point = meeting
        while true {
            let depth = Int(graph.depths[point])
            var best = RoadScratch.Reach(word: RoadLabel.never, arc: RoadScratch.none)
            for climb in climbs where depth <= climb.depth {
                let reach = kept[climb.place + depth]
                let word = reach.word &+ climb.end.label
                if word < best.word || word == best.word && isBefore(reach.arc, best.arc) {
                    best = .init(word: word, arc: reach.arc)
                }
            }
            reached[point].arc = best.arc
            guard best.arc != RoadScratch.none else { return }
            point = Int(graph.tails[Int(best.arc)])
        }
    }

    /// Whether a climb comes by the first arc before it comes by the second one; where it begins comes first.
    private func isBefore(_ arc: UInt32, _ other: UInt32) -> Bool {
        other != RoadScratch.none && (arc == RoadScratch.none || graph.tails[Int(arc)] < graph.tails[Int(other)])
    }
}
