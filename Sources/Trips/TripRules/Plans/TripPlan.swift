// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How a user gets to one occurrence: the routes to choose from, and the times that follow from the one chosen.
///
/// Two questions are behind it: which routes arrive by the start less the margin, and leave as late as they can; and when one who
/// left as soon as possible would arrive. Weights have ordered the routes; the times are real ones (TRIP-D11).
public struct TripPlan: Hashable, Sendable {
    /// The occurrence's start.
    public let start: CityTime
    /// The routes, best first by weighted time (TRIP-R11).
    public let routes: [JourneyOption]
    /// The one that the times are of: that of the means that the user has selected, else the first (TRIP-R30).
    public let chosen: JourneyOption
    /// When one sets out: the start less travel and margin (TRIP-R29). Of a journey that begins in a hired vehicle, when that
    /// drives off.
    public let leaveAt: CityTime
    /// When one arrives who leaves as soon as possible; nil where nothing is known of that.
    public let arrival: CityTime?

    /// A plan from the routes that arrive in time, and those that leave as soon as possible; nil where there are none (TRIP-LATE).
    /// Where no route arrives in time any more, those that leave at once tell what is left.
    public init?(
        start: CityTime, inTime: [JourneyOption], atOnce: [JourneyOption], selected: TravelMeansSet? = nil,
        _ parameters: PlanParameters
    ) {
        let routes = Array((inTime.isEmpty ? atOnce : inTime).prefix(parameters.routes))
        guard let chosen = Self.route(routes, of: selected) else { return nil }
        (self.start, self.routes, self.chosen) = (start, routes, chosen)
        leaveAt =
            inTime.isEmpty
            ? start - parameters.margin - (chosen.duration - chosen.callAhead) : chosen.departs + chosen.callAhead
        arrival = Self.route(atOnce, of: chosen.means)?.arrives
    }

    /// The route of some means, else the first.
    static func route(_ routes: [JourneyOption], of means: TravelMeansSet?) -> JourneyOption? {
        means.flatMap { means in routes.first { $0.isBy(means) } } ?? routes.first
    }

    /// When the notice is due, and the vehicle called that the journey begins with: before leaving, by the wait for it, which is
    /// counted once (SIM-11; issue 33, decision 8).
    public var noticeDue: CityTime { leaveAt - chosen.callAhead }

    /// Whether one who leaves as soon as possible is there by the start, without the margin (issue 33, decision 2).
    public var isReachable: Bool { arrival.map { $0 <= start } ?? false }

    /// From this instant on one who has not left comes too late: at it, one is just in time. Between cycles nothing else changes
    /// the status (issue 33, decision 7).
    public var lastChance: CityTime { start - chosen.duration }

    /// The legs for which a ticket can be bought: exactly those by line (TRIP-R10).
    public var ticketable: [JourneyLeg] { chosen.legs.filter { TravelMeansSet.transit.has($0.means) } }
}

extension JourneyOption {
    /// Whether it goes by these means, and else on foot at most.
    func isBy(_ means: TravelMeansSet) -> Bool { self.means.union(.walk) == means.union(.walk) }
}

/// How far a journey to an occurrence has come (TRIP-R22).
public enum JourneyState: UInt8, EventWord {
    case notStarted, onTheWay, late, arrived
}

/// How an occurrence looks to its user (TRIP-STATUS).
public enum TripStatus: UInt8, EventWord {
    /// On time or early.
    case green
    /// Only haste avoids lateness.
    case yellow
    /// Lateness is sure, or the route is disturbed.
    case red

    /// The status now (DEC-TRIP-STATUS). `arrival` is the expected one, of who has not set out when leaving now; nil without a
    /// route.
    public static func of(
        start: CityTime, leaveAt: CityTime, arrival: CityTime?, _ state: JourneyState, isDisturbed: Bool = false,
        at now: CityTime
    ) -> TripStatus {
        guard !isDisturbed, let arrival, arrival <= start else { return .red }
        return state != .notStarted || now <= leaveAt ? .green : .yellow
    }

    /// The journey's state of somebody who is on the way, or there.
    public static func state(arrival: CityTime, start: CityTime, hasArrived: Bool) -> JourneyState {
        hasArrived ? .arrived : arrival > start ? .late : .onTheWay
    }
}
