// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Flexible appointments and lunch, as the catalogue tells them.
struct FlexibleTests {
    @Test("TRIP-R16: a flexible lunch at 12:00 moves to 13:00 when a standard event from 12:00 to 13:00 is added")
    func shifted() throws {
        var city = TripCity()
        let lunch = try known(city.flexible(clock(12), clock(14), .minutes(30)))
        #expect(city.last.last == .eventPlaced(user: city.me, event: lunch, start: clock(12)))
        city.add(clock(12), clock(13))
        #expect(city.last.last == .flexibleMoved(user: city.me, event: lunch, from: clock(12), to: clock(13)))
        #expect(city.start(lunch) == clock(13) && city.violations.isEmpty)
    }

    @Test("TRIP-R17: window 12:00 to 14:00, 45 min, 12:00 to 12:30 taken: placed at 12:30; 3 h are refused")
    func window() throws {
        var city = TripCity()
        city.add(clock(12), clock(12, 30))
        let id = try known(city.flexible(clock(12), clock(14), .minutes(45)))
        #expect(city.start(id) == clock(12, 30))
        for (opens, closes, duration) in [
            (clock(12), clock(14), TimeSpan.hours(3)), (clock(12), clock(12), .minutes(1)),
            (clock(14), clock(12), .minutes(1)), (clock(12), clock(14), .zero),
            (clock(22), clock(1, day: 1), .hours(1)),
        ] {
            city.flexible(opens, closes, duration)
            #expect(city.last == [.eventRejected(user: city.me, event: nil, reason: .badWindow)])
        }
        // A window may close at midnight.
        #expect(city.flexible(clock(22), clock(0, day: 1), .hours(2)) != nil)
        #expect(city.violations.isEmpty)
    }

    @Test("TRIP-FLEX: F1 (12 to 14, 60 min) and F2 (12 to 13, 60 min): F2 at 12:00, F1 at 13:00; at 12:20 F2 stays")
    func catalogue() throws {
        var city = TripCity()
        let first = try known(city.flexible(clock(12), clock(14), .minutes(60)))
        #expect(city.start(first) == clock(12))
        let second = try known(city.flexible(clock(12), clock(13), .minutes(60)))
        #expect(city.start(second) == clock(12) && city.start(first) == clock(13))
        // It has begun: it stays, and stands in the way.
        city.now = clock(12, 20)
        #expect(city.add(clock(12, 30), clock(12, 40)) == nil && city.refusal == .overlap)
        city.add(clock(13), clock(13, 10))
        #expect(city.refusal == .noFit)
        #expect(city.add(clock(14), clock(15)) != nil)
        #expect(city.start(second) == clock(12) && city.start(first) == clock(13) && city.violations.isEmpty)
    }

    @Test("TRIP-FLEX: nothing is placed before now, and a window that is over is refused")
    func notBeforeNow() throws {
        var city = TripCity()
        city.now = clock(12, 20)
        let id = try known(city.flexible(clock(12), clock(14), .minutes(30)))
        #expect(city.start(id) == clock(12, 20))
        #expect(city.flexible(clock(10), clock(11), .minutes(30)) == nil && city.refusal == .noFit)
        #expect(city.flexible(clock(11), clock(12, 40), .minutes(30)) == nil && city.refusal == .noFit)
    }

    @Test("TRIP-FLEX: without an arrangement the new event is refused and the old arrangement stays")
    func refused() throws {
        var city = TripCity()
        let first = try known(city.flexible(clock(12), clock(14), .minutes(60)))
        let second = try known(city.flexible(clock(12), clock(14), .minutes(60)))
        let before = city.book?.placements
        city.add(clock(13, 30), clock(14))
        #expect(city.last == [.eventRejected(user: city.me, event: nil, reason: .noFit)])
        #expect(city.book?.placements == before && city.book?.appointmentCount == 2)
        #expect(city.start(first) == clock(12) && city.start(second) == clock(13))
    }

