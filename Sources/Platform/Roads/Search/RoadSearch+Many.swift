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

    /// Time and length from each of some places to one, each place with the points that it joins; nil for those without a way.
    func labels(from starts: [[RoadEnd]], to ends: [RoadEnd], _ metric: RoadMetric) -> [RoadLabel?] {
        let cone = cone(of: starts.flatMap { $0.map(\.rank) })
        return pool.with { scratch in
            for end in ends { scratch.forward[end.rank].word = min(scratch.forward[end.rank].word, end.label) }
            for end in ends { climb(from: end.rank, metric.down, &scratch.forward) }
            fall(along: cone, metric.up, &scratch.forward)
            let found = starts.map { start -> RoadLabel? in
                let word = start.reduce(RoadLabel.never) { min($0, scratch.forward[$1.rank].word &+ $1.label) }
                return word < RoadLabel.never ? RoadLabel(word: word) : nil
            }
            forget(cone, ends.map(\.rank), &scratch.forward)
            return found
        }
    }

    private func sweep(
        _ node: Int, _ point: Int, _ others: RoadNodes, climbing: [UInt64], falling: [UInt64]
    ) -> [RoadLabel?] {
        pool.with { scratch in
            scratch.forward[point].word = 0
            climb(from: point, climbing, &scratch.forward)
            fall(along: others.cone, falling, &scratch.forward)
            let found = zip(others.nodes, others.points).map { other, point -> RoadLabel? in
                if other == node { return .zero }
                let word = scratch.forward[Int(point)].word
                return word < RoadLabel.never ? RoadLabel(word: word) : nil
            }
            forget(others.cone, [point], &scratch.forward)
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
