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

/// What the way to one of several places takes, or from it.
public struct PlaceCost: Hashable, Sendable {
    /// The number of the place.
    public let place: Int
    /// What its way takes.
    public var cost: TravelCost

    /// Makes the cost of a place.
    public init(_ place: Int, _ cost: TravelCost) {
        self.place = place
        self.cost = cost
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
    /// What the ways from one place to these take, in their order; those without a way within the limit are left out. The less that
    /// allows, the sooner is the answer there.
    func costs(
        from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [PlaceCost]
    /// What the ways from these places to one take, in their order; those without a way within the limit are left out.
    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [PlaceCost]
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
    ) -> [PlaceCost] {
        costs(limit) { RouteQuery(from: start, to: $0, leaving: leaving, by: mode, user: user) }
    }

    func costs(
        to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser, within limit: TravelLimit
    ) -> [PlaceCost] {
        costs(limit) { RouteQuery(from: $0, to: end, leaving: leaving, by: mode, user: user) }
    }

    private func costs(_ limit: TravelLimit, _ query: (Place) -> RouteQuery) -> [PlaceCost] {
        var costs: [PlaceCost] = []
        for (index, place) in places.enumerated() {
            guard let way = router.route(query(place)) else { continue }
            let cost = TravelCost(way.duration, way.distance)
            if limit.allows(cost) { costs.append(PlaceCost(index, cost)) }
        }
        return costs
    }
}
