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
    ) -> [TravelCost?] {
        costs(of: start, leaving, mode, user, areEnds: true, limit)
    }

    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [TravelCost?] {
        costs(of: end, leaving, mode, user, areEnds: false, limit)
    }

    private func group(_ user: StreetUser, areEnds: Bool) -> Group {
        let key = Key(user: user, areEnds: areEnds)
        if let known = groups.withLock({ $0[key] }) { return known }
        let joints = places.map { router.joint($0, user) }
        let found = joints.compactMap { $0 }
        let made = Group(
            places: joints.indices.filter { joints[$0] != nil },
            joints: router.routes.group(found, areEnds: areEnds, user))
        groups.withLock { $0[key] = made }
        return made
    }

    /// The least arrivals over the start and all later instants at which something changes, as `RoadRouter.route` has them.
    private func costs(
        of one: Place, _ leaving: CityTime, _ mode: TravelMode, _ roadUser: RoadUser, areEnds: Bool,
        _ limit: TravelLimit
    ) -> [TravelCost?] {
        func query(_ other: Place) -> RouteQuery {
            RouteQuery(
                from: areEnds ? one : other, to: areEnds ? other : one, leaving: leaving, by: mode, user: roadUser)
        }
        let user = router.user(query(one))
        guard mode == .drive || router.users.has(user) else {
            return places.map { other in
                let cost = router.straight.route(query(other)).map { TravelCost($0.duration, $0.distance) }
                return cost.flatMap { limit.allows($0) ? $0 : nil }
            }
        }
        var costs = [TravelCost?](repeating: nil, count: places.count)
        guard let joint = router.joint(one, user) else { return costs }
        let group = group(user, areEnds: areEnds)
        let now = router.situation(user, at: leaving, isRaining: true, isClosed: true)
        var best = arrivals(joint, group, user, now, areEnds: areEnds, limit)
        router.lookAhead(of: now, user, leaving: leaving, isRaining: true, isClosed: true) {
            // What takes too long now may take less from a later instant on.
            if let most = limit.duration, best.contains(where: { $0 == nil }) { return most.nanoseconds / 1_000_000 }
            return best.lazy.compactMap { $0?.milliseconds }.max()
        } _: { next, wait in
            let later = arrivals(joint, group, user, next, areEnds: areEnds, limit, after: wait)
            for (index, found) in later.enumerated() {
                guard let found, wait + found.milliseconds < best[index]?.milliseconds ?? .max else { continue }
                best[index] = (wait + found.milliseconds, found.millimetres)
            }
        }
        // The rule for places that are nearer to each other than to their streets is the same both ways.
        let reach = joint.metres
        for (index, place) in group.places.enumerated() {
            if let found = best[index] {
                costs[place] = TravelCost(
                    .milliseconds(Int(found.milliseconds)), Distance(millimetres: found.millimetres))
            }
            let other = places[place]
            let limit = (reach + group.joints.joints[index].metres + 1) * 1000
            guard abs(Double(other.east) - Double(one.east)) <= limit,
                abs(Double(other.north) - Double(one.north)) <= limit
            else { continue }
            if other == one {
                costs[place] = TravelCost(.zero, .zero)
            } else if let short = router.short(one, joint, other, group.joints.joints[index], user) {
                costs[place] = TravelCost(
                    router.time(short, user), Distance(millimetres: Int64(short.millimetres)))
            }
        }
        return costs.map { $0.flatMap { limit.allows($0) ? $0 : nil } }
    }

    private typealias Arrival = (milliseconds: Int64, millimetres: Int64)

    /// What the ways take by the times of an instant; of those beyond a limit, after a wait of so many milliseconds, some are left out.
    private func arrivals(
        _ one: StreetJoint, _ group: Group, _ user: StreetUser, _ now: RoadRouter.Situation, areEnds: Bool,
        _ limit: TravelLimit, after wait: Int64 = 0
    ) -> [Arrival?] {
        let bound = router.bound(limit, wait, user, now)
        func labels(_ metric: RoadMetric) -> [RoadLabel?] {
            router.routes.labels(one, group.joints, user, metric, within: bound)
        }
        var found = labels(now.passing)
        if let closed = now.closed {
            // Who begins or ends in closed streets passes them; all others go around, where there is a way around.
            func isInside(_ joint: StreetJoint) -> Bool { joint.arcs.contains { closed.arcs[$0.arc] } }
            if !isInside(one) {
                let around = labels(now.metric)
                for (index, joint) in group.joints.joints.enumerated() where !isInside(joint) {
                    found[index] = around[index] ?? found[index]
                }
            }
        }
        guard now.factor != 1 else {
            return found.map { label in label.map { (Int64($0.milliseconds), Int64($0.millimetres)) } }
        }
        return zip(group.joints.joints, found).map { other, label in
            label.map { label in
                let (start, end) = areEnds ? (one, other) : (other, one)
                return (
                    router.milliseconds(label, now.factor, start, end, user), Int64(label.millimetres)
                )
            }
        }
    }
}
