// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// A router with changes of speed and closures of zones on top.
///
/// The instant of departure decides for the whole drive, as with the hour in `StraightRouter`. Factors of changes that hold
/// together multiply. A drive that starts in, ends in or crosses a zone that is closed takes longer by the detour factor, the
/// largest one when several closures are touched; the length of the way stays, since a length does not depend on the time
/// (`Router.distance`). Walks are not changed.
public final class TimedRouter: Router {
    private let router: any Router
    private let layout: any ZoneLayout
    private let changes: [SpeedChange]
    private let closures: [ZoneClosure]

    /// Puts changes and closures on a router; the layout says which zones a way touches.
    public init(
        _ router: any Router, layout: any ZoneLayout, changes: [SpeedChange] = [], closures: [ZoneClosure] = []
    ) {
        self.router = router
        self.layout = layout
        self.changes = changes
        self.closures = closures
    }

    /// The router's way, a drive under the changes and closures at departure.
    public func route(_ query: RouteQuery) -> Journey? {
        guard let journey = router.route(query) else { return nil }
        guard query.mode == .drive else { return journey }
        let (speed, detour) = factors(on: journey, query)
        guard speed != 1 || detour != 1 else { return journey }
        let nanoseconds = Double(journey.duration.nanoseconds) / speed * detour
        return journey.with(duration: TimeSpan(nanoseconds: Int64(nearest: nanoseconds)).roundedToMilliseconds)
    }

    /// What the closures at departure add to a drive.
    public func heldUp(_ query: RouteQuery) -> TimeSpan {
        guard query.mode == .drive, closures.contains(where: { $0.from <= query.leaving && query.leaving < $0.until }),
            let journey = router.route(query)
        else { return .zero }
        let (speed, detour) = factors(on: journey, query)
        guard detour != 1 else { return .zero }
        let nanoseconds = Double(journey.duration.nanoseconds) / speed * (detour - 1)
        return TimeSpan(nanoseconds: Int64(nearest: nanoseconds)).roundedToMilliseconds
    }

    /// What the changes at departure add to a drive, before its detour; with what closures add it is all that changes and closures cost.
    public func slowed(_ query: RouteQuery) -> TimeSpan {
        let speed = speed(at: query.leaving)
        guard query.mode == .drive, speed < 1, let journey = router.route(query) else { return .zero }
        let nanoseconds = Double(journey.duration.nanoseconds) * (1 / speed - 1)
        return TimeSpan(nanoseconds: Int64(nearest: nanoseconds)).roundedToMilliseconds
    }

    /// What the changes and closures at departure make of a drive.
    private func factors(on journey: Journey, _ query: RouteQuery) -> (speed: Double, detour: Double) {
        (speed(at: query.leaving), detour(journey, leaving: query.leaving, user: query.user))
    }

    private func speed(at time: CityTime) -> Double {
        changes.reduce(1.0) { $1.from <= time && time < $1.until ? $0 * $1.factor : $0 }
    }

    /// As of the router.
    public var hasSirenTimes: Bool { router.hasSirenTimes }

    /// As of the router.
    public var streets: [StreetLine] { router.streets }

    /// The length of the router.
    public func distance(from start: Place, to end: Place) -> Distance { router.distance(from: start, to: end) }

    private func detour(_ journey: Journey, leaving: CityTime, user: RoadUser) -> Double {
        let closed = closures.filter { $0.from <= leaving && leaving < $0.until }
        guard !closed.isEmpty else { return 1 }
        let touched = [layout.zone(at: journey.start)] + journey.path.crossings(in: layout).map(\.zone)
        return closed.filter { closure in touched.contains { $0.map(closure.zones.contains) ?? false } }
            .map { user == .siren ? $0.emergencyDetour : $0.detour }.max() ?? 1
    }
}
