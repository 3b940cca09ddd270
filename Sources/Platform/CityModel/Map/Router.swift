// SPDX-License-Identifier: GPL-3.0-or-later

/// Who drives: each may use other streets, and closed ones hold up some and let others pass. Who walks needs no name.
@frozen
public enum RoadUser: UInt8, Hashable, Sendable {
    /// A private vehicle.
    case car
    /// A vehicle with a licence to carry people for money, which may use bus lanes.
    case licensed
    /// A vehicle with an emergency to attend, without siren.
    case emergency
    /// The same with siren.
    case siren
}

/// What a router is asked: the route between two places for a start at a time.
@frozen
public struct RouteQuery: Hashable, Sendable {
    /// Where the route begins.
    public let start: Place
    /// Where it ends.
    public let end: Place
    /// When it begins.
    public var leaving: CityTime
    /// In a car, by bicycle or on foot.
    public let mode: TravelMode
    /// Whether it is a taxi's drive to its passenger, which a scenario may give a time of its own (TAXI-CALL-15).
    public let isApproach: Bool
    /// Who goes.
    public let user: RoadUser

    /// Asks for a route.
    @inlinable
    public init(
        from start: Place, to end: Place, leaving: CityTime, by mode: TravelMode = .drive, isApproach: Bool = false,
        user: RoadUser = .car
    ) {
        self.start = start
        self.end = end
        self.leaving = leaving
        self.mode = mode
        self.isApproach = isApproach
        self.user = user
    }
}

/// A street on a map.
public struct StreetLine: Hashable, Sendable {
    /// Its bends, both ends included.
    public let points: [GeographicPoint]
    /// 0 for small streets, 1 for larger ones, 2 for the fastest.
    public let weight: Int

    /// Makes a line.
    public init(points: [GeographicPoint], weight: Int) {
        self.points = points
        self.weight = weight
    }
}

/// Finds the routes of this city and how long they are expected to take, traffic of the hour included, without chance.
///
/// What is announced and what is simulated come from the same router (TAXI-CALL-15). Straight lines and tables of times are two
/// kinds; roads and timetables are more. Routers may be laid over each other, as changes of speed are.
///
/// A class, so that holding and asking one copies nothing.
public protocol Router: AnyObject, Sendable {
    /// The route for a start at the time asked for; nil when there is none then, as where a ferry does not run at night.
    ///
    /// The routers of today always know a route. Without one no driver is asked to come (`ZoneDispatch`), and who has to go
    /// all the same waits for one (`journey`).
    func route(_ query: RouteQuery) -> Journey?
    /// How long drives from some places to one are expected to take, in the order of the places; nil for those without a route.
    func times(to end: Place, from starts: [Place], leaving: CityTime, isApproach: Bool, user: RoadUser) -> [TimeSpan?]
    /// Makes places ready that are asked about together.
    func prepared(_ places: [Place]) -> any PlaceSet
    /// Whether the times of vehicles with siren are their own; else they are those of others, and who asks makes them shorter.
    var hasSirenTimes: Bool { get }
    /// The streets, for maps; none where there are only straight lines.
    var streets: [StreetLine] { get }
    /// Whether some drive of a licensed vehicle between some of these places may meet ground in no zone; false only where none does.
    func mayLeave(_ layout: any ZoneLayout, between places: [Place]) -> Bool
    /// The length of a licensed vehicle's drive, whatever the hour: what shared rides are planned and divided by.
    func distance(from start: Place, to end: Place) -> Distance
    /// How much longer closed streets make the drive; zero where they do not.
    func heldUp(_ query: RouteQuery) -> TimeSpan
    /// How much longer a slow time, such as rain, makes the drive, what closed streets add to it aside; zero where it does not.
    func slowed(_ query: RouteQuery) -> TimeSpan
}

extension Router {
    /// The length of the drive that begins first.
    public func distance(from start: Place, to end: Place) -> Distance {
        journey(RouteQuery(from: start, to: end, leaving: .epoch, user: .licensed)).distance
    }

    /// One route after the other.
    public func times(
        to end: Place, from starts: [Place], leaving: CityTime, isApproach: Bool, user: RoadUser
    ) -> [TimeSpan?] {
        starts.map {
            route(RouteQuery(from: $0, to: end, leaving: leaving, isApproach: isApproach, user: user))?.duration
        }
    }

    /// One way after the other.
    public func prepared(_ places: [Place]) -> any PlaceSet { PlainPlaceSet(places, router: self) }

    /// Straight lines are no streets.
    public var streets: [StreetLine] { [] }

    /// Nobody knows before the drives are looked at.
    public func mayLeave(_ layout: any ZoneLayout, between places: [Place]) -> Bool { true }

    /// They are those of others.
    public var hasSirenTimes: Bool { false }

    /// Nothing is closed.
    public func heldUp(_ query: RouteQuery) -> TimeSpan { .zero }
    /// All times are alike.
    public func slowed(_ query: RouteQuery) -> TimeSpan { .zero }

    /// The route of somebody who must go: where there is none now, a wait for one begins it, to the minute.
    ///
    /// Stops the program when no minute of a day has a route: a city must not have islands.
    @inlinable @inline(__always)
    public func journey(_ query: RouteQuery) -> Journey { route(query) ?? later(query) }

    @usableFromInline
    func later(_ query: RouteQuery) -> Journey {
        var later = query
        for minutes in 1...(24 * 60) {
            later.leaving = query.leaving + .seconds(60 * minutes)
            guard let found = route(later) else { continue }
            let wait = Leg(.wait, from: query.start, to: query.start, .zero, .seconds(60 * minutes))
            return Journey([wait] + found.legs)
        }
        preconditionFailure("no route from \(query.start) to \(query.end) within a day of \(query.leaving)")
    }

    /// The expected drive.
    @inlinable @inline(__always)
    public func drive(from start: Place, to end: Place, leaving: CityTime, user: RoadUser = .car) -> Journey {
        journey(RouteQuery(from: start, to: end, leaving: leaving, user: user))
    }

    /// The expected walk.
    @inlinable @inline(__always)
    public func walk(from start: Place, to end: Place, leaving: CityTime) -> Journey {
        journey(RouteQuery(from: start, to: end, leaving: leaving, by: .walk))
    }

    /// The expected drive to a pick-up for who comes already.
    @inlinable @inline(__always)
    public func approach(from start: Place, to end: Place, leaving: CityTime) -> Journey {
        journey(RouteQuery(from: start, to: end, leaving: leaving, isApproach: true, user: .licensed))
    }
}
