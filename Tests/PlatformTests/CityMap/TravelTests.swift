// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Testing

@Suite struct TravelTests {
    private let grid = GridLayout(
        rows: 1, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.19, latitude: 45.46))
    private let west = Place(metresEast: 500, north: 500)
    private let east = Place(metresEast: 2500, north: 500)

    /// What is asked of a way here.
    private struct Way: Equatable {
        let distance: Distance
        let duration: TimeSpan

        init(distance: Distance, duration: TimeSpan) {
            self.distance = distance
            self.duration = duration
        }

        init(_ journey: Journey) { self.init(distance: journey.distance, duration: journey.duration) }
    }

    private func walk(_ travel: any Router) -> Way { Way(travel.walk(from: west, to: east, leaving: .epoch)) }

    @Test("TAXI-CALL-15: 3000 m at 10 m/s and factor 0.5, asked at t = 0: the ETA is t = 600 s")
    func arrival() {
        var factors = [Double](repeating: 1, count: 24)
        factors[0] = 0.5
        let travel = StraightRouter(freeSpeed: 10, trafficFactors: DayProfile(factors))
        let end = Place(metresEast: 1800, north: 2400)
        let leg = Way(travel.drive(from: .origin, to: end, leaving: .seconds(0)))
        #expect(leg == Way(distance: .metres(3000), duration: .seconds(600)))
        #expect(CityTime.seconds(0) + leg.duration == .seconds(600))
        // The hour of departure decides, to its last nanosecond.
        let last = CityTime(nanoseconds: 3_599_999_999_999)
        #expect(travel.drive(from: .origin, to: end, leaving: last).duration == .seconds(600))
        #expect(travel.drive(from: .origin, to: end, leaving: .seconds(3600)).duration == .seconds(300))
        #expect(travel.drive(from: .origin, to: end, leaving: .seconds(86_400)).duration == .seconds(600))
    }

    @Test("circuity lengthens drives and walks; durations are whole milliseconds")
    func circuity() {
        let travel = StraightRouter(freeSpeed: 7, circuity: 1.3, walkingSpeed: 1.3)
        let end = Place(metresEast: 0, north: 1000)
        #expect(travel.distance(from: .origin, to: end) == .metres(1300))
        let drive = Way(travel.drive(from: .origin, to: end, leaving: .epoch))
        #expect(drive == Way(distance: .metres(1300), duration: .milliseconds(185_714)))
        #expect(
            Way(travel.walk(from: .origin, to: end, leaving: .epoch))
                == Way(distance: .metres(1300), duration: .seconds(1000)))
        #expect(Way(travel.drive(from: end, to: end, leaving: .epoch)) == Way(distance: .zero, duration: .zero))
    }

    @Test("a table gives the time of the period of departure, the fallback what is missing")
    func table() throws {
        let csv = """
            from_zone,to_zone,period_start_hour,seconds,metres
            1,3,7,400.5,2600
            1,3,10,300,
            3,1,10,"310",2700

            """
        let table = try TravelTable(csv: csv, fileName: "t.csv", zones: grid.zones.map(\.id))
        #expect(table.periodStarts == [7, 10])
        let travel = TableRouter(table, layout: grid, fallback: StraightRouter(freeSpeed: 10))
        func drive(_ start: Place, _ end: Place, _ hour: Int) -> Way {
            Way(travel.drive(from: start, to: end, leaving: .seconds(hour * 3600)))
        }
        #expect(drive(west, east, 7) == Way(distance: .metres(2600), duration: .milliseconds(400_500)))
        #expect(drive(west, east, 9).duration == .milliseconds(400_500))
        #expect(drive(west, east, 10) == Way(distance: .metres(2600), duration: .seconds(300)))
        #expect(drive(west, east, 23).duration == .seconds(300))
        // The last period lasts over midnight.
        #expect(drive(west, east, 6).duration == .seconds(300))
        #expect(drive(east, west, 7) == Way(distance: .metres(2700), duration: .seconds(200)))
        #expect(drive(west, Place(metresEast: 1500, north: 500), 7).duration == .seconds(100))
        #expect(drive(west, Place(metresEast: -500, north: 500), 7).duration == .seconds(100))
        #expect(drive(west, west, 7) == Way(distance: .zero, duration: .zero))
        #expect(travel.distance(from: west, to: east) == .metres(2600))
        #expect(travel.walk(from: west, to: east, leaving: .epoch).distance == .metres(2000))
    }

    @Test("every fault of a table is reported with line and column")
    func tableProblems() throws {
        func problems(_ csv: String) -> [InputProblem] {
            do throws(InputErrors) {
                _ = try TravelTable(csv: csv, fileName: "t.csv", zones: grid.zones.map(\.id))
                return []
            } catch {
                return error.problems
            }
        }
        let found = problems(
            """
            to_zone,from_zone,period_start_hour,seconds,metres\r
            1,2,7,60,1000\r
            9,2,7,60,1000\r
            1,x,24,60,1000\r
            1,3,7.5,-5,\r
            1,2,7,70,1000\r
            1,2,8,70,1001\r
            1,3\r
            1,3,8,70,1000,2\r
            2,1,8,0,1000\r
            2,1,9,3,1000\r
            """)
        #expect(found.map(\.location.line) == [3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11])
        #expect(found.map(\.location.column) == [1, 3, 5, 5, 9, 3, 10, 1, 1, 7, 7])
        #expect(
            found.suffix(5).map(\.message) == [
                "the distance differs from that in line 6; it must be the same at all hours",
                "the line has 2 cells, but the header has 5", "the line has 6 cells, but the header has 5",
                "seconds \"0\" is not a number from 1 to 1000000",
                "1000 m in 3 s are 1200 km/h; allowed: at most 200 km/h",
            ])
        #expect(found.first?.message == "to_zone \"9\" is not a zone of the layout")
        #expect(
            problems("from_zone,seconds,seconds\n1,0,1\n").map(\.message) == [
                "there is no column `to_zone`; the columns of a table of travel times are from_zone, to_zone, seconds, "
                    + "period_start_hour, metres, of which the first 3 are required",
                "the column `seconds` appears twice",
            ])
        #expect(
            problems("from_zone,to_zone,second,metre\n1,2,30,400\n").map(\.message) == [
                "unknown column `second` in a table of travel times; allowed: from_zone, to_zone, seconds, "
                    + "period_start_hour, metres; did you mean `seconds`?"
            ])
        let doubted = try TravelTable(
            csv: "from_zone,to_zone,seconds,metre,note\n1,2,30,400,x\n", fileName: "t.csv", zones: grid.zones.map(\.id))
        #expect(doubted.doubts.map(\.location.column) == [27, 33])
        #expect(
            doubted.doubts.map(\.message) == [
                "the column `metre` is unknown and ignored; allowed: from_zone, to_zone, seconds, period_start_hour, "
                    + "metres; did you mean `metres`?",
                "the column `note` is unknown and ignored; allowed: from_zone, to_zone, seconds, period_start_hour, "
                    + "metres",
            ])
        #expect(problems("").map(\.message) == ["the file is empty; a header line is needed"])
        #expect(problems("from_zone,to_zone,seconds\n").map(\.message) == ["the table has no rows"])
        #expect(problems("from_zone,to_zone,seconds\n1,2,30\n").isEmpty)
        #expect(problems("from_zone,to_zone,seconds\n1,2,nan\n").count == 1)
        #expect(found.first?.description == "t.csv:3:1: error: to_zone \"9\" is not a zone of the layout")
    }

    @Test("the ways that a table leaves out are counted, those inside a zone not")
    func unknownPairs() throws {
        func ways(_ csv: String) throws -> TravelTable.UnknownPairs? {
            try TravelTable(
                csv: "from_zone,to_zone,period_start_hour,seconds\n" + csv, fileName: "t.csv",
                zones: [ZoneID(1), ZoneID(4)]
            ).unknownPairs
        }
        #expect(try ways("1,4,0,60\n4,1,0,60\n") == nil)
        let some = try #require(try ways("1,4,0,60\n"))
        #expect(some.count == 1 && some.all == 2 && some.from == ZoneID(4) && some.to == ZoneID(1))
        // A period is a table of its own.
        #expect(try ways("1,4,0,60\n4,1,0,60\n1,4,7,90\n")?.from == ZoneID(4))
    }

    @Test("rain slows departures inside its window, and factors multiply")
    func rain() {
        let travel = TimedRouter(
            StraightRouter(freeSpeed: 10), layout: grid,
            changes: [
                SpeedChange(from: .seconds(100), until: .seconds(200), factor: 0.8),
                SpeedChange(from: .seconds(150), until: .seconds(300), factor: 0.5),
            ])
        let times = [99, 100, 149, 150, 199, 200, 299, 300].map {
            travel.drive(from: west, to: east, leaving: .seconds($0)).duration
        }
        #expect(times == [200, 250, 250, 500, 500, 400, 400, 200].map { TimeSpan.seconds($0) })
        #expect(walk(travel) == walk(StraightRouter(freeSpeed: 10)))
    }

    @Test("a closed zone makes drives that touch it longer in time, and no others")
    func closures() {
        let middle = Place(metresEast: 1500, north: 500)
        let travel = TimedRouter(
            StraightRouter(freeSpeed: 10), layout: grid,
            closures: [
                ZoneClosure(zones: [ZoneID(2)], from: .seconds(0), until: .seconds(60), detour: 1.5),
                ZoneClosure(zones: [ZoneID(3), ZoneID(2)], from: .seconds(30), until: .seconds(60), detour: 2),
            ])
        func time(_ start: Place, _ end: Place, _ second: Int) -> TimeSpan {
            travel.drive(from: start, to: end, leaving: .seconds(second)).duration
        }
        #expect(time(west, east, 0) == .seconds(300))
        #expect(time(west, east, 30) == .seconds(400))
        #expect(time(west, east, 60) == .seconds(200))
        #expect(time(middle, west, 0) == .seconds(150))
        #expect(time(west, Place(metresEast: 900, north: 500), 0) == .seconds(40))
        #expect(travel.drive(from: west, to: east, leaving: .epoch).distance == .metres(2000))
    }

    @Test(
        "Vehicles with siren pass a closed zone, or are held up by a factor of their own; rain slows them as all others"
    )
    func emergencies() {
        func router(_ factor: Double) -> TimedRouter {
            TimedRouter(
                StraightRouter(freeSpeed: 10), layout: grid,
                changes: [SpeedChange(from: .epoch, until: .seconds(60), factor: 0.5)],
                closures: [
                    ZoneClosure(
                        zones: [ZoneID(2)], from: .epoch, until: .seconds(60), detour: 3, emergencyDetour: factor)
                ])
        }
        func time(_ factor: Double) -> TimeSpan {
            router(factor).drive(from: west, to: east, leaving: .epoch, user: .siren).duration
        }
        #expect(time(1) == .seconds(400) && time(1.5) == .seconds(600))
        func heldUp(_ user: RoadUser, from second: Int = 0, by mode: TravelMode = .drive) -> TimeSpan {
            let query = RouteQuery(from: west, to: east, leaving: .seconds(second), by: mode, user: user)
            return ApproachRouter(router(1.5)).heldUp(query)
        }
        #expect(heldUp(.siren) == .seconds(200) && heldUp(.car) == .seconds(800))
        #expect(heldUp(.car, from: 60) == .zero && heldUp(.car, by: .walk) == .zero)
        func slowed(_ user: RoadUser, from second: Int = 0, by mode: TravelMode = .drive) -> TimeSpan {
            let query = RouteQuery(from: west, to: east, leaving: .seconds(second), by: mode, user: user)
            return ApproachRouter(router(1.5)).slowed(query)
        }
        // With what the closures add it is all that they and the rain cost: 1200 s and 600 s against 200 s.
        #expect(slowed(.siren) == .seconds(200) && slowed(.car) == .seconds(200))
        #expect(slowed(.car, from: 60) == .zero && slowed(.car, by: .walk) == .zero)
    }

    @Test(
        "An approach takes the time of its distribution, or the model's, and never more than the longest; drives stay as they are"
    )
    func approaches() {
        let plain = StraightRouter(freeSpeed: 10)
        func time(_ travel: any Router) -> TimeSpan { travel.approach(from: west, to: east, leaving: .epoch).duration }
        #expect(time(plain) == .seconds(200))
        #expect(time(ApproachRouter(plain)) == .seconds(200))
        #expect(time(ApproachRouter(plain, expected: .seconds(10))) == .seconds(10))
        #expect(time(ApproachRouter(plain, longest: .seconds(150))) == .seconds(150))
        #expect(time(ApproachRouter(plain, expected: .seconds(10), longest: .seconds(5))) == .seconds(5))
        let distribution = ApproachRouter(plain, expected: .seconds(10))
        #expect(
            Way(distribution.drive(from: west, to: east, leaving: .epoch))
                == Way(plain.drive(from: west, to: east, leaving: .epoch)))
        #expect(walk(distribution) == walk(plain))
        #expect(distribution.distance(from: west, to: east) == .metres(2000))
        // Rain slows the way to a pick-up too.
        let rain = SpeedChange(from: .epoch, until: .seconds(60), factor: 0.5)
        #expect(time(TimedRouter(plain, layout: grid, changes: [rain])) == .seconds(400))
    }
}
