// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A part of a journey along streets that is not timed yet.
struct StreetPart: Hashable, Sendable {
    let means: TravelMeans
    let start: Place
    let end: Place
    var vehicle: ParkedVehicle?

    /// The part as a leg that begins at an instant.
    func leg(_ cost: TravelCost, leaving time: CityTime) -> JourneyLeg {
        JourneyLeg(
            means, from: start, to: end, departs: time, arrives: time + cost.duration, distance: cost.distance,
            vehicle: vehicle)
    }
}

/// Times parts of journeys along streets, each within its limit.
struct StreetWays: Sendable {
    let router: any Router
    let query: JourneyQuery

    /// The longest way on foot; storm and snow leave short ones only (DEC-TRIP-WEATHER).
    var longestWalk: Distance {
        query.weights.excludesOpen ? min(query.limits.walk, query.weights.openBeyond) : query.limits.walk
    }

    /// The same by bicycle.
    var longestCycle: Distance {
        query.weights.excludesOpen ? min(query.limits.cycle, query.weights.openBeyond) : query.limits.cycle
    }

    /// The longest leg by some means that is to be suggested (TRIP-R23); nil for any.
    private func longest(_ means: TravelMeans) -> Distance? {
        switch means.mode {
        case .walk: longestWalk
        case .cycle: longestCycle
        case .drive, .wait, nil: nil
        }
    }

    /// Whether a leg of this length is to be suggested (TRIP-R23).
    func allows(_ means: TravelMeans, _ distance: Distance) -> Bool {
        if let longest = longest(means), distance > longest { return false }
        return means != .hired || distance >= query.limits.leastHired
    }

    /// How long a hired vehicle takes to come to a place.
    func wait(at place: Place) -> TimeSpan { query.waits?.recentWait(at: place) ?? .zero }

    /// The parts one after the other, from an instant on; nil when one of them has no way within its limit.
    func legs(_ parts: [StreetPart], leaving time: CityTime) -> [JourneyLeg]? {
        var legs: [JourneyLeg] = []
        var time = time
        for part in parts {
            if part.means == .hired { time = time + wait(at: part.start) }
            guard let leg = timed(part, leaving: time) else { return nil }
            legs.append(leg)
            time = leg.arrives
        }
        return legs
    }

    /// The parts one after the other, in time for an instant and as late as that allows.
    func legs(_ parts: [StreetPart], arriving deadline: CityTime) -> [JourneyLeg]? {
        var legs: [JourneyLeg] = []
        var deadline = deadline
        for part in parts.reversed() {
            guard let leg = leg(part, arriving: deadline) else { return nil }
            legs.append(leg)
            deadline = leg.departs
        }
        return legs.reversed()
    }

    /// One part from an instant on, whoever waits before it.
    func timed(_ part: StreetPart, leaving time: CityTime) -> JourneyLeg? {
        guard let cost = cost(part, leaving: time), allows(part.means, cost.distance) else { return nil }
        return part.leg(cost, leaving: time)
    }

    /// Leaves as late as the router lets arrive in time, to the second where times change on the way.
    private func leg(_ part: StreetPart, arriving deadline: CityTime) -> JourneyLeg? {
        guard let first = cost(part, leaving: deadline) else { return nil }
        typealias Trial = (start: CityTime, left: TimeSpan, cost: TravelCost)
        func trial(_ start: CityTime) -> Trial? {
            cost(part, leaving: start).map { (start, deadline - (start + $0.duration), $0) }
        }
        guard var best = trial(deadline - first.duration) else { return nil }
        // Too late: earlier and earlier, since a slow hour may lie before.
        var (late, step): (CityTime?, TimeSpan) = (nil, .seconds(1))
        while best.left < .zero {
            late = best.start
            step = max(step * 2, .zero - best.left)
            guard deadline - (best.start - step) < .hours(24), let next = trial(best.start - step) else { return nil }
            best = next
        }
        if late == nil, best.left > .zero { late = best.start + best.left + .seconds(1) }
        while let bound = late, best.left > .zero, bound - best.start > .seconds(1) {
            let half = TimeSpan(nanoseconds: (bound - best.start).nanoseconds / 2).roundedToMilliseconds
            guard let next = trial(best.start + half) else { break }
            if next.left < .zero { late = next.start } else { best = next }
        }
        return allows(part.means, best.cost.distance) ? part.leg(best.cost, leaving: best.start) : nil
    }

    private func cost(_ part: StreetPart, leaving: CityTime) -> TravelCost? {
        guard part.start != part.end, let mode = part.means.mode else { return TravelCost(.zero, .zero) }
        // No way is shorter than the straight line: what lies too far away is not looked for.
        let line = part.start.distance(to: part.end)
        if let longest = longest(part.means), line > longest { return nil }
        let query = RouteQuery(from: part.start, to: part.end, leaving: leaving, by: mode, user: part.means.user)
        return router.route(query).map { TravelCost($0.duration, $0.distance) }
    }

    /// Without parts that lead nowhere, such as the way to a vehicle that stands at the door.
    static func parts(_ parts: [StreetPart]) -> [StreetPart] { parts.filter { $0.start != $0.end } }
}

extension TravelMeans {
    /// Who it is for routers.
    var user: RoadUser { self == .hired ? .licensed : .car }
}
