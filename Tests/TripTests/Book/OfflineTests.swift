// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Several devices of one user, and lost links.
struct OfflineTests {
    private func form(_ text: String, _ hour: Int, _ minutes: Int = 60) -> AppointmentForm {
        AppointmentForm(text, .standard(from: clock(hour), until: clock(hour) + .minutes(minutes)))
    }

    @Test(
        "TRIP-OFFLINE: added without link at 10:10, seen on the other device after 10:30; overlapping ones give one refusal"
    )
    func sync() {
        var city = TripCity()
        let devices = [TripDeviceID(1 as Int32), TripDeviceID(2 as Int32)]
        city.now = clock(10, 10)
        #expect(city.schedule()?.rows.isEmpty == true)
        let first = city.rules.sync(
            [(1, .add(form("a", 12)))], of: city.me, on: devices[0], travel: city.travel, at: clock(10, 30))
        #expect(city.schedule(at: clock(10, 30))?.rows.map(\.description) == ["a"])
        let second = city.rules.sync(
            [(1, .add(form("b", 12, 30)))], of: city.me, on: devices[1], travel: city.travel, at: clock(10, 31))
        #expect(first.count == 2 && first.last == .syncDone(user: city.me, device: devices[0], serial: 1))
        #expect(
            second == [
                .eventRejected(user: city.me, event: nil, reason: .overlap),
                .syncDone(user: city.me, device: devices[1], serial: 1),
            ])
    }

    @Test("TRIP-OFFLINE: a change is taken once, also when it was refused; numbers that are none are refused")
    func once() {
        var city = TripCity()
        city.take(.add(form("a", 9)), serial: 5)
        #expect(city.book?.appointmentCount == 1)
        for serial: Int32 in [5, 4, 1] {
            city.take(.add(form("b", 12)), serial: serial)
            #expect(
                city.last == [
                    .changeRefused(user: city.me, device: TripDeviceID(1 as Int32), serial: serial, reason: .duplicate)
                ])
        }
        city.take(.add(form("", 12)), serial: 6)
        city.take(.add(form("c", 12)), serial: 6)
        #expect(city.book?.appointmentCount == 1)
        for (device, serial) in [(1, 0 as Int32), (1, -3), (0, 9), (-1, 9)] {
            city.take(.add(form("b", 12)), device: device, serial: serial)
            #expect(
                city.last == [
                    .changeRefused(user: city.me, device: TripDeviceID(device), serial: serial, reason: .badNumber)
                ])
        }
        for device in 2...10 { city.take(.prefer(.ownsCar(true)), device: device, serial: 1) }
        city.take(.prefer(.ownsCar(true)), device: 11, serial: 1)
        #expect(
            city.last == [
                .changeRefused(user: city.me, device: TripDeviceID(11 as Int32), serial: 1, reason: .tooManyDevices)
            ])
        city.take(.prefer(.ownsCar(true)), of: 7)
        guard case .changeRefused(_, _, _, .unknownUser)? = city.last.first else {
            Issue.record("not refused")
            return
        }
    }

    @Test("TRIP-OFFLINE: the later change of one event wins as a whole, and one of a deleted event is refused")
    func merging() throws {
        var city = TripCity()
        let id = try known(city.add("meeting", clock(9), clock(10), at: spot(1)))
        city.take(.edit(.number(id), form("on the phone", 11)), device: 1)
        city.take(
            .edit(
                .number(id), AppointmentForm("on the pad", .standard(from: clock(13), until: clock(14)), at: spot(2))),
            device: 2, serial: 1)
        let event = try #require(city.book?[id])
        #expect(event.description == "on the pad" && event.place == spot(2) && event.time.span.lowerBound == clock(13))
        city.take(.delete(.number(id)), device: 1)
        city.take(.edit(.number(id), form("again", 15)), device: 2, serial: 2)
        #expect(city.last == [.eventRejected(user: city.me, event: nil, reason: .unknownAppointment)])
        city.take(.move(.number(id), to: TripCalendarID(1 as Int32)), device: 2, serial: 3)
        #expect(city.refusal == .unknownAppointment && city.book?.appointmentCount == 0 && city.violations.isEmpty)
    }

    @Test(
        "TRIP-OFFLINE: a device names what it has added without link by its own serial number, and no other device does"
    )
    func ownNames() {
        var city = TripCity()
        city.take(.add(form("a", 9)), device: 1, serial: 3)
        city.take(.edit(.added(3), form("b", 10)), device: 2, serial: 1)
        #expect(city.refusal == .unknownAppointment)
        city.take(.edit(.added(3), form("b", 10)), device: 1, serial: 4)
        #expect(city.schedule()?.rows.map(\.description) == ["b"])
        city.take(.delete(.added(3)), device: 1, serial: 5)
        #expect(city.book?.appointmentCount == 0)
    }

    @Test(
        "What a lying device sends is refused and changes nothing: others' events and calendars, and a million events")
    func lies() throws {
        var parameters = TripParameters()
        parameters.mostAppointments = 100
        var city = TripCity(parameters, users: 2)
        let mine = try known(city.add(clock(9), clock(10)))
        for change in [
            TripChange.edit(.number(mine), form("x", 11)), .delete(.number(mine)),
            .move(.number(mine), to: TripCalendarID(2 as Int32)),
            .edit(.number(.lunch), form("x", 11)), .delete(.number(AppointmentID(-1 as Int32))),
        ] {
            city.take(change, of: 2)
            #expect(city.refusal == .unknownAppointment)
        }
        for day in 1...200 { city.add("x", clock(9, day: day), clock(10, day: day), of: 1) }
        #expect(city.book?.appointmentCount == 100 && city.refusal == .tooMany && city.violations.isEmpty)
    }
}
