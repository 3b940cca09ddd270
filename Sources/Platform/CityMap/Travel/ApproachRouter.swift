// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// A router whose routes to pick-ups take a time of their own: that of a distribution, whatever the distance, or cut off at a longest one.
/// Everything else is the other router's.
///
/// Without it the arrival announced to a passenger would not be that of the drive.
public final class ApproachRouter: Router {
    private let router: any Router
    private let expected: TimeSpan?
    private let longest: TimeSpan?

    /// Makes the router.
    ///
    /// - Parameters:
    ///   - router: everything but the time to pick-ups, and that too where `expected` is nil.
    ///   - expected: the mean time to a pick-up, whatever the way.
    ///   - longest: no approach takes longer than this (DEC-PUNCTUALITY).
    public init(_ router: any Router, expected: TimeSpan? = nil, longest: TimeSpan? = nil) {
        self.router = router
        self.expected = expected
        self.longest = longest
    }

    /// The router's way; one to a pick-up in the time of the distribution, or of the router, at most the longest one.
    @inline(__always)
    public func route(_ query: RouteQuery) -> Journey? {
        guard query.isApproach else { return router.route(query) }
        guard let journey = router.route(query) else { return nil }
        let time = time(journey.duration)
        return time == journey.duration ? journey : journey.with(duration: time)
    }

    /// The router's times, those to a pick-up as `route` has them.
    public func times(
        to end: Place, from starts: [Place], leaving: CityTime, isApproach: Bool, user: RoadUser
    ) -> [TimeSpan?] {
        let times = router.times(to: end, from: starts, leaving: leaving, isApproach: isApproach, user: user)
        return isApproach ? times.map { $0.map(time) } : times
    }

    /// What the way to a pick-up takes that takes the router a time.
    @inline(__always)
    private func time(_ time: TimeSpan) -> TimeSpan {
        let own = expected ?? time
        return min(own, longest ?? own)
    }

    /// The router's: none of these is the way to a pick-up.
    public func prepared(_ places: [Place]) -> any PlaceSet { router.prepared(places) }

    /// As of the router.
    public var hasSirenTimes: Bool { router.hasSirenTimes }

    /// As of the router.
    public var streets: [StreetLine] { router.streets }

    /// What the router says; nothing for a way to a pick-up in a time of its own.
    public func heldUp(_ query: RouteQuery) -> TimeSpan {
        query.isApproach && expected != nil ? .zero : router.heldUp(query)
    }

    /// As of closed streets.
    public func slowed(_ query: RouteQuery) -> TimeSpan {
        query.isApproach && expected != nil ? .zero : router.slowed(query)
    }

    /// The router's length.
    public func distance(from start: Place, to end: Place) -> Distance { router.distance(from: start, to: end) }
}
