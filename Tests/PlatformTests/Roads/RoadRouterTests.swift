// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Testing

@testable import Roads

/// Routes of a city along streets: two rows of three corners, 100 m apart. Along the lower row a street of 10 s a block, along the
/// upper row one of 20 s a block, and 10 s up or down at both ends and in the middle; all go both ways.
///
///     3 --20-- 4 --20-- 5
///     |10      |10      |10
///     0 --10-- 1 --10-- 2
@Suite("Routes of a city along streets")
struct RoadRouterTests {
    /// Cells of 50 m, so that zones are parts of blocks: each street lies in the middle of a row or column of them.
    private static let layout = GridLayout(
        rows: 8, columns: 10, side: .metres(50), anchor: GeographicPoint(longitude: 10, latitude: 50))
    private static let monday = CityTime.epoch + .hours(24 * 4)

    private static func corner(_ node: Int) -> Place {
        Place(metresEast: Double(node % 3) * 100 + 125, north: Double(node / 3) * 100 + 125)
    }

    private static func draft(_ block: (Int, Int) -> UInt32) -> StreetDraft {
        var draft = StreetDraft()
        for node in 0..<6 {
            let point = layout.geographic(corner(node))
            draft.place(node, longitude: point.longitude, latitude: point.latitude)
        }
        var edge: Int64 = 0
        for (from, to) in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)] {
            for ends in [(from, to), (to, from)] {
                draft.add(
                    from: ends.0, to: ends.1, millimetres: 100_000, edge: edge, times: draft.same(block(from, to)))
                edge += 1
            }
        }
        return draft
    }

    private static func router(
        _ use: RoadRouter.Use = RoadRouter.Use(),
        _ block: (Int, Int) -> UInt32 = { from, _ in from >= 3 ? 20_000 : 10_000 }
    ) throws -> RoadRouter {
        let routes = RoadRoutes(RoadTimes(RoadSearch(try RoadFile(draft(block).network()).graph)))
        return RoadRouter(routes, layout: layout, use: use, straight: StraightRouter(freeSpeed: 10))
    }

    /// A place on a row, metres east of its first corner.
    private static func at(_ metres: Double, row: Int = 0, aside: Double = 0) -> Place {
        Place(metresEast: 125 + metres, north: 125 + Double(row) * 100 + aside)
    }

    private func drive(
        _ router: RoadRouter, _ start: Place, _ end: Place, at seconds: Double = 0, user: RoadUser = .licensed
    ) throws -> Journey {
        try #require(
            router.route(RouteQuery(from: start, to: end, leaving: Self.monday + .seconds(seconds), user: user)))
    }

    /// To a hundredth: positions on the globe are whole ten-millionths of a degree.
    private func near(_ time: TimeSpan, _ seconds: Double) -> Bool { abs(time.inSeconds - seconds) < 0.011 }

    @Test(
        "time, length and line are those of the quickest way along the streets, with straight stubs of 10 km/h at its ends"
    )
    func way() throws {
        let router = try Self.router()
        // 36 m aside of the upper row's first block: 13 s; half of it; down; along the lower row; up; half a block.
        let (start, end) = (Self.at(50, row: 1, aside: 36), Self.at(150, row: 1))
        let journey = try drive(router, start, end)
        #expect(near(journey.duration, 12.96 + 10 + 10) && journey.start == start && journey.end == end)
        #expect(abs(journey.distance.inMetres - 136) < 0.05)
        let path = journey.path
        #expect(path.place(at: 0) == start && path.place(at: 1) == end)
        #expect(path.place(at: 12.96 / 32.96).distance(to: Self.at(50, row: 1)).inMetres < 0.06)
        #expect(path.place(at: 22.96 / 32.96).distance(to: Self.corner(4)).inMetres < 0.06)
        #expect(abs(path.length(at: 12.96 / 32.96) - 36.0 / 136) < 0.001)
        // From end to end the lower row is quicker: 10 + 20 + 10 s and 400 m, where the upper one takes 40 s and 200 m.
        let across = try drive(router, Self.corner(3), Self.corner(5))
        #expect(near(across.duration, 40) && abs(across.distance.inMetres - 200) < 0.05)
        let faster = try drive(
            try Self.router { from, _ in from >= 3 ? 21_000 : 10_000 }, Self.corner(3), Self.corner(5))
        #expect(near(faster.duration, 40) && abs(faster.distance.inMetres - 400) < 0.05)
        #expect(faster.path.place(at: 0.25).distance(to: Self.corner(0)).inMetres < 0.06)
        #expect(faster.path.place(at: 0.5).distance(to: Self.corner(1)).inMetres < 0.06)
        #expect(faster.path.crossings(in: Self.layout).count > across.path.crossings(in: Self.layout).count)
    }

    @Test("who is there is there; two places nearer to each other than to their streets are joined by a straight line")
    func short() throws {
        let router = try Self.router()
        let place = Self.at(50, aside: 40)
        #expect(try drive(router, place, place).duration == .zero)
        let beside = Self.at(80, aside: 40)
        #expect(near(try drive(router, place, beside).duration, 10.8))
        #expect(try drive(router, place, beside).distance == .metres(30))
        #expect(router.distance(from: place, to: beside) == .metres(30))
    }

    @Test("on foot at the city's walking speed; a network without streets for walkers leaves them the straight line")
    func foot() throws {
        let router = try Self.router(.init(walkingSpeed: 2 * 5 / 3.6))
        let walk = router.walk(from: Self.corner(0), to: Self.corner(2), leaving: Self.monday)
        // The tables' times are everybody's, and made for 5 km/h.
        #expect(near(walk.duration, 10) && abs(walk.distance.inMetres - 200) < 0.05)
    }

    @Test(
        "D-20: at the end of a slow hour nobody arrives earlier by leaving later, and who would is slowed until the hour ends"
    )
    func hours() throws {
        var traffic = [Double](repeating: 1, count: 24)
        traffic[0] = 0.1
        let router = try Self.router(.init(traffic: DayProfile(traffic)))
        let (start, end) = (Self.corner(0), Self.corner(2))
        #expect(near(try drive(router, start, end, at: 0).duration, 200))
        #expect(near(try drive(router, start, end, at: 3600).duration, 20))
        // 100 s before one o'clock: 200 s by the slow hour, 100 + 20 s by the next one.
        #expect(near(try drive(router, start, end, at: 3500).duration, 120))
        var last = CityTime.epoch
        for second in stride(from: 3300.0, through: 3700, by: 7) {
            let arrival = Self.monday + .seconds(second) + (try drive(router, start, end, at: second)).duration
            #expect(arrival >= last, "\(second) s")
            last = arrival
        }
    }

    @Test("rain makes all drives slower until it ends, and its cost is told apart from that of closures")
    func rain() throws {
        let rain = SpeedChange(from: Self.monday, until: Self.monday + .seconds(600), factor: 0.5)
        let router = try Self.router(.init(changes: [rain]))
        let query = RouteQuery(from: Self.corner(0), to: Self.corner(2), leaving: Self.monday, user: .licensed)
        #expect(near(try #require(router.route(query)).duration, 40))
        #expect(near(router.slowed(query), 20) && router.heldUp(query) == .zero)
        var later = query
        later.leaving = Self.monday + .seconds(590)
        // The rain ends on the way: 10 s, then the dry 20 s.
        #expect(near(try #require(router.route(later)).duration, 30))
        later.leaving = Self.monday + .seconds(600)
        #expect(near(try #require(router.route(later)).duration, 20) && router.slowed(later) == .zero)
    }

    @Test(
        "a closed zone is passed by: who begins or ends in it goes slowly, a siren goes through, and without a way around all do"
    )
    func closures() throws {
        // The cell in the middle of the lower row's first block.
        let zone = try #require(Self.layout.zone(at: Self.at(50)))
        let closure = ZoneClosure(
            zones: [zone], from: Self.monday, until: Self.monday + .hours(1), detour: 3, emergencyDetour: 1)
        let router = try Self.router(.init(closures: [closure]))
        func query(_ start: Place, _ end: Place, _ user: RoadUser = .licensed) -> RouteQuery {
            RouteQuery(from: start, to: end, leaving: Self.monday, user: user)
        }
        let across = query(Self.corner(0), Self.corner(2))
        // Corner 0 is the end of a closed street, whose arcs it joins: the place itself lies outside, on the street up.
        let around = try #require(router.route(query(Self.at(0, aside: 30), Self.corner(2))))
        #expect(near(around.duration, 7 + 20 + 10 + 10))
        #expect(near(router.heldUp(query(Self.at(0, aside: 30), Self.corner(2))), 47 - 23))
        #expect(near(try #require(router.route(query(Self.at(0, aside: 30), Self.corner(2), .siren))).duration, 23))
        #expect(router.heldUp(query(Self.at(0, aside: 30), Self.corner(2), .siren)) == .zero)
        // From the middle of the closed block: three times as slow to its end.
        #expect(near(try #require(router.route(query(Self.at(50), Self.corner(2)))).duration, 15 + 10))
        #expect(near(router.heldUp(query(Self.at(50), Self.corner(2))), 10))
        var late = across
        late.leaving = Self.monday + .hours(1)
        #expect(near(try #require(router.route(late)).duration, 20) && router.heldUp(late) == .zero)
        // All streets closed: slowly through.
        let all = ZoneClosure(
            zones: Self.layout.zones.map(\.id), from: Self.monday, until: Self.monday + .hours(1), detour: 3)
        #expect(near(try #require(try Self.router(.init(closures: [all])).route(across)).duration, 60))
    }

    @Test("lengths for fees are those of the quickest way on empty streets, whatever the hour")
    func lengths() throws {
        let router = try Self.router { from, _ in from >= 3 ? 21_000 : 10_000 }
        #expect(abs(router.distance(from: Self.corner(3), to: Self.corner(5)).inMetres - 400) < 0.05)
    }

    @Test("many starts at once take what each takes by itself, around an hour's end too", arguments: 0..<40)
    func many(_ seed: Int) throws {
        var numbers = SplitMix64(seed: seed)
        let times = (0..<20).map { _ in UInt32(numbers.number(1_000...60_000)) }
        var traffic = [Double](repeating: 1, count: 24)
        traffic[0] = 0.3
        let router = try Self.router(.init(traffic: DayProfile(traffic))) { times[$0 * 3 + $1] }
        func place() -> Place {
            Place(metresEast: Double(numbers.number(85...365)), north: Double(numbers.number(85...265)))
        }
        for second in [0.0, 3500, 3590, 3600] {
            let end = place()
            let starts = [end] + (0..<12).map { _ in place() }
            let leaving = Self.monday + .seconds(second)
            let found = router.times(to: end, from: starts, leaving: leaving, isApproach: true, user: .licensed)
            for (start, time) in zip(starts, found) {
                #expect(time == (try drive(router, start, end, at: second)).duration, "\(start) to \(end)")
            }
        }
    }

    @Test(
        "places made ready take what each takes by itself: both ways, all modes, in rain, around hours and closed streets",
        arguments: 0..<40)
    func prepared(_ seed: Int) throws {
        var numbers = SplitMix64(seed: seed + 400)
        let times = (0..<20).map { _ in UInt32(numbers.number(1_000...60_000)) }
        var traffic = [Double](repeating: 1, count: 24)
        traffic[0] = 0.3
        func place() -> Place {
            Place(metresEast: Double(numbers.number(85...365)), north: Double(numbers.number(85...265)))
        }
        let use = RoadRouter.Use(
            traffic: DayProfile(traffic),
            changes: [
                SpeedChange(from: Self.monday + .seconds(3400), until: Self.monday + .seconds(3550), factor: 0.5)
            ],
            closures: [
                ZoneClosure(
                    zones: [try #require(Self.layout.zone(at: Self.at(50)))], from: Self.monday + .seconds(3500),
                    until: Self.monday + .seconds(3620), detour: 3)
            ])
        let router = try Self.router(use) { times[$0 * 3 + $1] }
        let places = (0..<12).map { _ in place() }
        let set = ApproachRouter(router).prepared(places)
        for second in [0.0, 3390, 3500, 3590, 3610, 3620] {
            let one = seed % 2 == 0 ? place() : places[3]
            let leaving = Self.monday + .seconds(second)
            for (mode, user) in [(.drive, .licensed), (.drive, .siren), (.cycle, .car), (.walk, .car)]
                as [(TravelMode, RoadUser)]
            {
                let away = set.costs(from: one, leaving: leaving, by: mode, user: user, within: TravelLimit())
                let back = set.costs(to: one, leaving: leaving, by: mode, user: user, within: TravelLimit())
                #expect(away.map(\.place) == Array(places.indices) && back.map(\.place) == Array(places.indices))
                for (index, place) in places.enumerated() {
                    for (cost, start, end) in [(away[index].cost, one, place), (back[index].cost, place, one)] {
                        let query = RouteQuery(from: start, to: end, leaving: leaving, by: mode, user: user)
                        let journey = try #require(router.route(query))
                        #expect(cost == TravelCost(journey.duration, journey.distance), "\(query)")
                    }
                }
                // Within a limit the same is found, and nothing beyond it.
                for _ in 0..<4 {
                    let limit = TravelLimit(
                        duration: numbers.below(3) == 0 ? nil : .milliseconds(numbers.number(0...200_000)),
                        distance: numbers.below(2) == 0 ? nil : .metres(numbers.number(0...400)))
                    let near = set.costs(from: one, leaving: leaving, by: mode, user: user, within: limit)
                    #expect(near == away.filter { limit.allows($0.cost) }, "\(one), \(limit)")
                    let late = set.costs(to: one, leaving: leaving, by: mode, user: user, within: limit)
                    #expect(late == back.filter { limit.allows($0.cost) }, "\(one), \(limit)")
                }
            }
        }
    }

    @Test("a path goes on with time and length as its streets say, and ends at the place itself", arguments: 0..<40)
    func steps(_ seed: Int) throws {
        var numbers = SplitMix64(seed: seed + 900)
        let times = (0..<20).map { _ in UInt32(numbers.number(1_000...60_000)) }
        let router = try Self.router { times[$0 * 3 + $1] }
        for _ in 0..<20 {
            let start = Place(metresEast: Double(numbers.number(85...365)), north: Double(numbers.number(85...265)))
            let end = Place(metresEast: Double(numbers.number(85...365)), north: Double(numbers.number(85...265)))
            let journey = try drive(router, start, end)
            let path = journey.path
            #expect(path.place(at: 0) == start && path.place(at: 1) == end)
            // The line on the map is the way as driven, but for the rounding of nodes.
            #expect(abs(path.line / 1000 - journey.distance.inMetres) < 0.3, "\(start) to \(end)")
            var (last, length) = (start, 0.0)
            for part in 1...50 {
                let share = Double(part) / 50
                #expect(path.length(at: share) >= length)
                let moved = (path.length(at: share) - length) * journey.distance.inMetres
                #expect(last.distance(to: path.place(at: share)).inMetres <= moved + 0.3)
                (last, length) = (path.place(at: share), path.length(at: share))
            }
        }
    }

    @Test(
        "a drive may leave the zones only where a street does, or the way to it; where none does, none of many drives leaves them"
    )
    func leaving() throws {
        let router = try Self.router()
        func grid(rows: Int) -> GridLayout {
            GridLayout(
                rows: rows, columns: 10, side: .metres(50), anchor: GeographicPoint(longitude: 10, latitude: 50))
        }
        let places = (0..<200).map { Self.at(Double($0), row: $0 % 2, aside: Double($0 % 24)) }
        // The upper row lies 225 m north of the corner of all of them.
        #expect(!router.mayLeave(grid(rows: 5), between: places) && router.mayLeave(grid(rows: 4), between: places))
        #expect(router.mayLeave(grid(rows: 5), between: places + [Self.at(50, row: 1, aside: 30)]))
        for (start, end) in zip(places, places.reversed()) {
            let journey = try drive(router, start, end)
            #expect(journey.path.crossings(in: grid(rows: 5)).allSatisfy { $0.zone != nil })
        }
        #expect(StraightRouter(freeSpeed: 10).mayLeave(grid(rows: 5), between: []))
    }
}
