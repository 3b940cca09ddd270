// SPDX-License-Identifier: GPL-3.0-or-later

/// Nodes that are asked about together: the points that searches to or from them pass, made once for any number of queries.
package struct RoadNodes: Sendable {
    /// The nodes as they were given.
    package let nodes: [Int]
    fileprivate let cone: RoadCone
    fileprivate let points: [UInt32]
    /// Whether journeys begin there; else they end.
    fileprivate let areStarts: Bool
}

/// All ancestors of some points, as a search falls from the top of the elimination tree: each before those below it.
struct RoadCone: Sendable {
    /// By rank; behind each one all that lie below it.
    fileprivate let points: [UInt32]
    /// Of each, where those end that lie below it.
    fileprivate let ends: [Int32]
    /// Where each rank is in the list; `none` for those that are not.
    fileprivate let places: [Int32]
    fileprivate static let none: Int32 = -1

    fileprivate init(of bottom: [Int], _ graph: RoadGraph) {
        let (count, parents) = (graph.hierarchy.count, graph.parents)
        var places = [Int32](repeating: Self.none, count: count)
        var ranks: [Int] = []
        for point in bottom {
            var next = point
            while next < count, places[next] == Self.none {
                places[next] = 0
                ranks.append(next)
                next = Int(parents[next])
            }
        }
        // Parents come before their children: they have higher ranks.
        ranks.sort(by: >)
        for (index, rank) in ranks.enumerated() { places[rank] = Int32(index) }
        func parent(_ index: Int) -> Int? {
            let parent = Int(parents[ranks[index]])
            return parent < count ? Int(places[parent]) : nil
        }
        // How many lie below each, itself among them.
        var sizes = [Int32](repeating: 1, count: ranks.count)
        for index in ranks.indices.reversed() {
            if let parent = parent(index) { sizes[parent] += sizes[index] }
        }
        // The next free place of all, and below each.
        var (next, free) = (Int32(0), [Int32](repeating: 0, count: ranks.count))
        var order = free
        for index in ranks.indices {
            if let parent = parent(index) {
                order[index] = free[parent]
                free[parent] += sizes[index]
            } else {
                order[index] = next
                next += sizes[index]
            }
            free[index] = order[index] + 1
        }
        var points = [UInt32](repeating: 0, count: ranks.count)
        var ends = [Int32](repeating: 0, count: ranks.count)
        for (index, rank) in ranks.enumerated() {
            let place = order[index]
            (points[Int(place)], ends[Int(place)], places[rank]) = (UInt32(rank), place + sizes[index], place)
        }
        (self.points, self.ends, self.places) = (points, ends, places)
    }
}

/// Places on streets that are asked about together: each with the points that it joins, and all that searches to them pass.
struct RoadGroup: Sendable {
    /// A point of the hierarchy that a place leads to or is reached from.
    struct Point: Sendable {
        let rank: Int32
        /// The part of an arc between the place and the point.
        let arc: StreetJoint.Arc
    }

    /// A place that a point leads to, or is reached from.
    fileprivate struct Link: Sendable {
        let place: Int32
        let arc: StreetJoint.Arc
    }

    /// How many places there are.
    let count: Int
    fileprivate let cone: RoadCone
    /// Where the links of each point of the cone begin; one more for the end.
    fileprivate let first: [Int32]
    fileprivate let links: [Link]

    fileprivate init(_ places: [[Point]], _ graph: RoadGraph) {
        cone = RoadCone(of: places.flatMap { $0.map { Int($0.rank) } }, graph)
        var links = [[Link]](repeating: [], count: cone.points.count)
        for (place, points) in places.enumerated() {
            for point in points {
                links[Int(cone.places[Int(point.rank)])].append(Link(place: Int32(place), arc: point.arc))
            }
        }
        first = links.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) }
        self.links = links.flatMap { $0 }
        count = places.count
    }
}

/// What the way to a place of a group takes, or from it.
struct GroupLabel: Hashable, Sendable {
    /// Its number in the group.
    let place: Int
    var label: RoadLabel
}

extension RoadGraph {
    /// What a part of an arc takes; nil where it is closed to the metric's user.
    func label(_ part: StreetJoint.Arc, _ metric: RoadMetric) -> RoadLabel? {
        metric.milliseconds(part.arc).map { RoadLabel(part.share, of: $0, network.millimetres[part.arc]) }
    }
}

extension RoadSearch {
    /// Makes a set of nodes that many journeys end at.
    package func ends(_ nodes: [Int]) -> RoadNodes { set(nodes, areStarts: false) }
    /// Makes a set of nodes that many journeys begin at.
    package func starts(_ nodes: [Int]) -> RoadNodes { set(nodes, areStarts: true) }

    private func set(_ nodes: [Int], areStarts: Bool) -> RoadNodes {
        let points = nodes.map { areStarts ? graph.entry(of: $0) : graph.exit(of: $0) }
        return RoadNodes(
            nodes: nodes, cone: RoadCone(of: points, graph), points: points.map { UInt32($0) }, areStarts: areStarts)
    }

