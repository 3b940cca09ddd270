// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Users and their calendars.
struct CalendarTests {
    @Test("INV-UserHasCalendar: a record comes with a default calendar; the last one cannot be removed")
    func lastCalendar() throws {
        var city = TripCity()
        let first = try #require(city.book?.calendars.first)
        #expect(city.events == [.userRecordCreated(user: city.me, calendar: first.id)])
        city.take(.removeCalendar(first.id))
        #expect(city.last == [.calendarRefused(user: city.me, calendar: first.id, reason: .last)])
        city.take(.addCalendar(name: "Work", colour: .red))
        city.take(.removeCalendar(first.id))
        #expect(city.last == [.calendarRemoved(user: city.me, calendar: first.id)])
        #expect(city.book?.calendars.map(\.name) == ["Work"] && city.violations.isEmpty)
    }

    @Test("A record is made once, with one settings record; a second one is refused without a trace")
    func once() throws {
        var city = TripCity(users: 3)
        #expect(throws: ChangeRefusal.knownUser) { try city.rules.makeUser(city.me, at: city.now) }
        #expect(throws: ChangeRefusal.badNumber) { try city.rules.makeUser(TripUserID(0 as Int32), at: city.now) }
        #expect(
            city.rules.users.count == 3 && TripInvariants.violations(of: TripSnapshot(city.rules, at: .epoch)) == [])
    }

    @Test("INV-SettingsOneUser, INV-UserStored: of n users n have a record, and n settings records are kept")
    func records() {
        let city = TripCity(users: 50)
        let snapshot = TripSnapshot(city.rules, at: city.now)
        #expect(snapshot.settings.count == 50 && snapshot.stored.count == 50 && snapshot.active.count == 50)
        #expect(Set(snapshot.settings.map(\.user)).count == 50)
    }

    @Test("INV-CalendarOneUser: no calendar of one user is another one's")
    func ownCalendars() {
        var city = TripCity(users: 2)
        for user in [1, 2, 1, 2, 2] { city.take(.addCalendar(name: "More", colour: .green), of: user) }
        let first = Set(city.book(of: TripUserID(1))?.calendars.map(\.id) ?? [])
        let second = Set(city.book(of: TripUserID(2))?.calendars.map(\.id) ?? [])
        #expect(first.count == 3 && second.count == 4 && first.isDisjoint(with: second))
        // Nobody changes another one's.
        for calendar in second {
            city.take(.changeCalendar(calendar, name: "Mine", colour: .red))
            #expect(city.last == [.calendarRefused(user: city.me, calendar: calendar, reason: .unknownCalendar)])
        }
        #expect(city.violations.isEmpty)
    }

    @Test("TRIP-R27: a calendar with a name and a colour is added at once; names that are none are refused")
    func addCalendar() {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        #expect(city.book?.calendars.map(\.name) == ["Calendar", "Work"])
        for (name, reason) in [
            ("", CalendarRefusal.missingName), (" ", .missingName), (String(repeating: "x", count: 201), .longName),
        ] {
            city.take(.addCalendar(name: name, colour: .red))
            #expect(city.last == [.calendarRefused(user: city.me, calendar: nil, reason: reason)])
        }
        for _ in 0..<98 { city.take(.addCalendar(name: "More", colour: .green)) }
        #expect(city.book?.calendars.count == 100)
        city.take(.addCalendar(name: "One more", colour: .green))
        #expect(city.last == [.calendarRefused(user: city.me, calendar: nil, reason: .tooMany)])
    }

    @Test("TRIP-R25: of three calendars three are listed")
    func listed() {
        var city = TripCity()
        for name in ["Work", "Sport"] { city.take(.addCalendar(name: name, colour: .blue)) }
        #expect(city.book?.calendars.count == 3)
    }

    @Test("TRIP-R28: Work in red becomes Job in blue, and its events show both")
    func renamed() throws {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        let work = try #require(city.book?.calendars.last)
        city.add("shift", clock(9), clock(10), in: 2)
        #expect(city.schedule()?.rows.first?.calendar == work)
        city.take(.changeCalendar(work.id, name: "Job", colour: .blue))
        #expect(city.last == [.calendarChanged(user: city.me, calendar: work.id, colour: .blue)])
        let shown = try #require(city.schedule()?.rows.first?.calendar)
        #expect(shown.name == "Job" && shown.colour == .blue)
    }

    @Test("TRIP-R19: the default is the first calendar, then the one chosen last; the first again when that is gone")
    func defaultCalendar() {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        #expect(city.book?.defaultCalendar == TripCalendarID(1 as Int32))
        city.add("shift", clock(9), clock(10), in: 2)
        #expect(city.book?.defaultCalendar == TripCalendarID(2 as Int32))
        city.add("talk", clock(11), clock(12))
        guard case .eventAdded(_, _, let calendar, let byDefault, _, _)? = city.last.first else {
            Issue.record("not added")
            return
        }
        #expect(calendar == TripCalendarID(2 as Int32) && byDefault)
        // What is refused chooses nothing.
        city.add("late", clock(12), clock(11), in: 1)
        #expect(city.book?.defaultCalendar == TripCalendarID(2 as Int32))
        city.take(.removeCalendar(TripCalendarID(2 as Int32)))
        #expect(city.book?.defaultCalendar == TripCalendarID(1 as Int32) && city.book?.appointmentCount == 0)
        #expect(city.violations.isEmpty)
    }
}
