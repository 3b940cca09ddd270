// SPDX-License-Identifier: GPL-3.0-or-later

/// A way along streets: what it takes, and its arcs in order.
package struct RoadPath: Hashable, Sendable {
    package let label: RoadLabel
    /// The arcs of the network, one after the other.
    package let arcs: [Int]
}

/// Where a search begins or ends: a point, and what it takes from the place to it, or from it to the place.
struct RoadEnd: Hashable, Sendable {
    let rank: Int
    let label: UInt64
}

/// Answers queries on a graph. One serves any number of threads: each search has its memory from a pool.
///
/// A query climbs the elimination tree from both ends and never looks elsewhere: no queue is needed.
/// Source: Dibbelt, Strasser, Wagner, arXiv 1402.0402, section 8 (elimination-tree query).
package final class RoadSearch: Sendable {
    package let graph: RoadGraph
    let pool: RoadScratchPool

    /// Makes a search of a graph.
    package init(_ graph: RoadGraph) {
        self.graph = graph
        pool = RoadScratchPool(graph)
    }

    /// Time and length of the quickest way between two nodes, of equally quick ones the shortest; nil when there is none.
    ///
    /// The last queries are remembered, so that asking again costs next to nothing.
    package func label(from start: Int, to end: Int, _ metric: RoadMetric) -> RoadLabel? {
        // Who is there already needs no way out of the node's copies.
        if start == end { return .zero }
        let (from, to) = (graph.entry(of: start), graph.exit(of: end))
        let word = pool.with { scratch in
            let place = (from &* 0x9E37_79B1 ^ to &* 0x85EB_CA6B ^ metric.number) & (RoadScratch.memories - 1)
            let known = scratch.memo[place]
            if known.metric == metric.number, known.from == UInt32(from), known.to == UInt32(to) { return known.label }
            let label = climb(from, to, metric, &scratch).word
            scratch.memo[place] = .init(metric: metric.number, from: UInt32(from), to: UInt32(to), label: label)
            return label
        }
        return word < RoadLabel.never ? RoadLabel(word: word) : nil
    }

    /// The quickest way between two nodes with its arcs; nil when there is none. Takes twice as long as `label` for long ways.
    package func path(from start: Int, to end: Int, _ metric: RoadMetric) -> RoadPath? {
        if start == end { return RoadPath(label: .zero, arcs: []) }
        let (from, to) = (graph.entry(of: start), graph.exit(of: end))
        return pool.with { scratch in
            let (word, meeting) = climb(from, to, metric, &scratch)
            guard word < RoadLabel.never else { return nil }
            return RoadPath(label: RoadLabel(word: word), arcs: arcs(over: meeting, metric, scratch))
        }
    }

    /// The quickest way from any of some ends to any of others, with what each takes; nil when there is none.
    func path(from starts: [RoadEnd], to ends: [RoadEnd], _ metric: RoadMetric) -> RoadPath? {
        pool.with { scratch in
            let (word, meeting) =
                meet(starts, ends, metric, &scratch) ?? climb(starts, ends, metric, &scratch)
            guard word < RoadLabel.never else { return nil }
            return RoadPath(label: RoadLabel(word: word), arcs: arcs(over: meeting, metric, scratch))
        }
    }

    /// The same without its arcs.
    func label(from starts: [RoadEnd], to ends: [RoadEnd], _ metric: RoadMetric) -> RoadLabel? {
        let word = pool.with { scratch in
            (meet(starts, ends, metric, &scratch) ?? climb(starts, ends, metric, &scratch)).word
        }
        return word < RoadLabel.never ? RoadLabel(word: word) : nil
    }

    // MARK: - Climbing

    /// Climbs from one point each, and notes by which arcs. The second answer is the point in which the two halves of the best way meet.
    private func climb(
        _ from: Int, _ to: Int, _ metric: RoadMetric, _ scratch: inout RoadScratch
    ) -> (word: UInt64, meeting: Int) {
        scratch.forward[from] = .init(word: 0, arc: RoadScratch.none)
        scratch.backward[to] = .init(word: 0, arc: RoadScratch.none)
        return rise(from, to, metric, &scratch)
    }

    /// Climbs from the lowest points that have labels already, first to their lowest common ancestor, then together.
    private func rise(
        _ from: Int, _ to: Int, _ metric: RoadMetric, _ scratch: inout RoadScratch
    ) -> (word: UInt64, meeting: Int) {
        let root = graph.hierarchy.count
        let needed = metric.needed(graph)
        // Looked up once: each look at a member of another object counts its owners.
        let (up, down, parents, hierarchy) = (metric.up, metric.down, graph.parents, graph.hierarchy)
        // Spans of lists that are taken out of the scratch memory: no step asks whether they are shared.
        var (reached, left): ([RoadScratch.Reach], [RoadScratch.Reach]) = ([], [])
        swap(&reached, &scratch.forward)
        swap(&left, &scratch.backward)
        defer {
            swap(&reached, &scratch.forward)
            swap(&left, &scratch.backward)
        }
        var forward = reached.mutableSpan
        var backward = left.mutableSpan
        var (start, end) = (from, to)
        while start != end {
            if start < end {
                relax(start, hierarchy, up, needed.up, &forward)
                start = Int(parents[start])
            } else {
                relax(end, hierarchy, down, needed.down, &backward)
                end = Int(parents[end])
            }
        }
        var best = (word: RoadLabel.never, meeting: 0)
        while start != root {
            let (into, out) = (forward[start].word, backward[start].word)
            if into &+ out < best.word { best = (into &+ out, start) }
            // Beyond the best way so far nothing better begins; what is there is forgotten all the same.
            if into < best.word {
                relax(start, hierarchy, up, needed.up, &forward)
            } else {
                forward[start].word = RoadLabel.never
            }
            if out < best.word {
                relax(start, hierarchy, down, needed.down, &backward)
            } else {
                backward[start].word = RoadLabel.never
            }
            start = Int(parents[start])
        }
        return best
    }

    /// Climbs from several points on both sides, lowest ranks first, and notes by which arcs. The second answer is the point in
    /// which the two halves of the best way meet.
    private func climb(
        _ starts: [RoadEnd], _ ends: [RoadEnd], _ metric: RoadMetric, _ scratch: inout RoadScratch
    ) -> (word: UInt64, meeting: Int) {
        // The ends of a street lie on one branch of the tree: one climb passes both.
        if let from = lowest(starts), let to = lowest(ends) {
            for end in starts where end.label < scratch.forward[end.rank].word {
                scratch.forward[end.rank] = .init(word: end.label, arc: RoadScratch.none)
            }
            for end in ends where end.label < scratch.backward[end.rank].word {
                scratch.backward[end.rank] = .init(word: end.label, arc: RoadScratch.none)
            }
            return rise(from, to, metric, &scratch)
        }
        let root = UInt32(graph.hierarchy.count)
        scratch.front.removeAll(keepingCapacity: true)
        for end in starts where end.label < scratch.forward[end.rank].word {
            scratch.forward[end.rank] = .init(word: end.label, arc: RoadScratch.none)
            scratch.front.append(UInt32(end.rank))
        }
        for end in ends where end.label < scratch.backward[end.rank].word {
            scratch.backward[end.rank] = .init(word: end.label, arc: RoadScratch.none)
            scratch.front.append(UInt32(end.rank))
        }
        let none = NeededArcs.unknown.up
        var best = (word: RoadLabel.never, meeting: 0)
        while let lowest = scratch.front.min(), lowest != root {
            let point = Int(lowest)
            let (into, out) = (scratch.forward[point].word, scratch.backward[point].word)
            if into &+ out < best.word { best = (into &+ out, point) }
            if into < best.word {
                var labels = scratch.forward.mutableSpan
                relax(point, graph.hierarchy, metric.up, none, &labels)
            }
            if out < best.word {
                var labels = scratch.backward.mutableSpan
                relax(point, graph.hierarchy, metric.down, none, &labels)
            }
            // What lies beyond the best way so far is forgotten all the same.
            scratch.forward[point].word = RoadLabel.never
            scratch.backward[point].word = RoadLabel.never
            var isMoved = false
            for index in scratch.front.indices.reversed() where scratch.front[index] == lowest {
                // Those that met go on as one.
                if isMoved { scratch.front.remove(at: index) } else { scratch.front[index] = graph.parents[point] }
                isMoved = true
            }
        }
        return best
    }

    /// The lowest of some points when all others are its ancestors; nil when they are not.
    func lowest(_ ends: [RoadEnd]) -> Int? {
        guard let lowest = ends.min(by: { $0.rank < $1.rank })?.rank else { return nil }
        for end in ends {
            var point = lowest
            while point < end.rank { point = Int(graph.parents[point]) }
            guard point == end.rank else { return nil }
        }
        return lowest
    }

    /// Carries a point's label over its arcs, of many those that are needed where that is known, and forgets it.
    @inline(__always)
    func relax(
        _ point: Int, _ hierarchy: RoadHierarchy, _ labels: [UInt64], _ needed: NeededArcs.Side,
        _ reaches: inout MutableSpan<RoadScratch.Reach>
    ) {
        let label = reaches[point].word
        guard label < RoadLabel.never else { return }
        reaches[point].word = RoadLabel.never
        let arcs = Int(hierarchy.first[point])..<Int(hierarchy.first[point + 1])
        // Of one length, so that no arc is looked for outside of one of them when it is within the other.
        let heads = hierarchy.heads.span.extracting(arcs)
        let labels = labels.span.extracting(arcs)
        let start = arcs.lowerBound
        if let range = needed.range(of: point) {
            let places = needed.places.span.extracting(range)
            for index in places.indices {
                let place = Int(places[index])
                let (head, next) = (Int(heads[place]), label &+ labels[place])
                if next < reaches[head].word {
                    reaches[head] = .init(word: next, arc: UInt32(truncatingIfNeeded: start &+ place))
                }
            }
        } else {
            for place in heads.indices {
                let (head, next) = (Int(heads[place]), label &+ labels[place])
                if next < reaches[head].word {
                    reaches[head] = .init(word: next, arc: UInt32(truncatingIfNeeded: start &+ place))
                }
            }
        }
    }

    // MARK: - Paths

    /// A shortcut that is still to be taken apart: twice the arc, and one more where it leads down, with the arc's ends.
    private struct Part {
        let slot: UInt32
        let low: UInt32
        let high: UInt32
    }

    /// The arcs of the network on the way that meets in a point.
    private func arcs(over meeting: Int, _ metric: RoadMetric, _ scratch: RoadScratch) -> [Int] {
        // The next one last.
        var open: [Part] = []
        open.reserveCapacity(64)
        var point = UInt32(meeting)
        while scratch.backward[Int(point)].arc != RoadScratch.none {
            let arc = scratch.backward[Int(point)].arc
            let tail = graph.tails[Int(arc)]
            open.append(Part(slot: arc << 1 | 1, low: tail, high: point))
            point = tail
        }
        // From the meeting on it is the first that comes next.
        open.reverse()
        point = UInt32(meeting)
        while scratch.forward[Int(point)].arc != RoadScratch.none {
            let arc = scratch.forward[Int(point)].arc
            let tail = graph.tails[Int(arc)]
            open.append(Part(slot: arc << 1, low: tail, high: point))
            point = tail
        }
        var arcs: [Int] = []
        arcs.reserveCapacity(open.count * 16)
        while let part = open.popLast() {
            let place = metric.sides[Int(part.slot)]
            if place == RoadMetric.street {
                let arc = street(in: part.slot, metric)
                if arc != StreetNetwork.noArc { arcs.append(Int(arc)) }
                continue
            }
            let side = side(part, at: place, metric)
            let (near, middle) = (side.arc, side.tail)
            // The arc from the middle to the higher end comes behind that to the lower one.
            var far = near + 1
            while graph.hierarchy.heads[Int(far)] != part.high { far += 1 }
            // Up: down to the middle, then up from it to the higher end. Down: the other way round.
            if part.slot & 1 == 0 {
                open.append(Part(slot: far << 1, low: middle, high: part.high))
                open.append(Part(slot: near << 1 | 1, low: middle, high: part.low))
            } else {
                open.append(Part(slot: near << 1, low: middle, high: part.low))
                open.append(Part(slot: far << 1 | 1, low: middle, high: part.high))
            }
        }
        return arcs
    }

    private func label(of slot: UInt32, _ metric: RoadMetric) -> UInt64 {
        slot & 1 == 0 ? metric.up[Int(slot >> 1)] : metric.down[Int(slot >> 1)]
    }

    /// The arc of the network that a slot has its label from: of several links that of the first.
    private func street(in slot: UInt32, _ metric: RoadMetric) -> UInt32 {
        let only = graph.streets[Int(slot)]
        if only != RoadGraph.severalLinks { return only }
        let label = label(of: slot, metric)
        for index in Int(graph.firstLink[Int(slot)])..<Int(graph.firstLink[Int(slot) + 1]) {
            let link = Int(graph.linksOf[index])
            if metric.label(link, graph.network) == label { return graph.network.linkArcs[link] }
        }
        preconditionFailure("no link of slot \(slot) takes \(label)")
    }

    /// The side of a shortcut's triangle at its lower end, and the point below both ends.
    private func side(_ part: Part, at place: UInt16, _ metric: RoadMetric) -> RoadGraph.Below {
        let first = Int(graph.firstBelow[Int(part.low)])
        if place != RoadMetric.far { return graph.below[first + Int(place)] }
        // Its place is not noted: it is far behind in a list of tens of thousands.
        let (label, isDown) = (label(of: part.slot, metric), part.slot & 1 == 1)
        for side in graph.below[first..<Int(graph.firstBelow[Int(part.low) + 1])] {
            guard let far = graph.hierarchy.find(side.tail, part.high) else { continue }
            let near = Int(side.arc)
            let sum = isDown ? metric.down[far] &+ metric.up[near] : metric.down[near] &+ metric.up[far]
            if sum == label { return side }
        }
        preconditionFailure("no triangle below ranks \(part.low) and \(part.high) is as long as \(label)")
    }
}
