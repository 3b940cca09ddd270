// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// A router whose ways to pick-ups take a time of their own: that of a distribution, whatever the way, or cut off at a longest one.
/// Everything else is the other router's.
///
/// Without it the arrival told to a passenger would be that of another way than the one that is driven.
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
        let way = router.route(query)
        guard query.isApproach, let way else { return way }
        let time = expected ?? way.duration
        return way.with(duration: longest.map { min(time, $0) } ?? time)
    }

    /// The router's length.
    public func distance(from start: Place, to end: Place) -> Distance { router.distance(from: start, to: end) }
}
