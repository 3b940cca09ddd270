// SPDX-License-Identifier: GPL-3.0-or-later

/// What a way takes.
public struct TravelCost: Hashable, Sendable {
    /// Its time.
    public var duration: TimeSpan
    /// Its length as driven or walked.
    public var distance: Distance

    /// Makes a cost.
    public init(_ duration: TimeSpan, _ distance: Distance) {
        self.duration = duration
        self.distance = distance
    }
}

/// Which ways are wanted.
public struct TravelLimit: Hashable, Sendable {
    /// They take less than this; nil for any time.
    public var duration: TimeSpan?
    /// They are at most as long as this; nil for any length.
    public var distance: Distance?

    /// Makes a limit.
    public init(duration: TimeSpan? = nil, distance: Distance? = nil) {
        self.duration = duration
        self.distance = distance
    }

    /// Whether a way is wanted that takes so much.
    public func allows(_ cost: TravelCost) -> Bool {
        duration.map { cost.duration < $0 } ?? true && distance.map { cost.distance <= $0 } ?? true
    }
}

/// Places that are asked about together, such as all stops of a city, made ready once for any number of questions.
public protocol PlaceSet: AnyObject, Sendable {
    /// The places.
    var places: [Place] { get }
    /// What the ways from one place to each of these take, in their order; nil for those without a way, or with one beyond the limit.
    /// The less that allows, the sooner is the answer there.
    func costs(
        from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [TravelCost?]
    /// What the ways from each of these places to one take, in their order; nil for those without a way, or with one beyond the limit.
    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [TravelCost?]
}

/// Asks a router for one way after the other.
final class PlainPlaceSet<Ways: Router>: PlaceSet {
    let places: [Place]
    private let router: Ways

    init(_ places: [Place], router: Ways) {
        (self.places, self.router) = (places, router)
    }

    func costs(
        from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [TravelCost?] {
        places.map { cost(RouteQuery(from: start, to: $0, leaving: leaving, by: mode, user: user), limit) }
    }

    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [TravelCost?] {
        places.map { cost(RouteQuery(from: $0, to: end, leaving: leaving, by: mode, user: user), limit) }
    }

    private func cost(_ query: RouteQuery, _ limit: TravelLimit) -> TravelCost? {
        guard let way = router.route(query) else { return nil }
        let cost = TravelCost(way.duration, way.distance)
        return limit.allows(cost) ? cost : nil
    }
}
