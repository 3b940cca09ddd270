// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Lists of days.
struct ScheduleTests {
    @Test("TRIP-R2: events at 15:00, 09:00 and next day 08:00: today lists 09:00 and 15:00")
    func day() {
        var city = TripCity()
        for (hour, day) in [(15, 0), (9, 0), (8, 1)] { city.add(clock(hour, day: day), clock(hour, 30, day: day)) }
        #expect(city.schedule()?.rows.map(\.start) == [clock(9), clock(15)])
        #expect(city.rules.schedule(of: TripUserID(9), on: TripDay(of: clock(9)), at: clock(9)) == nil)
    }

    @Test(
        "TRIP-R3: at 08:00 an event at 10:00 is up coming, one at 10:01 later on, and one that ended at 07:30 neither")
    func split() {
        var city = TripCity()
        city.add(clock(7), clock(7, 30))
        city.add(clock(10), clock(10, 1))
        city.add(clock(10, 1), clock(11))
        let eight = city.schedule(at: clock(8))
        #expect(eight?.upComing.map(\.start) == [clock(10)] && eight?.laterOn.map(\.start) == [clock(10, 1)])
        #expect(eight?.rows.count == 3)
        // One that has begun is up coming until it has ended.
        #expect(city.schedule(at: clock(7, 29, 59))?.upComing.map(\.start) == [clock(7)])
        #expect(city.schedule(at: clock(7, 30))?.upComing == [])
    }

    @Test("TRIP-R4: an event without location is listed with description, calendar, time and no plan")
    func row() throws {
        var city = TripCity()
        city.add("call", clock(9), clock(10))
        let row = try #require(city.schedule()?.rows.first)
        #expect(row.description == "call" && row.calendar.name == "Calendar" && row.start == clock(9))
        #expect(row.end == clock(10) && row.place == nil && !row.mayHavePlan)
    }

    @Test("TRIP-R6: an event of yesterday is listed when yesterday is read")
    func yesterday() {
        var city = TripCity()
        city.add(clock(9), clock(10))
        #expect(city.schedule(at: clock(9, day: 1))?.rows.map(\.start) == [clock(9)])
        #expect(city.schedule(day: 1, at: clock(9, day: 1))?.rows == [])
    }

    @Test("TRIP-D3: an event that ended 1 s ago has no plan; one that has not ended has")
    func past() {
        var city = TripCity()
        city.add(clock(9), clock(10), at: spot(1))
        #expect(city.schedule(at: clock(10, 0, 1))?.rows.map(\.mayHavePlan) == [false])
        #expect(city.schedule(at: clock(9, 59, 59))?.rows.map(\.mayHavePlan) == [true])
    }

    @Test("TRIP-R21: of three events with two locations the map has two points, on past days too")
    func map() {
        var city = TripCity()
        city.add(clock(9), clock(10), at: spot(1))
        city.add(clock(10), clock(11))
        city.add(clock(11), clock(12), at: spot(2))
        #expect(city.schedule(at: clock(9, day: 3))?.points == [spot(1), spot(2)])
    }

    @Test("An event over midnight is on each day that it overlaps, and not on one at whose midnight it ends")
    func overMidnight() {
        var city = TripCity()
        city.add(clock(22), clock(2, day: 1))
        city.add("night", clock(20, day: 4), clock(0, day: 5), on: [.friday])
        #expect([0, 1, 2].map { city.schedule(day: $0)?.rows.count } == [1, 1, 0])
        #expect([4, 5, 11, 12].map { city.schedule(day: $0)?.rows.count } == [1, 0, 1, 0])
        // Longer than two days.
        city.add(clock(12, day: 20), clock(12, day: 24))
        #expect((19...24).map { city.schedule(day: $0)?.rows.count } == [0, 1, 1, 1, 1, 1])
    }
}
