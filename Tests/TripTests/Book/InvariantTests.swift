// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Each law is broken once: a check that never speaks is none.
struct InvariantTests {
    /// Two users with what there is to spoil.
    private func snapshot() -> TripSnapshot {
        var city = TripCity(users: 2)
        city.add("a", clock(9), clock(10), at: spot(1))
        city.add("b", clock(10), clock(11), on: [.monday, .friday])
        city.take(.addCalendar(name: "Work", colour: .red), of: 2)
        city.add("c", clock(9), clock(10), at: spot(1), of: 2)
        city.flexible(clock(12), clock(14), .minutes(30))
        #expect(city.violations.isEmpty)
        return TripSnapshot(city.rules, at: city.now)
    }

    @Test(
        "INV-EventIdUnique, INV-EventOneCalendar, INV-CalendarOneUser, INV-UserHasCalendar, INV-SettingsOneUser, INV-UserStored, INV-LocationUsed, INV-EventTimes, INV-TransitWindow, INV-NoOverlapSameCalendar: each is seen when it is broken",
        arguments: TripInvariant.allCases)
    func broken(_ invariant: TripInvariant) {
        let right = snapshot()
        #expect(TripInvariants.violations(of: right) == [])
        for spoilt in spoilings(of: right, invariant) {
            #expect(TripInvariants.violations(of: spoilt).contains { $0.invariant == invariant })
        }
    }

    private func spoilings(of right: TripSnapshot, _ invariant: TripInvariant) -> [TripSnapshot] {
        var (one, two) = (right, right)
        switch invariant {
        case .eventIdUnique:
            var other = one.events[0]
            other.appointment.description = "somebody else's"
            one.events.append(other)
            return [one]
        case .eventOneCalendar:
            var other = one.events[0]
            other.calendar = one.calendars[1].id
            one.events.append(other)
            two.events[0].calendar = TripCalendarID(99 as Int32)
            return [one, two]
        case .calendarOneUser:
            var other = one.calendars[0]
            other.user = one.stored[1]
            one.calendars.append(other)
            return [one]
        case .userHasCalendar:
            one.calendars.removeAll { $0.user == one.stored[0] }
            return [one]
        case .settingsOneUser:
            one.settings.append(one.settings[0])
            two.settings.removeLast()
            return [one, two]
        case .userStored:
            one.stored.removeLast()
            return [one]
        case .locationUsed:
            one.events.removeAll { $0.appointment.place != nil }
            two.locations.removeLast()
            return [one, two]
        case .eventTimes:
            one.events[0].appointment.time = .standard(from: clock(9), until: clock(9))
            two.events[0].appointment.time = .flexible(opens: clock(9), closes: clock(10), duration: .hours(2))
            return [one, two]
        case .transitWindow:
            one.settings[0].preferences.transitWindow = .hours(7) ... .hours(7)
            return [one]
        case .noOverlapSameCalendar:
            var other = one.events[0].appointment
            other = Appointment(
                id: AppointmentID(77 as Int32), origin: other.origin, calendar: other.calendar, description: "x",
                time: .standard(from: clock(10, 59, day: 7), until: clock(12, day: 7)))
            one.events.append(one.events[0])
            one.events[one.events.count - 1].appointment = other
            return [one]
        case .addDelEvent, .walkLimit: return []
        }
    }

    @Test("INV-AddDelEvent: what goes or comes without being told is seen")
    func addDel() {
        let before = snapshot()
        var after = before
        let gone = after.events.removeLast().appointment
        let told = TripEvent.eventDeleted(user: before.stored[0], event: gone.id)
        #expect(TripInvariants.violations(from: before, to: after, []).map(\.number) == [gone.id.number])
        #expect(TripInvariants.violations(from: before, to: after, [told]) == [])
        #expect(TripInvariants.violations(from: after, to: before, []).map(\.invariant) == [.addDelEvent])
    }
}
