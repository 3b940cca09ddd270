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

/// Places that are asked about together, such as all stops of a city, made ready once for any number of questions.
public protocol PlaceSet: AnyObject, Sendable {
    /// The places.
    var places: [Place] { get }
    /// What the ways from one place to each of these take, in their order; nil for those without a way.
    func costs(from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser) -> [TravelCost?]
    /// What the ways from each of these places to one take, in their order; nil for those without a way.
    func costs(to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser) -> [TravelCost?]
}

/// Asks a router for one way after the other.
final class PlainPlaceSet<Ways: Router>: PlaceSet {
    let places: [Place]
    private let router: Ways

    init(_ places: [Place], router: Ways) {
        (self.places, self.router) = (places, router)
    }

    func costs(from start: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser) -> [TravelCost?] {
        places.map { cost(RouteQuery(from: start, to: $0, leaving: leaving, by: mode, user: user)) }
    }

    func costs(to end: Place, leaving: CityTime, by mode: TravelMode, user: RoadUser) -> [TravelCost?] {
        places.map { cost(RouteQuery(from: $0, to: end, leaving: leaving, by: mode, user: user)) }
    }

    private func cost(_ query: RouteQuery) -> TravelCost? {
        router.route(query).map { TravelCost($0.duration, $0.distance) }
    }
}
