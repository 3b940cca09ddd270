// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A way from place to place: straight stubs to the streets and from them, and the arcs between.
package struct RoadWay: Hashable, Sendable {
    /// Time and length of all.
    package let label: RoadLabel
    /// The arcs, one after the other.
    package let arcs: [Int]
    /// The share of the first arc that lies before the way.
    package let firstShare: Double
    /// The share of the last arc at which the way ends.
    package let lastShare: Double
}

/// Joints that are asked about together.
struct JointGroup: Sendable {
    /// Whether ways end at them; else they begin there.
    let areEnds: Bool
    let joints: [StreetJoint]
    let points: RoadGroup
    let stubs: [RoadLabel]
    /// Which of them are on each arc.
    let onArc: [Int: [Int]]
}

/// Routes between positions on the globe, each joined to the nearest street of its user.
package final class RoadRoutes: Sendable {
    /// The times of the network.
    package let times: RoadTimes
    private let index: StreetIndex
    /// Kilometres an hour on foot, between a place and its street too.
    package static let walkingSpeed = 5.0
    /// Kilometres an hour between a place and its street, of those who are not on foot.
    private let offStreet: Double

    /// Makes the routes of a network.
    package init(_ times: RoadTimes, offStreet: Double = 10) {
        self.times = times
        self.offStreet = offStreet
        index = StreetIndex(times.search.graph.network)
    }

    private var graph: RoadGraph { times.search.graph }

    /// Where a position joins the streets of a user; nil when none is kept for it.
    package func joint(_ point: GeographicPoint, for user: StreetUser) -> StreetJoint? { index.joint(point, for: user) }

    /// What the straight way between a place and its street takes.
    func stub(_ joint: StreetJoint, _ user: StreetUser) -> RoadLabel {
        let speed = user == .foot ? Self.walkingSpeed : offStreet
        return RoadLabel(
            milliseconds: UInt32((joint.metres * 3600 / speed).rounded()),
            millimetres: UInt32((joint.metres * 1000).rounded()))
    }

    /// What the way between two joints takes by a metric, stubs included; nil when there is none.
    func label(from start: StreetJoint, to end: StreetJoint, _ user: StreetUser, _ metric: RoadMetric) -> RoadLabel? {
        let through = times.search.label(
            from: starts(start, metric), to: ends(end, user, metric), metric)
        return whole(through, start, end, user, metric)
    }

    /// What the ways between one joint and those of a group take by a metric, stubs included, by number; those without a way are left
    /// out, and some of those whose way along streets takes the limit or longer.
    func labels(
        _ one: StreetJoint, _ group: JointGroup, _ user: StreetUser, _ metric: RoadMetric, within limit: RoadLabel?
    ) -> [GroupLabel] {
        let limit = limit?.word ?? RoadLabel.never
        let through =
            group.areEnds
            ? times.search.labels(from: starts(one, metric), to: group.points, metric, within: limit)
            : times.search.labels(from: group.points, to: ends(one, user, metric), metric, within: limit)
        let stub = stub(one, user)
        var labels: [GroupLabel] = []
        labels.reserveCapacity(through.count)
        /// One on the same street may be reached along it.
        func addNear(_ place: Int, _ way: RoadLabel?) {
            let (start, end) = group.areEnds ? (one, group.joints[place]) : (group.joints[place], one)
            if let label = whole(way, start, end, user, metric) {
                labels.append(GroupLabel(place: place, label: label))
            }
        }
        var near = Set(one.arcs.flatMap { group.onArc[$0.arc] ?? [] }).sorted()[...]
        for way in through {
            while let place = near.first, place < way.place {
                addNear(place, nil)
                near.removeFirst()
            }
            if near.first == way.place {
                addNear(way.place, way.label)
                near.removeFirst()
            } else {
                labels.append(GroupLabel(place: way.place, label: stub + way.label + group.stubs[way.place]))
            }
        }
        for place in near { addNear(place, nil) }
        return labels
    }

    /// Makes joints ready that many ways end at, or begin at.
    func group(_ joints: [StreetJoint], areEnds: Bool, _ user: StreetUser) -> JointGroup {
        var onArc: [Int: [Int]] = [:]
        for (index, joint) in joints.enumerated() {
            for arc in joint.arcs { onArc[arc.arc, default: []].append(index) }
        }
        return JointGroup(
            areEnds: areEnds, joints: joints, points: areEnds ? ends(joints, user) : starts(joints),
            stubs: joints.map { stub($0, user) }, onArc: onArc)
    }

    /// The better one of the way through crossings and the way along one street, with stubs.
    private func whole(
        _ through: RoadLabel?, _ start: StreetJoint, _ end: StreetJoint, _ user: StreetUser, _ metric: RoadMetric
    ) -> RoadLabel? {
        let along = direct(start, end, metric)?.label
        guard let through else { return along.map { stub(start, user) + $0 + stub(end, user) } }
        return stub(start, user) + min(through, along ?? through) + stub(end, user)
    }

    /// The same for a start at an instant.
    package func label(from start: StreetJoint, to end: StreetJoint, _ user: StreetUser, leaving time: WeekTime?)
        -> RoadLabel?
    {
        guard let time else { return label(from: start, to: end, user, times.metric(user)) }
        return times.label(leaving: time, user) { label(from: start, to: end, user, $0) }
    }

    /// The way between two joints with its arcs.
    package func way(from start: StreetJoint, to end: StreetJoint, _ user: StreetUser, _ metric: RoadMetric) -> RoadWay?
    {
        let stubs = stub(start, user) + stub(end, user)
        let along = direct(start, end, metric)
        if let through = times.search.path(from: starts(start, metric), to: ends(end, user, metric), metric),
            along.map({ through.label < $0.label }) ?? true,
            let way = way(through, start, end, user, metric, stubs)
        {
            return way
        }
        return along.map {
            RoadWay(label: stubs + $0.label, arcs: [$0.arc], firstShare: $0.from, lastShare: $0.to)
        }
    }

    /// The way between the ends of the arcs with those arcs at both its ends: those of the joints that it takes.
    private func way(
        _ path: RoadPath, _ start: StreetJoint, _ end: StreetJoint, _ user: StreetUser, _ metric: RoadMetric,
        _ stubs: RoadLabel
    ) -> RoadWay? {
        // The lists themselves: a copy of the network would count a reference to each of its lists.
        let (tails, heads, millimetres) = (graph.network.tails, graph.network.heads, graph.network.millimetres)
        let inner = path.arcs.reduce(RoadLabel.zero) { sum, arc in
            sum + RoadLabel(milliseconds: metric.milliseconds(arc) ?? 0, millimetres: millimetres[arc])
        }
        for first in start.arcs {
            for last in end.arcs {
                guard let out = graph.label(rest(first), metric), let into = graph.label(last, metric),
                    out + inner + into == path.label
                else { continue }
                let head = path.arcs.first.map { tails[$0] } ?? tails[last.arc]
                let tail = path.arcs.last.map { heads[$0] } ?? heads[first.arc]
                guard heads[first.arc] == head, tails[last.arc] == tail else { continue }
                var arcs = [first.arc]
                arcs.reserveCapacity(path.arcs.count + 2)
                arcs += path.arcs
                arcs.append(last.arc)
                return RoadWay(
                    label: stubs + path.label, arcs: arcs, firstShare: first.share, lastShare: last.share)
            }
        }
        return nil
    }

    /// What is left of an arc behind the point.
    private func rest(_ arc: StreetJoint.Arc) -> StreetJoint.Arc { StreetJoint.Arc(arc: arc.arc, share: 1 - arc.share) }

    /// The points that a joint leads to, each with the way there.
    private func starts(_ joint: StreetJoint) -> [RoadGroup.Point] {
        var points: [RoadGroup.Point] = []
        for arc in joint.arcs {
            // All links of an arc lead to the same point: its bans are those of its end.
            guard let link = graph.links(of: arc.arc).first else { continue }
            points.append(point(graph.network.linkHeads[link], rest(arc)))
        }
        return points
    }

    /// The points from which a joint is reached, each with the way from there.
    private func ends(_ joint: StreetJoint, _ user: StreetUser) -> [RoadGroup.Point] {
        var points: [RoadGroup.Point] = []
        for arc in joint.arcs {
            for link in graph.links(of: arc.arc)
            where !StreetUsers(rawValue: graph.network.linkClosed[link]).has(user) {
                points.append(point(graph.network.linkTails[link], arc))
            }
        }
        return points
    }

    private func point(_ number: UInt32, _ arc: StreetJoint.Arc) -> RoadGroup.Point {
        RoadGroup.Point(rank: Int32(graph.hierarchy.ranks[Int(number)]), arc: arc)
    }

    private func starts(_ joint: StreetJoint, _ metric: RoadMetric) -> [RoadEnd] { timed(starts(joint), metric) }

    private func ends(_ joint: StreetJoint, _ user: StreetUser, _ metric: RoadMetric) -> [RoadEnd] {
        timed(ends(joint, user), metric)
    }

    private func timed(_ points: [RoadGroup.Point], _ metric: RoadMetric) -> [RoadEnd] {
        points.compactMap { point in
            graph.label(point.arc, metric).map { RoadEnd(rank: Int(point.rank), label: $0.word) }
        }
    }

    private func starts(_ joints: [StreetJoint]) -> RoadGroup { times.search.group(joints.map { starts($0) }) }

    private func ends(_ joints: [StreetJoint], _ user: StreetUser) -> RoadGroup {
        times.search.group(joints.map { ends($0, user) })
    }

    /// Along the one street that both joints are of, where the second one lies ahead.
    private func direct(_ start: StreetJoint, _ end: StreetJoint, _ metric: RoadMetric) -> (
        label: RoadLabel, arc: Int, from: Double, to: Double
    )? {
        var best: (label: RoadLabel, arc: Int, from: Double, to: Double)?
        for from in start.arcs {
            for to in end.arcs where to.arc == from.arc && to.share >= from.share {
                let part = StreetJoint.Arc(arc: to.arc, share: to.share - from.share)
                guard let label = graph.label(part, metric) else { continue }
                if best.map({ label < $0.label }) ?? true { best = (label, to.arc, from.share, to.share) }
            }
        }
        return best
    }
}
