// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Synchronization

/// Ways along streets: each place joined to the nearest street of whoever goes, the quickest way between, at the times of the hour.
///
/// Announced and driven times are this router's alone (TAXI-CALL-15, D-19): the formula of distance and free speed is for straight
/// lines. Hours, traffic factors, rain and closures change what streets take. Who leaves later never arrives earlier: the arrival
/// is the least over the start and all later instants at which something changes (D-20). Lengths for fees and detours are those of
/// the quickest way on empty streets (D-22).
///
/// One serves all replications and threads.
package final class RoadRouter: Router {
    /// What everything takes at an instant.
    struct Situation {
        /// The metric of who only passes through what is closed: goes around it.
        let metric: RoadMetric
        /// The metric of who begins or ends in it, and of everybody where there is no way around.
        let passing: RoadMetric
        /// What times on streets are multiplied by.
        let factor: Double
        let closed: RoadTimes.ClosedStreets?
    }

    /// How streets are used beside their own times.
    package struct Use: Sendable {
        /// The share of its speed that traffic leaves to a drive, by hour of departure.
        package var traffic: DayProfile
        /// Metres a second on foot.
        package var walkingSpeed: Double
        /// Times in which all drives are slower, such as rain.
        package var changes: [SpeedChange]
        /// Times in which the streets of zones are closed.
        package var closures: [ZoneClosure]

        package init(
            traffic: DayProfile = .even(1), walkingSpeed: Double = RoadRoutes.walkingSpeed / 3.6,
            changes: [SpeedChange] = [], closures: [ZoneClosure] = []
        ) {
            (self.traffic, self.walkingSpeed, self.changes, self.closures) = (traffic, walkingSpeed, changes, closures)
        }
    }

    let routes: RoadRoutes
    let layout: any ZoneLayout
    private let use: Use
    let straight: any Router
    private let memo = Mutex(RoadMemo())
    private let closings = Mutex<[[Int]: RoadTimes.ClosedStreets]>([:])
    /// Where each node is.
    let places: [Place]
    /// Who has streets here.
    let users: StreetUsers
    /// When rain or closures begin or end, rising.
    private let instants: [CityTime]
    /// Whether anything depends on the hour.
    private let hasHours: Bool
    package let hasSirenTimes: Bool

    /// Makes the router of a network.
    ///
    /// - Parameters:
    ///   - routes: the network.
    ///   - layout: the plane that places are in, and the zones that closures name.
    ///   - use: hours, rain and closures.
    ///   - straight: the ways of those who walk, where the network has no streets for them.
    package init(_ routes: RoadRoutes, layout: any ZoneLayout, use: Use, straight: any Router) {
        (self.routes, self.layout, self.use, self.straight) = (routes, layout, use, straight)
        let network = routes.times.search.graph.network
        places = network.places(on: layout)
        users = network.kept.reduce(into: []) { $0.formUnion(StreetUsers(rawValue: $1)) }
        instants = (use.changes.flatMap { [$0.from, $0.until] } + use.closures.flatMap { [$0.from, $0.until] }).sorted()
        hasHours = !network.hours.isEmpty || !use.traffic.isConstant
        hasSirenTimes =
            network.timesOf[Int(StreetUser.siren.rawValue)] != network.timesOf[Int(StreetUser.emergency.rawValue)]
    }

    // MARK: - What is asked

    /// The quickest way; never nil within the part of the network that is kept.
    package func route(_ query: RouteQuery) -> Journey? {
        if query.start == query.end { return Journey(straight: query, .zero, .zero) }
        let user = self.user(query)
        guard query.mode == .drive || users.has(user) else { return straight.route(query) }
        guard let (start, end) = joints(query.start, query.end, user) else { return nil }
        if let short = short(query.start, start, query.end, end, user) {
            return Journey(straight: query, Distance(millimetres: Int64(short.millimetres)), time(short, user))
        }
        guard let found = best(query, start, end, user, isRaining: true, isClosed: true) else { return nil }
        let (way, metric, factor) = (found.way, found.metric, found.factor)
        return Journey([
            Leg(
                query.mode, from: query.start, to: query.end,
                Distance(millimetres: Int64(way.label.millimetres)), .milliseconds(Int(found.milliseconds)),
                steps: { [self] in steps(of: way, start, to: query.end, end, user, metric, factor) })
        ])
    }

    /// One search for all; few are asked one by one, since whoever asks drives one of these ways then.
    package func times(
        to end: Place, from starts: [Place], leaving: CityTime, isApproach: Bool, user: RoadUser
    ) -> [TimeSpan?] {
        guard starts.count > 2 else {
            return starts.map {
                route(RouteQuery(from: $0, to: end, leaving: leaving, isApproach: isApproach, user: user))?.duration
            }
        }
        var times = [TimeSpan?](repeating: nil, count: starts.count)
        let costs = prepared(starts).costs(to: end, leaving: leaving, by: .drive, user: user, within: TravelLimit())
        for cost in costs { times[cost.place] = cost.cost.duration }
        return times
    }

    /// One search for all of them.
    package func prepared(_ places: [Place]) -> any PlaceSet { RoadPlaceSet(places, router: self) }

    /// The length of the quickest way on empty streets.
    package func distance(from start: Place, to end: Place) -> Distance {
        guard start != end, let (from, to) = joints(start, end, .licensed) else { return .zero }
        let label =
            short(start, from, end, to, .licensed)
            ?? way(from, to, start, end, .licensed, routes.times.metric(.licensed))?.label
        return label.map { Distance(millimetres: Int64($0.millimetres)) } ?? start.distance(to: end)
    }

    /// What the closures at departure add.
    package func heldUp(_ query: RouteQuery) -> TimeSpan {
        guard query.mode == .drive,
            use.closures.contains(where: { $0.from <= query.leaving && query.leaving < $0.until })
        else { return .zero }
        return cost(query, with: (true, true), without: (true, false))
    }

    /// What rain at departure adds, closures aside.
    package func slowed(_ query: RouteQuery) -> TimeSpan {
        guard query.mode == .drive, rain(at: query.leaving) < 1 else { return .zero }
        return cost(query, with: (true, false), without: (false, false))
    }

    private typealias Weather = (isRaining: Bool, isClosed: Bool)

    private func cost(_ query: RouteQuery, with: Weather, without: Weather) -> TimeSpan {
        let user = self.user(query)
        guard query.start != query.end, let (start, end) = joints(query.start, query.end, user),
            short(query.start, start, query.end, end, user) == nil
        else { return .zero }
        func time(_ weather: Weather) -> Int64 {
            best(query, start, end, user, isRaining: weather.isRaining, isClosed: weather.isClosed)?.milliseconds ?? 0
        }
        return .milliseconds(Int(max(0, time(with) - time(without))))
    }

    /// Whether some street of licensed vehicles meets ground in no zone, or the way between one of the places and its street.
    package func mayLeave(_ layout: any ZoneLayout, between places: [Place]) -> Bool {
        func leaves(_ start: Place, _ end: Place) -> Bool {
            layout.zone(at: start) == nil || layout.crossings(from: start, to: end).contains { $0.zone == nil }
        }
        let metric = routes.times.metric(.licensed)
        let network = routes.times.search.graph.network
        let isLeft = (0..<network.arcCount).contains { arc in
            metric.milliseconds(arc) != nil && leaves(point(arc, 0), point(arc, 1))
        }
        return isLeft
            || places.contains { place in
                guard let arc = joint(place, .licensed)?.arcs.first else { return true }
                return leaves(place, point(arc.arc, arc.share))
            }
    }

    /// The streets of all who drive.
    package var streets: [StreetLine] { StreetDrawing(routes.times.search.graph.network).lines }

    // MARK: - Searching

    /// Whose streets a query is about. A vehicle without any in this network uses those of licensed ones.
    func user(_ query: RouteQuery) -> StreetUser {
        if query.mode == .walk { return .foot }
        if query.mode == .cycle { return .bicycle }
        let own: StreetUser =
            switch query.user {
            case .car: .car
            case .licensed: .licensed
            case .emergency: .emergency
            case .siren: .siren
            }
        return users.has(own) ? own : .licensed
    }

    private func joints(_ start: Place, _ end: Place, _ user: StreetUser) -> (StreetJoint, StreetJoint)? {
        guard let from = joint(start, user), let to = joint(end, user) else { return nil }
        return (from, to)
    }

    /// Where a place joins the streets of a user.
    func joint(_ place: Place, _ user: StreetUser) -> StreetJoint? {
        if let known = memo.withLock({ $0.joint(place, user) }) { return known }
        let point = layout.geographic(place)
        guard let found = routes.joint(point, for: user) else { return nil }
        memo.withLock { $0.keep(found, place, user) }
        return found
    }

    /// The straight way between two places that are as near to each other as both are to their streets.
    func short(
        _ start: Place, _ from: StreetJoint, _ end: Place, _ to: StreetJoint, _ user: StreetUser
    ) -> RoadLabel? {
        let metres = start.distance(to: end).inMetres
        guard metres <= from.metres + to.metres else { return nil }
        return routes.stub(StreetJoint(arcs: [], metres: metres), user)
    }

    /// What the network's times on foot are multiplied by in this city.
    private var walkingFactor: Double { RoadRoutes.walkingSpeed / 3.6 / use.walkingSpeed }

    func time(_ short: RoadLabel, _ user: StreetUser) -> TimeSpan {
        let factor = user == .foot ? walkingFactor : 1
        return .milliseconds(Int(Int64(nearest: Double(short.milliseconds) * factor)))
    }

    /// The quickest way by a metric. Its arcs cost a tenth of the search, and whoever asks what a drive takes often drives it then.
    private func way(
        _ from: StreetJoint, _ to: StreetJoint, _ start: Place, _ end: Place, _ user: StreetUser, _ metric: RoadMetric
    ) -> RoadWay? {
        if let known = memo.withLock({ $0.way(start, end, metric.number) }) { return known }
        guard let found = routes.way(from: from, to: to, user, metric) else { return nil }
        memo.withLock { $0.keep(found, start, end, metric.number) }
        return found
    }

    /// The quickest way by the times of an instant, and the metric that says so.
    private func way(
        _ query: RouteQuery, _ start: StreetJoint, _ end: StreetJoint, _ user: StreetUser, _ now: Situation
    ) -> (way: RoadWay, metric: RoadMetric)? {
        var metrics = [now.passing]
        if let closed = now.closed, !(start.arcs + end.arcs).contains(where: { closed.arcs[$0.arc] }) {
            metrics.insert(now.metric, at: 0)
        }
        for metric in metrics {
            if let found = way(start, end, query.start, query.end, user, metric) { return (found, metric) }
        }
        return nil
    }

    /// The least arrival over the start and all later instants at which something changes.
    private func best(
        _ query: RouteQuery, _ start: StreetJoint, _ end: StreetJoint, _ user: StreetUser, isRaining: Bool,
        isClosed: Bool
    ) -> (milliseconds: Int64, way: RoadWay, metric: RoadMetric, factor: Double)? {
        let now = situation(user, at: query.leaving, isRaining: isRaining, isClosed: isClosed)
        guard let first = way(query, start, end, user, now) else { return nil }
        let stubs = routes.stub(start, user) + routes.stub(end, user)
        var best = (
            milliseconds: milliseconds(first.way.label, now.factor, stubs, user), first.way, first.metric,
            now.factor
        )
        lookAhead(of: now, user, leaving: query.leaving, isRaining: isRaining, isClosed: isClosed) {
            best.milliseconds
        } _: { next, wait in
            guard let later = way(query, start, end, user, next) else { return }
            let arrival = wait + milliseconds(later.way.label, next.factor, stubs, user)
            if arrival < best.milliseconds { best = (arrival, later.way, later.metric, next.factor) }
        }
        return best
    }

    /// What everything takes at each later instant at which that changes, with the milliseconds until then, as long as somebody who left
    /// at once is still on the way: `longest` says how many milliseconds that takes (D-20).
    func lookAhead(
        of first: Situation, _ user: StreetUser, leaving: CityTime, isRaining: Bool, isClosed: Bool,
        longest: () -> Int64?, _ body: (_ next: Situation, _ wait: Int64) -> Void
    ) {
        var now = first
        var instant = nextChange(after: leaving)
        while let longest = longest(), instant - leaving < .milliseconds(Int(longest)) {
            let next = situation(user, at: instant, isRaining: isRaining, isClosed: isClosed)
            if next.metric.number != now.metric.number || next.factor != now.factor {
                body(next, ((instant - leaving).nanoseconds + 999_999) / 1_000_000)
            }
            now = next
            instant = nextChange(after: instant)
        }
    }

    /// What a way takes when the streets between its stubs take so many times as long: traffic and rain are on streets.
    func milliseconds(_ label: RoadLabel, _ factor: Double, _ stubs: RoadLabel, _ user: StreetUser) -> Int64 {
        guard factor != 1 else { return Int64(label.milliseconds) }
        let stubs = user == .foot ? 0 : stubs.milliseconds
        return Int64(stubs) + Int64(nearest: Double(label.milliseconds - stubs) * factor)
    }

    /// What no way between stubs takes which a limit allows after a wait of so many milliseconds, by the times of an instant; nil where
    /// anything may be.
    func bound(_ limit: TravelLimit, _ wait: Int64, _ user: StreetUser, _ now: Situation) -> RoadLabel? {
        // Nobody knows whether a way around what is closed is a long one or none, before it is found.
        guard now.closed == nil else { return nil }
        var most = Double.infinity
        if let longest = limit.duration { most = (longest.inSeconds * 1000 - Double(wait) + 1) / now.factor }
        // A length is a time, that of so much on the slowest street, of those for whom it is the same at all times.
        if let longest = limit.distance, user == .foot || user == .bicycle {
            most = min(most, (Double(longest.millimetres) + 2) * now.metric.slowest + 2)
        }
        guard most < 1e9 else { return nil }
        return RoadLabel(milliseconds: UInt32(max(0, most)) + 1, millimetres: 0)
    }

    // MARK: - Times

    func situation(_ user: StreetUser, at time: CityTime, isRaining: Bool, isClosed: Bool) -> Situation {
        let week = WeekTime(day: time.weekday, milliseconds: time.sinceMidnight.nanoseconds / 1_000_000)
        // Neither traffic nor rain holds up people on foot and on bicycles.
        guard user != .foot, user != .bicycle else {
            let metric = routes.times.metric(user)
            return Situation(
                metric: metric, passing: metric, factor: user == .foot ? walkingFactor : 1, closed: nil)
        }
        let factor = 1 / (use.traffic[time] * (isRaining ? rain(at: time) : 1))
        if isClosed, let closed = closed(at: time, user) {
            let passing = routes.times.metric(user, at: week, closed: closed, isPassed: true)
            return Situation(
                metric: user == .siren ? passing : routes.times.metric(user, at: week, closed: closed, isPassed: false),
                passing: passing, factor: factor, closed: closed)
        }
        let metric = routes.times.metric(user, at: week)
        return Situation(metric: metric, passing: metric, factor: factor, closed: nil)
    }

    private func rain(at time: CityTime) -> Double {
        use.changes.reduce(1) { $1.from <= time && time < $1.until ? $0 * $1.factor : $0 }
    }

    /// The next instant at which what streets take may change.
    func nextChange(after time: CityTime) -> CityTime {
        var next = CityTime.never
        if hasHours {
            let hour = time.sinceMidnight.nanoseconds / 3_600_000_000_000 + 1
            next = time.midnight + .hours(Int(hour))
        }
        return instants.first { $0 > time }.map { min($0, next) } ?? next
    }

    /// The streets that are closed at an instant; nil where none are, or none for this user.
    private func closed(at time: CityTime, _ user: StreetUser) -> RoadTimes.ClosedStreets? {
        let open = use.closures.indices.filter { index in
            let closure = use.closures[index]
            return closure.from <= time && time < closure.until && (user != .siren || closure.emergencyDetour > 1)
        }
        guard !open.isEmpty else { return nil }
        let key = [user == .siren ? 1 : 0] + open
        return closings.withLock { closings in
            if let known = closings[key] { return known }
            let made = closedStreets(open.map { use.closures[$0] }, user)
            closings[key] = made
            return made
        }
    }

    /// An arc is closed when a quarter, the middle or three quarters of it lie in a closed zone: its ends may lie on a border.
    private func closedStreets(_ closures: [ZoneClosure], _ user: StreetUser) -> RoadTimes.ClosedStreets {
        let graph = routes.times.search.graph
        let network = graph.network
        var arcs = [Bool](repeating: false, count: network.arcCount)
        var factors = [Double](repeating: 1, count: network.arcCount)
        for arc in 0..<network.arcCount {
            let (tail, head) = (places[Int(network.tails[arc])], places[Int(network.heads[arc])])
            let zones = [0.25, 0.5, 0.75].map { layout.zone(at: tail.along($0, to: head)) }
            for closure in closures where zones.contains(where: { $0.map(closure.zones.contains) ?? false }) {
                arcs[arc] = true
                factors[arc] = max(factors[arc], user == .siren ? closure.emergencyDetour : closure.detour)
            }
        }
        return RoadTimes.ClosedStreets(number: graph.nextMetric(), arcs: arcs, factors: factors)
    }

    // MARK: - On the map

    /// The point of an arc behind a share of it.
    private func point(_ arc: Int, _ share: Double) -> Place {
        let network = routes.times.search.graph.network
        let (tail, head) = (places[Int(network.tails[arc])], places[Int(network.heads[arc])])
        // The nodes themselves are exact.
        return share == 0 ? tail : share == 1 ? head : tail.along(share, to: head)
    }

    /// The points of a way with time and length: the street's point, the nodes, the street's point at the end, the place.
    private func steps(
        of way: RoadWay, _ from: StreetJoint, to end: Place, _ to: StreetJoint, _ user: StreetUser,
        _ metric: RoadMetric,
        _ factor: Double
    ) -> [Step] {
        let millimetres = routes.times.search.graph.network.millimetres
        var done = routes.stub(from, user)
        var steps: [Step] = []
        steps.reserveCapacity(way.arcs.count + 3)
        func add(_ place: Place) {
            steps.append(Step(place, milliseconds: done.milliseconds, millimetres: done.millimetres))
        }
        for (index, arc) in way.arcs.enumerated() {
            let begin = index == 0 ? way.firstShare : 0
            let finish = index == way.arcs.count - 1 ? way.lastShare : 1
            if index == 0 { add(point(arc, begin)) }
            let share = max(0, finish - begin)
            done =
                done
                + RoadLabel(
                    milliseconds: UInt32((Double(metric.milliseconds(arc) ?? 0) * share * factor).rounded()),
                    millimetres: UInt32((Double(millimetres[arc]) * share).rounded()))
            add(point(arc, finish))
        }
        done = done + routes.stub(to, user)
        add(end)
        return steps
    }
}
