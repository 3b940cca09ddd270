// SPDX-License-Identifier: GPL-3.0-or-later

/// Nodes that are asked about together: the points that searches to or from them pass, made once for any number of queries.
package struct RoadNodes: Sendable {
    /// The nodes as they were given.
    package let nodes: [Int]
    /// All ancestors of their points, falling.
    fileprivate let cone: [UInt32]
    fileprivate let points: [UInt32]
    /// Whether journeys begin there; else they end.
    fileprivate let areStarts: Bool
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
    fileprivate let cone: [UInt32]

    fileprivate init(_ places: [[Point]], cone: [UInt32]) {
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
            nodes: nodes, cone: cone(of: points), points: points.map { UInt32($0) }, areStarts: areStarts)
    }

    /// All ancestors of some points, falling.
    private func cone(of points: [Int]) -> [UInt32] {
        var isIn = [Bool](repeating: false, count: graph.hierarchy.count)
        var cone: [UInt32] = []
        for point in points {
            var next = point
            while next < graph.hierarchy.count, !isIn[next] {
                isIn[next] = true
                cone.append(UInt32(next))
                next = Int(graph.parents[next])
            }
        }
        cone.sort(by: >)
        return cone
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
        RoadGroup(places, cone: cone(of: places.flatMap { $0.map { Int($0.rank) } }))
    }

    /// Time and length from each place of a group to one; nil for those without a way.
    func labels(from starts: RoadGroup, to end: [RoadEnd], _ metric: RoadMetric) -> [RoadLabel?] {
        meet(end, climbing: metric.down, starts, falling: metric.up, metric)
    }

    /// Time and length from one place to each of a group; nil for those without a way.
    func labels(from start: [RoadEnd], to ends: RoadGroup, _ metric: RoadMetric) -> [RoadLabel?] {
        meet(start, climbing: metric.up, ends, falling: metric.down, metric)
    }

    private func meet(
        _ points: [RoadEnd], climbing: [UInt64], _ group: RoadGroup, falling: [UInt64], _ metric: RoadMetric
    ) -> [RoadLabel?] {
        sweep(points, climbing: climbing, along: group.cone, falling: falling) { read(group, metric, $0) }
    }

    /// The least of the ways through the points of each place of a group. Lists are held by name: the loop asks of none whether it is
    /// shared.
    private func read(_ group: RoadGroup, _ metric: RoadMetric, _ labels: [RoadScratch.Reach]) -> [RoadLabel?] {
        let (first, points, times, lengths) = (group.first, group.points, metric.times, graph.network.millimetres)
        var found = [RoadLabel?](repeating: nil, count: group.count)
        for place in 0..<group.count {
            var word = RoadLabel.never
            for index in Int(first[place])..<Int(first[place + 1]) {
                let point = points[index]
                let (reached, time) = (labels[Int(point.rank)].word, times[point.arc.arc])
                guard reached < RoadLabel.never, time != StreetNetwork.closed else { continue }
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
        _ points: [RoadEnd], climbing: [UInt64], along cone: [UInt32], falling: [UInt64],
        _ read: ([RoadScratch.Reach]) -> [RoadLabel?]
    ) -> [RoadLabel?] {
        pool.with { scratch in
            for point in points {
                scratch.forward[point.rank].word = min(scratch.forward[point.rank].word, point.label)
            }
            for point in points { climb(from: point.rank, climbing, &scratch.forward) }
            fall(along: cone, falling, &scratch.forward)
            let found = read(scratch.forward)
            forget(cone, points.map(\.rank), &scratch.forward)
            return found
        }
    }

    /// Leaves no label at a cone's points and at those that were climbed.
    private func forget(_ cone: [UInt32], _ points: [Int], _ reaches: inout [RoadScratch.Reach]) {
        for point in cone { reaches[Int(point)].word = RoadLabel.never }
        for point in points {
            var next = point
            while next < graph.hierarchy.count {
                reaches[next].word = RoadLabel.never
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

    private func fall(along cone: [UInt32], _ falling: [UInt64], _ reaches: inout [RoadScratch.Reach]) {
        let (first, heads) = (graph.hierarchy.first, graph.hierarchy.heads)
        for point in cone {
            let point = Int(point)
            var label = reaches[point].word
            for arc in Int(first[point])..<Int(first[point + 1]) {
                label = min(label, reaches[Int(heads[arc])].word &+ falling[arc])
            }
            reaches[point].word = label
        }
    }
}