    /// Time and length from one node to each of many; nil for those that cannot be reached. One search up and one sweep down, as
    /// in the RPHAST of the survey, arXiv 2502.10519.
    package func labels(from start: Int, to ends: RoadNodes, _ metric: RoadMetric) -> [RoadLabel?] {
        precondition(!ends.areStarts, "journeys begin at these nodes, they do not end there")
        return sweep(start, graph.entry(of: start), ends, Ways(metric, graph, areStarts: false))
    }

    /// Time and length from each of many nodes to one; nil for those from which it cannot be reached.
    package func labels(from starts: RoadNodes, to end: Int, _ metric: RoadMetric) -> [RoadLabel?] {
        precondition(starts.areStarts, "journeys end at these nodes, they do not begin there")
        return sweep(end, graph.exit(of: end), starts, Ways(metric, graph, areStarts: true))
    }

    /// Makes a group of places.
    func group(_ places: [[RoadGroup.Point]]) -> RoadGroup {
        RoadGroup(places, graph)
    }

    /// Time and length from each place of a group to one, by number; those without a way are left out, and some of those whose way
    /// takes the limit or longer: as much is not searched as that saves.
    func labels(
        from starts: RoadGroup, to end: [RoadEnd], _ metric: RoadMetric, within limit: UInt64 = RoadLabel.never
    ) -> [GroupLabel] {
        sweep(end, along: starts.cone, Ways(metric, graph, areStarts: true), within: limit) {
            read(starts, metric, &$0, within: limit)
        }
    }

    /// Time and length from one place to each of a group, by number; those without a way are left out, and some of those whose way
    /// takes the limit or longer.
    func labels(
        from start: [RoadEnd], to ends: RoadGroup, _ metric: RoadMetric, within limit: UInt64 = RoadLabel.never
    ) -> [GroupLabel] {
        sweep(start, along: ends.cone, Ways(metric, graph, areStarts: false), within: limit) {
            read(ends, metric, &$0, within: limit)
        }
    }

    /// The least of the ways through the points of each place of a group that has one with a label within the limit.
    private func read(
        _ group: RoadGroup, _ metric: RoadMetric, _ scratch: inout RoadScratch, within limit: UInt64
    ) -> [GroupLabel] {
        let (points, first, links) = (group.cone.points, group.first, group.links)
        let (times, lengths) = (metric.times, graph.network.millimetres)
        if scratch.words.count < group.count {
            scratch.words = [UInt64](repeating: RoadLabel.never, count: group.count)
        }
        var count = 0
        for place in scratch.front {
            let word = scratch.reached[Int(points[Int(place)])]
            guard word < limit else { continue }
            for index in Int(first[Int(place)])..<Int(first[Int(place) + 1]) {
                let link = links[index]
                let time = times[link.arc.arc]
                guard time != StreetNetwork.closed else { continue }
                let way = word &+ RoadLabel(link.arc.share, of: time, lengths[link.arc.arc]).word
                let known = scratch.words[Int(link.place)]
                if known == RoadLabel.never { count += 1 }
                if way < known { scratch.words[Int(link.place)] = way }
            }
        }
        // A look at all places takes less time than to sort those that were found.
        var labels: [GroupLabel] = []
        labels.reserveCapacity(count)
        var place = 0
        while labels.count < count {
            if scratch.words[place] != RoadLabel.never {
                labels.append(GroupLabel(place: place, label: RoadLabel(word: scratch.words[place])))
                scratch.words[place] = RoadLabel.never
            }
            place += 1
        }
        return labels
    }

    /// The labels of the arcs that a sweep climbs and of those that it falls along, with those that are needed.
    private struct Ways {
        let climbing: [UInt64]
        let falling: [UInt64]
        let neededClimbing: NeededArcs.Side
        let neededFalling: NeededArcs.Side

        /// - Parameter areStarts: whether many ways begin, which are followed against their direction; else many end.
        init(_ metric: RoadMetric, _ graph: RoadGraph, areStarts: Bool) {
            let needed = metric.needed(graph)
            (climbing, falling) = areStarts ? (metric.down, metric.up) : (metric.up, metric.down)
            (neededClimbing, neededFalling) = areStarts ? (needed.down, needed.up) : (needed.up, needed.down)
        }
    }

    private func sweep(_ node: Int, _ point: Int, _ others: RoadNodes, _ ways: Ways) -> [RoadLabel?] {
        sweep([RoadEnd(rank: point, label: 0)], along: others.cone, ways) { scratch in
            zip(others.nodes, others.points).map { other, point -> RoadLabel? in
                if other == node { return .zero }
                let word = scratch.reached[Int(point)]
                return word < RoadLabel.never ? RoadLabel(word: word) : nil
            }
        }
    }

