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
        let count = graph.hierarchy.count
        var isIn = [Bool](repeating: false, count: count)
        for point in bottom {
            var next = point
            while next < count, !isIn[next] {
                isIn[next] = true
                next = Int(graph.parents[next])
            }
        }
        // How many lie below each, itself among them: children have lower ranks than their parents.
        var sizes = isIn.map { Int32($0 ? 1 : 0) }
        for point in 0..<count where isIn[point] && graph.parents[point] < count {
            sizes[Int(graph.parents[point])] += sizes[point]
        }
        // The next free place below each point; the last one is that of those without a parent.
        var free = [Int32](repeating: 0, count: count + 1)
        var places = [Int32](repeating: Self.none, count: count)
        let all = Int(isIn.lazy.count { $0 })
        var points = [UInt32](repeating: 0, count: all)
        var ends = [Int32](repeating: 0, count: all)
        for point in (0..<count).reversed() where isIn[point] {
            let parent = Int(graph.parents[point])
            let place = free[parent]
            free[parent] += sizes[point]
            free[point] = place + 1
            places[point] = place
            points[Int(place)] = UInt32(point)
            ends[Int(place)] = place + sizes[point]
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

    /// Where the points of each place begin; one more for the end.
    fileprivate let first: [Int32]
    fileprivate let points: [Point]
    fileprivate let cone: RoadCone

    fileprivate init(_ places: [[Point]], cone: RoadCone) {
        first = places.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) }
        points = places.flatMap { $0 }
        self.cone = cone
    }

    var count: Int { first.count - 1 }
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
        return sweep(start, graph.entry(of: start), ends, climbing: metric.up, falling: metric.down)
    }

    /// Time and length from each of many nodes to one; nil for those from which it cannot be reached.
    package func labels(from starts: RoadNodes, to end: Int, _ metric: RoadMetric) -> [RoadLabel?] {
        precondition(starts.areStarts, "journeys end at these nodes, they do not begin there")
        return sweep(end, graph.exit(of: end), starts, climbing: metric.down, falling: metric.up)
    }

    /// Makes a group of places.
    func group(_ places: [[RoadGroup.Point]]) -> RoadGroup {
        RoadGroup(places, cone: RoadCone(of: places.flatMap { $0.map { Int($0.rank) } }, graph))
    }

    /// Time and length from each place of a group to one; nil for those without a way, and for some of those whose way takes the
    /// limit or longer: as much is not searched as that saves.
    func labels(
        from starts: RoadGroup, to end: [RoadEnd], _ metric: RoadMetric, within limit: UInt64 = RoadLabel.never
    ) -> [RoadLabel?] {
        sweep(end, climbing: metric.down, along: starts.cone, falling: metric.up, within: limit) {
            read(starts, metric, $0, within: limit)
        }
    }

    /// Time and length from one place to each of a group; nil for those without a way, and for some of those whose way takes the
    /// limit or longer.
    func labels(
        from start: [RoadEnd], to ends: RoadGroup, _ metric: RoadMetric, within limit: UInt64 = RoadLabel.never
    ) -> [RoadLabel?] {
        sweep(start, climbing: metric.up, along: ends.cone, falling: metric.down, within: limit) {
            read(ends, metric, $0, within: limit)
        }
    }

    /// The least of the ways through the points of each place of a group. Lists are held by name: the loop asks of none whether it is
    /// shared.
    private func read(
        _ group: RoadGroup, _ metric: RoadMetric, _ labels: [RoadScratch.Reach], within limit: UInt64
    ) -> [RoadLabel?] {
        let (first, points, times, lengths) = (group.first, group.points, metric.times, graph.network.millimetres)
        var found = [RoadLabel?](repeating: nil, count: group.count)
        for place in 0..<group.count {
            var word = RoadLabel.never
            for index in Int(first[place])..<Int(first[place + 1]) {
                let point = points[index]
                let reached = labels[Int(point.rank)].word
                guard reached < limit else { continue }
                let time = times[point.arc.arc]
                guard time != StreetNetwork.closed else { continue }
                word = min(word, reached &+ RoadLabel(point.arc.share, of: time, lengths[point.arc.arc]).word)
            }
            if word < RoadLabel.never { found[place] = RoadLabel(word: word) }
        }
        return found
    }

    private func sweep(
        _ node: Int, _ point: Int, _ others: RoadNodes, climbing: [UInt64], falling: [UInt64]
    ) -> [RoadLabel?] {
        sweep([RoadEnd(rank: point, label: 0)], climbing: climbing, along: others.cone, falling: falling) { reaches in
            zip(others.nodes, others.points).map { other, point -> RoadLabel? in
                if other == node { return .zero }
                let word = reaches[Int(point)].word
                return word < RoadLabel.never ? RoadLabel(word: word) : nil
            }
        }
    }

    /// Climbs from some points, falls along a cone, and reads what lies there.
    private func sweep(
        _ points: [RoadEnd], climbing: [UInt64], along cone: RoadCone, falling: [UInt64],
        within limit: UInt64 = RoadLabel.never, _ read: ([RoadScratch.Reach]) -> [RoadLabel?]
    ) -> [RoadLabel?] {
        pool.with { scratch in
            for point in points {
                scratch.forward[point.rank].word = min(scratch.forward[point.rank].word, point.label)
            }
            for point in points { climb(from: point.rank, climbing, &scratch.forward) }
            fall(along: cone, falling, past: points.compactMap { place($0.rank, in: cone) }, within: limit, &scratch)
            let found = read(scratch.forward)
            forget(points.map(\.rank), &scratch)
            return found
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
    private func forget(_ points: [Int], _ scratch: inout RoadScratch) {
        for point in scratch.front { scratch.forward[Int(point)].word = RoadLabel.never }
        scratch.front.removeAll(keepingCapacity: true)
        for point in points {
            var next = point
            while next < graph.hierarchy.count {
                scratch.forward[next].word = RoadLabel.never
                next = Int(graph.parents[next])
            }
        }
    }

    private func climb(from point: Int, _ climbing: [UInt64], _ reaches: inout [RoadScratch.Reach]) {
        let (first, heads) = (graph.hierarchy.first, graph.hierarchy.heads)
        var next = point
        while next < graph.hierarchy.count {
            let label = reaches[next].word
            if label < RoadLabel.never {
                for arc in Int(first[next])..<Int(first[next + 1]) {
                    let (head, sum) = (Int(heads[arc]), label &+ climbing[arc])
                    if sum < reaches[head].word { reaches[head].word = sum }
                }
            }
            next = Int(graph.parents[next])
        }
    }

    /// Labels the points of a cone, those with a way below the limit rightly; which they were is left in `front`.
    ///
    /// Ways into what lies below a point lead through it or the points that its arcs lead to, but for those that begin there: where
    /// none of these is within the limit, nothing below is. `climbed` are the places of those from which the search began.
    private func fall(
        along cone: RoadCone, _ falling: [UInt64], past climbed: [Int32], within limit: UInt64,
        _ scratch: inout RoadScratch
    ) {
        let (first, heads) = (graph.hierarchy.first, graph.hierarchy.heads)
        let (points, ends) = (cone.points, cone.ends)
        scratch.front.removeAll(keepingCapacity: true)
        var place = 0
        while place < points.count {
            let point = Int(points[place])
            var label = scratch.forward[point].word
            var nearest = label
            for arc in Int(first[point])..<Int(first[point + 1]) {
                let word = scratch.forward[Int(heads[arc])].word
                nearest = min(nearest, word)
                label = min(label, word &+ falling[arc])
            }
            if nearest >= limit, !climbed.contains(where: { $0 >= place && $0 < ends[place] }) {
                place = Int(ends[place])
                continue
            }
            scratch.forward[point].word = label
            scratch.front.append(UInt32(truncatingIfNeeded: point))
            place += 1
        }
    }
}
