// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Testing

/// Journeys of several legs, and who is where on them.
@Suite struct JourneyTests {
    private let grid = GridLayout(
        rows: 2, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.19, latitude: 45.46))
    private let start = Place(metresEast: 500, north: 500)
    private let corner = Place(metresEast: 2500, north: 500)
    private let end = Place(metresEast: 2500, north: 1500)

    /// 2 km east in 100 s and, at half the pace, 1 km north in 100 s.
    private var streets: Journey {
        Journey([
            Leg(.drive, from: start, to: corner, .metres(2000), .seconds(100)),
            Leg(.drive, from: corner, to: end, .metres(1000), .seconds(100)),
        ])
    }

    @Test("A journey is as long as its legs, and a taxi on it where its legs lead")
    func places() {
        let path = streets.path
        #expect(streets.distance == .metres(3000) && streets.duration == .seconds(200))
        #expect(path.place(at: 0) == start && path.place(at: 1) == end)
        #expect(path.place(at: 0.25) == Place(metresEast: 1500, north: 500))
        #expect(path.place(at: 0.5) == corner)
        #expect(path.place(at: 0.75) == Place(metresEast: 2500, north: 1000))
        #expect(abs(path.length(at: 0.25) - 1.0 / 3) < 1e-9 && abs(path.length(at: 0.75) - 2.5 / 3) < 1e-9)
        #expect(path.line == 3_000_000)
    }

    @Test(
        "The steps of one leg are asked by who sets out, and say how time and length go on; a slow leg is slow on all of them"
    )
    func steps() {
        let (corner, end) = (corner, end)
        // 2.2 km in 50 s, then 1.1 km in 100 s; the leg takes twice as long.
        let journey = Journey([
            Leg(.drive, from: start, to: end, .metres(3300), .seconds(300)) {
                [
                    Step(corner, milliseconds: 50_000, millimetres: 2_200_000),
                    Step(end, milliseconds: 150_000, millimetres: 3_300_000),
                ]
            }
        ])
        #expect(journey.legs.count == 1 && journey.distance == .metres(3300))
        #expect(journey.path.place(at: 1.0 / 6) == Place(metresEast: 1500, north: 500))
        #expect(journey.path.place(at: 1.0 / 3) == corner)
        #expect(journey.path.place(at: 2.0 / 3) == Place(metresEast: 2500, north: 1000))
        #expect(abs(journey.path.length(at: 1.0 / 6) - 1.0 / 3) < 1e-9)
        #expect(abs(journey.path.length(at: 2.0 / 3) - 2.5 / 3) < 1e-9)
        #expect(journey.with(duration: .seconds(30)).path.place(at: 1.0 / 3) == corner)
    }

    @Test("Borders are met where the path leads, not on the straight line")
    func crossings() {
        let straight = Journey(
            straight: RouteQuery(from: start, to: end, leaving: .epoch), .metres(3000), .seconds(200))
        #expect(straight.path.crossings(in: grid) == grid.crossings(from: start, to: end))
        #expect(straight.path.crossings(in: grid).map(\.zone) == [ZoneID(2), ZoneID(5), ZoneID(6)])
        #expect(
            streets.path.crossings(in: grid) == [
                ZoneCrossing(share: 0.125, zone: ZoneID(2)), ZoneCrossing(share: 0.375, zone: ZoneID(3)),
                ZoneCrossing(share: 0.75, zone: ZoneID(6)),
            ])
    }

    @Test("What is left of the way is measured from the nearest point of it; near the end is as the crow flies")
    func rest() {
        let path = streets.path
        #expect(path.shareLeft(from: start) == 1 && path.shareLeft(from: end) == 0)
        #expect(path.shareLeft(from: Place(metresEast: 1500, north: 480)) == 0.75)
        #expect(path.shareLeft(from: Place(metresEast: 2520, north: 1000)) == 0.25)
        #expect(abs(path.share(within: .metres(100)) - 0.95) < 1e-6)
        #expect(path.place(at: path.share(within: .metres(100))).distance(to: end) <= .metres(100))
        #expect(path.share(within: .metres(5000)) == 0)
    }

    @Test("Another time or length is shared out over the legs")
    func changed() {
        let slower = streets.with(distance: .metres(6000), duration: .seconds(301))
        #expect(slower.distance == .metres(6000) && slower.duration == .seconds(301))
        #expect(slower.legs.map(\.distance) == [.metres(4000), .metres(2000)])
        #expect(slower.legs.map(\.duration) == [.milliseconds(150_500), .milliseconds(150_500)])
        #expect(slower.path.place(at: 0.25) == streets.path.place(at: 0.25))
    }

    /// A ferry that runs from 6:00 on.
    private final class Ferry: Router {
        func route(_ query: RouteQuery) -> Journey? {
            query.leaving.hourOfDay < 6 ? nil : Journey(straight: query, .metres(1000), .seconds(600))
        }
    }

    @Test("Who must go where there is no way waits for one")
    func wait() {
        let journey = Ferry().drive(from: start, to: end, leaving: .seconds(5 * 3600 + 1790))
        #expect(Ferry().route(RouteQuery(from: start, to: end, leaving: .epoch))?.duration == nil)
        #expect(journey.legs.map(\.mode) == [.wait, .drive])
        // To the minute: 6:00:50 is the first whole minute later at which it runs.
        #expect(journey.duration == .seconds(31 * 60 + 600) && journey.distance == .metres(1000))
        let share = 31.0 / 41
        #expect(journey.path.place(at: share / 2) == start && journey.path.length(at: share / 2) == 0)
        #expect(journey.path.place(at: (share + 1) / 2).distance(to: start.along(0.5, to: end)) <= .metres(0.002))
    }

    @Test("A closure is met by the way that is driven")
    func closure() {
        let closure = ZoneClosure(zones: [ZoneID(5)], from: .epoch, until: .seconds(60), detour: 2)
        let query = RouteQuery(from: start, to: end, leaving: .epoch)
        func time(_ router: any Router) -> TimeSpan? {
            TimedRouter(router, layout: grid, closures: [closure]).route(query)?.duration
        }
        #expect(time(Fixed(Journey(straight: query, .metres(3000), .seconds(200)))) == .seconds(400))
        #expect(time(Fixed(streets)) == .seconds(200))
    }

    private final class Fixed: Router {
        let journey: Journey
        init(_ journey: Journey) { self.journey = journey }
        func route(_ query: RouteQuery) -> Journey? { journey }
    }
}