    @Test("DEC-TRIP-FLEX: travel is given up for with a warning, then other calendars; strict mode refuses the first")
    func relaxed() throws {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        city.add("far", clock(10), clock(12), at: spot(0), in: 1)
        city.flexible(clock(12), clock(13), .minutes(30), at: spot(20), in: 1)
        #expect(city.warned.isEmpty)
        let far = try known(city.flexible(clock(12), clock(13), .minutes(15), at: spot(50), in: 1))
        #expect(city.warned.contains(far))
        // Only what is in Work counts for it in the last step: it is silent.
        city.add("all day", clock(0), clock(23), in: 2)
        #expect(city.refusal == nil)
        let work = try known(city.flexible(clock(8), clock(9), .minutes(60), in: 1))
        #expect(city.start(work) == clock(8) && city.violations.isEmpty)

        var parameters = TripParameters()
        parameters.isStrict = true
        var strict = TripCity(parameters)
        strict.add("far", clock(10), clock(12), at: spot(0))
        #expect(
            strict.flexible(clock(12), clock(13), .minutes(30), at: spot(50)) == nil && strict.refusal == .unreachable)
        #expect(strict.book?.placements == [])
        #expect(strict.flexible(clock(12), clock(13), .minutes(30), at: spot(30)) != nil)
        #expect(strict.start(strict.book?.appointments.last?.id) == clock(12, 30))
    }

    @Test("TRIP-LATE: ending 10:00 at A, a new one at 10:10 at B, 30 min away, is warned of; strict mode refuses it")
    func late() throws {
        var city = TripCity()
        let first = try known(city.add(clock(9), clock(10), at: spot(0)))
        let second = try known(city.add(clock(10, 10), clock(11), at: spot(30)))
        #expect(city.last.last == .unreachableWarning(user: city.me, event: second, start: clock(10, 10)))
        // The one after a new one is looked at as well.
        city.take(.delete(.number(first)))
        city.add(clock(9, 30), clock(9, 50), at: spot(0))
        #expect(city.warned == [second])
        // Exactly in time is in time; from the last known position, now.
        city.position = spot(60)
        city.now = clock(6)
        city.add(clock(7), clock(7, 30), at: spot(0))
        #expect(city.warned.isEmpty)
        city.now = clock(6, 0, 1)
        let close = try known(city.add(clock(7, day: 0) - .minutes(30), clock(7), at: spot(30)))
        #expect(city.warned.contains(close))
        // Means, or a limit, that leave no route: not reachable.
        city.take(.add(AppointmentForm("x", .standard(from: clock(20), until: clock(21)), at: spot(1), by: [.transit])))
        #expect(city.warned.count == 1)

        var parameters = TripParameters()
        parameters.isStrict = true
        var strict = TripCity(parameters)
        strict.add(clock(9), clock(10), at: spot(0))
        #expect(strict.add(clock(10, 10), clock(11), at: spot(30)) == nil && strict.refusal == .unreachable)
        #expect(strict.add(clock(10, 30), clock(11), at: spot(30)) != nil)
        #expect(strict.book?.locations.count == 2)
    }

    @Test("TRIP-LUNCH: meetings from 12:00 to 13:30 leave lunch at 13:30; from 12:00 to 14:00 it is missed")
    func lunch() {
        var city = TripCity()
        city.take(.prefer(.lunch(from: .hours(12), until: .hours(14), duration: .minutes(30))))
        #expect(city.last.count == 15 && city.start(.lunch) == clock(12))
        city.add(clock(12), clock(13))
        city.add(clock(13), clock(13, 30))
        #expect(city.last.last == .flexibleMoved(user: city.me, event: .lunch, from: clock(13), to: clock(13, 30)))
        // It never causes a refusal.
        #expect(city.add(clock(13, 30), clock(14)) != nil)
        #expect(city.last.last == .lunchMissed(user: city.me, day: clock(0)))
        #expect(city.start(.lunch) == nil && city.start(.lunch, day: 1) == clock(12, day: 1))
        #expect(city.schedule(day: 1)?.rows.map(\.id) == [.lunch])
        city.take(.prefer(.noLunch))
        #expect(city.book?.placements == [] && city.violations.isEmpty)
    }

    @Test("A flexible series is arranged for 14 days, and each midnight brings one more, however often one looks")
    func horizon() throws {
        var daily = TripCity()
        let id = try known(
            daily.flexible(clock(8), clock(9), .minutes(60), on: [.monday, .tuesday, .wednesday, .thursday, .friday]))
        #expect(
            daily.book?.placements.map(\.day)
                == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map { TripDay(of: clock(0, day: $0)) })
        // Beyond the horizon it is not in the way; when its day comes it finds no room.
        #expect(daily.add(clock(8, day: 15), clock(9, day: 15)) != nil)
        #expect(daily.add(clock(8, day: 11), clock(9, day: 11)) == nil && daily.refusal == .noFit)
        #expect(daily.schedule(day: 15)?.unplaced.map(\.id) == [id])
        var rare = daily
        var found: [TripEvent] = []
        for day in 1...20 {
            daily.now = clock(0, day: day)
            found += daily.rules.midnight(of: daily.me, travel: daily.travel, at: daily.now)
        }
        rare.now = clock(13, day: 20)
        let rarely = rare.rules.midnight(of: rare.me, travel: rare.travel, at: rare.now)
        #expect(found == rarely && found.contains(.notPlaced(user: daily.me, event: id, day: clock(0, day: 15))))
        #expect(daily.book?.placements == rare.book?.placements && found.count == 15)
        #expect(daily.book?.needsMidnights == true)
    }

    @Test("TRIP-FLEX: what has begun keeps its place through an edit that leaves its times, and goes with other times")
    func editedPins() throws {
        var city = TripCity()
        let id = try known(city.flexible(clock(8), clock(12), .minutes(60)))
        city.now = clock(8, 30)
        let time = AppointmentTime.flexible(opens: clock(8), closes: clock(12), duration: .minutes(60))
        city.take(.edit(.number(id), AppointmentForm("other words", time)))
        #expect(city.last.count == 1 && city.start(id) == clock(8))
        let other = AppointmentTime.flexible(opens: clock(8), closes: clock(12), duration: .minutes(30))
        city.take(.edit(.number(id), AppointmentForm("other words", other)))
        #expect(city.start(id) == clock(8, 30) && city.violations.isEmpty)
    }

    @Test("More occurrences than a day holds are refused, so that no device makes a day that takes for ever")
    func fullDay() {
        var city = TripCity()
        for minute in 0..<200 { city.add(clock(0) + .minutes(minute), clock(0) + .minutes(minute + 1)) }
        #expect(city.flexible(clock(12), clock(14), .minutes(10)) == nil && city.refusal == .tooMany)
        #expect(city.violations.isEmpty)
    }
}