    /// Climbs from some points, falls along a cone, and reads what lies there.
    private func sweep<Labels>(
        _ points: [RoadEnd], along cone: RoadCone, _ ways: Ways, within limit: UInt64 = RoadLabel.never,
        _ read: (inout RoadScratch) -> Labels
    ) -> Labels {
        pool.with { scratch in
            for point in points { scratch.reached[point.rank] = min(scratch.reached[point.rank], point.label) }
            for point in points { climb(from: point.rank, ways, within: limit, &scratch.reached) }
            fall(along: cone, ways, past: points.compactMap { place($0.rank, in: cone) }, within: limit, &scratch)
            let labels = read(&scratch)
            forget(cone, points.map(\.rank), &scratch)
            return labels
        }
    }

    /// The place in a cone of the first ancestor of a point that is in it, the point itself before all others.
    private func place(_ point: Int, in cone: RoadCone) -> Int32? {
        var next = point
        while next < graph.hierarchy.count {
            if cone.places[next] != RoadCone.none { return cone.places[next] }
            next = Int(graph.parents[next])
        }
        return nil
    }

    /// Leaves no label at the points that were fallen to and at those that were climbed.
    private func forget(_ cone: RoadCone, _ points: [Int], _ scratch: inout RoadScratch) {
        for place in scratch.front { scratch.reached[Int(cone.points[Int(place)])] = RoadLabel.never }
        scratch.front.removeAll(keepingCapacity: true)
        for point in points {
            var next = point
            while next < graph.hierarchy.count {
                scratch.reached[next] = RoadLabel.never
                next = Int(graph.parents[next])
            }
        }
    }

    private func climb(from point: Int, _ ways: Ways, within limit: UInt64, _ reached: inout [UInt64]) {
        var labels = reached.mutableSpan
        let hierarchy = graph.hierarchy
        let first = hierarchy.first.span
        let heads = hierarchy.heads.span
        let climbing = ways.climbing.span
        let places = ways.neededClimbing.places.span
        var next = point
        while next < graph.hierarchy.count {
            let label = labels[next]
            if label < limit {
                let arcs = Int(first[next])..<Int(first[next + 1])
                let heads = heads.extracting(arcs)
                let climbing = climbing.extracting(arcs)
                if let range = ways.neededClimbing.range(of: next) {
                    let needed = places.extracting(range)
                    for index in needed.indices {
                        let arc = Int(needed[index])
                        let (head, sum) = (Int(heads[arc]), label &+ climbing[arc])
                        if sum < labels[head] { labels[head] = sum }
                    }
                } else {
                    for arc in heads.indices {
                        let (head, sum) = (Int(heads[arc]), label &+ climbing[arc])
                        if sum < labels[head] { labels[head] = sum }
                    }
                }
            }
            next = Int(graph.parents[next])
        }
    }

    /// Labels the points of a cone, those with a way below the limit rightly; their places in it are left in `front`.
    ///
    /// Ways into what lies below a point lead through it or the points that its arcs lead to, but for those that begin there: where
    /// none of these is within the limit, nothing below is. `climbed` are the places of those from which the search began.
    private func fall(
        along cone: RoadCone, _ ways: Ways, past climbed: [Int32], within limit: UInt64, _ scratch: inout RoadScratch
    ) {
        scratch.front.removeAll(keepingCapacity: true)
        // Spans of lists, of which that of the labels is taken out of the scratch memory: the loop asks of none whether it is shared.
        var list: [UInt64] = []
        swap(&list, &scratch.reached)
        defer { swap(&list, &scratch.reached) }
        var labels = list.mutableSpan
        let hierarchy = graph.hierarchy
        let first = hierarchy.first.span
        let heads = hierarchy.heads.span
        let points = cone.points.span
        let ends = cone.ends.span
        let falling = ways.falling.span
        let places = ways.neededFalling.places.span
        var place = 0
        while place < points.count {
            let point = Int(points[place])
            let arcs = Int(first[point])..<Int(first[point + 1])
            // Of one length, so that no arc is looked for outside of one of them when it is within the other.
            let heads = heads.extracting(arcs)
            let falling = falling.extracting(arcs)
            var label = labels[point]
            if let range = ways.neededFalling.range(of: point) {
                let needed = places.extracting(range)
                for index in needed.indices {
                    let arc = Int(needed[index])
                    label = min(label, labels[Int(heads[arc])] &+ falling[arc])
                }
            } else {
                for arc in heads.indices { label = min(label, labels[Int(heads[arc])] &+ falling[arc]) }
            }
            if label >= limit {
                var nearest = RoadLabel.never
                for arc in heads.indices { nearest = min(nearest, labels[Int(heads[arc])]) }
                let end = ends[place]
                if nearest >= limit, !climbed.contains(where: { $0 >= place && $0 < end }) {
                    place = Int(end)
                    continue
                }
            }
            labels[point] = label
            scratch.front.append(UInt32(truncatingIfNeeded: place))
            place += 1
        }
    }
}
