// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization

/// Places on streets that are asked about together: one search up from the one place and one sweep down to all of these.
final class RoadPlaceSet: PlaceSet {
    /// The places as a user of streets reaches or leaves them.
    private struct Group {
        /// Those with a street, by number, and where they join it.
        let places: [Int]
        let joints: JointGroup
        /// Millimetres from each to its street.
        let reaches: [Double]
    }

    /// What is made once.
    private struct Key: Hashable {
        let user: StreetUser
        let areEnds: Bool
    }

    let places: [Place]
    private let router: RoadRouter
    private let groups = Mutex<[Key: Group]>([:])

    init(_ places: [Place], router: RoadRouter) {
        (self.places, self.router) = (places, router)
    }

    func costs(
        from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [PlaceCost] {
        costs(of: start, leaving, mode, user, areEnds: true, limit)
    }

    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [PlaceCost] {
        costs(of: end, leaving, mode, user, areEnds: false, limit)
    }

    private func group(_ user: StreetUser, areEnds: Bool) -> Group {
        let key = Key(user: user, areEnds: areEnds)
        if let known = groups.withLock({ $0[key] }) { return known }
        let joints = places.map { router.joint($0, user) }
        let found = joints.compactMap { $0 }
        let made = Group(
            places: joints.indices.filter { joints[$0] != nil },
            joints: router.routes.group(found, areEnds: areEnds, user), reaches: found.map { $0.metres * 1000 })
        groups.withLock { $0[key] = made }
        return made
    }

    /// The least arrivals over the start and all later instants at which something changes, as `RoadRouter.route` has them.
    private func costs(
        of one: Place, _ leaving: CityTime, _ mode: TravelMode, _ roadUser: RoadUser, areEnds: Bool,
        _ limit: TravelLimit
    ) -> [PlaceCost] {
        let user = router.user(RouteQuery(from: one, to: one, leaving: leaving, by: mode, user: roadUser))
        guard mode == .drive || router.users.has(user) else {
            let straight = router.straight.prepared(places)
            return areEnds
                ? straight.costs(from: one, leaving: leaving, by: mode, user: roadUser, within: limit)
                : straight.costs(to: one, leaving: leaving, by: mode, user: roadUser, within: limit)
        }
        guard let joint = router.joint(one, user) else { return [] }
        let group = group(user, areEnds: areEnds)
        let now = router.situation(user, at: leaving, isRaining: true, isClosed: true)
        var best = arrivals(joint, group, user, now, limit)
        router.lookAhead(of: now, user, leaving: leaving, isRaining: true, isClosed: true) {
            // What takes too long now may take less from a later instant on.
            if let most = limit.duration, best.count < group.places.count { return most.nanoseconds / 1_000_000 }
            return best.lazy.map(\.milliseconds).max()
        } _: { next, wait in
            var later = arrivals(joint, group, user, next, limit, after: wait)
            for index in later.indices { later[index].milliseconds += wait }
            best = Self.earliest(best, later)
        }
        var costs = best.map {
            PlaceCost(
                group.places[$0.place],
                TravelCost(.milliseconds(Int($0.milliseconds)), Distance(millimetres: $0.millimetres)))
        }
        let short = short(one, joint, group, user)
        if !short.isEmpty {
            let isShort = Set(short.map(\.place))
            costs = (costs.filter { !isShort.contains($0.place) } + short).sorted { $0.place < $1.place }
        }
        return costs.filter { limit.allows($0.cost) }
    }

    /// The straight ways to places that are nearer than both are to their streets: the rule is the same both ways.
    private func short(_ one: Place, _ joint: StreetJoint, _ group: Group, _ user: StreetUser) -> [PlaceCost] {
        var costs: [PlaceCost] = []
        for (index, reach) in group.reaches.enumerated() {
            let (place, limit) = (group.places[index], reach + (joint.metres + 1) * 1000)
            let other = places[place]
            guard abs(Double(other.east) - Double(one.east)) <= limit,
                abs(Double(other.north) - Double(one.north)) <= limit
            else { continue }
            if other == one {
                costs.append(PlaceCost(place, TravelCost(.zero, .zero)))
            } else if let short = router.short(one, joint, other, group.joints.joints[index], user) {
                costs.append(
                    PlaceCost(
                        place,
                        TravelCost(router.time(short, user), Distance(millimetres: Int64(short.millimetres)))))
            }
        }
        return costs
    }

    /// What the way to a place of a group takes, or from it.
    private struct Arrival {
        let place: Int
        var milliseconds: Int64
        let millimetres: Int64
    }

    /// The earlier one of two arrivals for each place, the first one of equal ones.
    private static func earliest(_ one: [Arrival], _ other: [Arrival]) -> [Arrival] {
        var (merged, next): ([Arrival], Int) = ([], 0)
        for arrival in one {
            while next < other.count, other[next].place < arrival.place {
                merged.append(other[next])
                next += 1
            }
            guard next < other.count, other[next].place == arrival.place else {
                merged.append(arrival)
                continue
            }
            merged.append(other[next].milliseconds < arrival.milliseconds ? other[next] : arrival)
            next += 1
        }
        return merged + other[next...]
    }

    /// What the ways take by the times of an instant; of those beyond a limit, after a wait of so many milliseconds, some are left out.
    private func arrivals(
        _ one: StreetJoint, _ group: Group, _ user: StreetUser, _ now: RoadRouter.Situation, _ limit: TravelLimit,
        after wait: Int64 = 0
    ) -> [Arrival] {
        let bound = router.bound(limit, wait, user, now)
        func labels(_ metric: RoadMetric) -> [GroupLabel] {
            router.routes.labels(one, group.joints, user, metric, within: bound)
        }
        var found = labels(now.passing)
        if let closed = now.closed {
            // Who begins or ends in closed streets passes them; all others go around, where there is a way around.
            func isInside(_ joint: StreetJoint) -> Bool { joint.arcs.contains { closed.arcs[$0.arc] } }
            if !isInside(one) {
                let around = Dictionary(uniqueKeysWithValues: labels(now.metric).map { ($0.place, $0.label) })
                for index in found.indices where !isInside(group.joints.joints[found[index].place]) {
                    found[index].label = around[found[index].place] ?? found[index].label
                }
            }
        }
        let stub = router.routes.stub(one, user)
        return found.map { way in
            Arrival(
                place: way.place,
                milliseconds: router.milliseconds(way.label, now.factor, stub + group.joints.stubs[way.place], user),
                millimetres: Int64(way.label.millimetres))
        }
    }
}
