// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityGateway
import CityLoop
import CityModel
import Testing
import TripRules
import TripService

/// What users do through the public interface.
@Suite struct TripInterfaceTests {
    private static let (phone, tablet) = (TripTown.phone, TripTown.tablet)
    private static func clock(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> CityTime {
        TripTown.clock(hour, minute, day: day)
    }

    @Test(
        "A user is recognised, enters an event, sees the day, the map and the way, and hears when it is time to leave")
    func morning() throws {
        let town = try TripTown()
        try town.story { city in
            let ada = try await city.start("ada")
            let event = try await city.addEvent(ada, .phone(1), .hour("meeting", 10, at: TripTown.spot(600)))
            let day = try await city.day(ada, on: Self.phone, of: Self.clock(12))
            #expect(day.rows.map(\.description) == ["meeting"] && day.upComing.map(\.id) == [event])
            let key = OccurrenceKey(event, Self.clock(10))
            let answer = try await city.route(ada, on: Self.phone, to: key)
            #expect(answer.count >= 1 && answer.route.key == key)
            let map = try await city.map(ada, on: Self.phone, of: Self.clock(8))
            #expect(map.points == [TripTown.spot(600)] && map.next?.key == key)
            let bicycle = ParkedVehicle(number: 1, means: .ownBicycle, place: TripTown.spot(0))
            try await city.tellVehicles(ada, on: Self.phone, [bicycle])
            try await city.select(ada, on: Self.phone, for: event, [TravelMeansSet(.walk)])
            while true {
                guard case .timeToLeave(let route) = try await city.nextTripNotice(ada) else { continue }
                #expect(route.key == key && city.loop.now <= route.leaveAt)
                #expect(route.leaveAt - city.loop.now < .minutes(1))
                #expect(route.journey.legs.map(\.means) == [.walk])
                break
            }
            try await city.report(
                ada, on: Self.phone, to: key, .onTheWay(arrival: Self.clock(9, 55), isDisturbed: false))
            try await city.report(ada, on: Self.phone, to: key, .arrived)
            try await city.closeDevice(ada)
            await #expect(throws: AccessError.notLoggedIn) { try await city.calendars(ada, on: Self.phone) }
        }
        #expect(town.count { if case .timeToLeave = $0 { true } else { false } } == 1)
    }

    @Test("Every way in which an event is refused is an error of its own, and changes nothing")
    func eventErrors() throws {
        let town = try TripTown()
        try town.story { city in
            let ada = try await city.start("ada")
            var serial: Int32 = 0
            func next() -> DeviceChange {
                serial += 1
                return .phone(serial)
            }
            func refuses(_ form: AppointmentForm, _ reason: AppointmentRefusal) async {
                let change = next()
                await #expect(throws: AppointmentError.refused(reason)) { try await city.addEvent(ada, change, form) }
            }
            let event = try await city.addEvent(ada, next(), .hour("first", 10))
            await refuses(.hour(" ", 12), .missingDescription)
            await refuses(AppointmentForm("x", nil), .missingTime)
            await refuses(.hour(String(repeating: "x", count: 201), 12), .longDescription)
            await refuses(AppointmentForm("x", .standard(from: Self.clock(12), until: Self.clock(12))), .badTimes)
            await refuses(
                AppointmentForm("x", .standard(from: Self.clock(12), until: Self.clock(12, day: 40))), .outOfRange)
            await refuses(
                AppointmentForm(
                    "x", .flexible(opens: Self.clock(12), closes: Self.clock(13), duration: .hours(2))), .badWindow)
            await refuses(
                AppointmentForm(
                    "x", .standard(from: Self.clock(12), until: Self.clock(13, day: 1)), on: [.monday, .tuesday]),
                .overlapsItself)
            await refuses(
                AppointmentForm("x", .standard(from: Self.clock(12), until: Self.clock(13)), by: []), .noMeans)
            await refuses(
                AppointmentForm(
                    "x", in: TripCalendarID(99), .standard(from: Self.clock(12), until: Self.clock(13))),
                .unknownCalendar)
            await refuses(.hour("second", 10), .overlap)
            await refuses(
                AppointmentForm(
                    "x", .flexible(opens: Self.clock(10), closes: Self.clock(11), duration: .minutes(30))), .noFit)
            let gone = next()
            await #expect(throws: AppointmentError.refused(.unknownAppointment)) {
                try await city.deleteEvent(ada, gone, AppointmentID(77))
            }
            await #expect(throws: AppointmentError.refused(.unknownAppointment)) {
                try await city.select(ada, on: Self.phone, for: AppointmentID(77), [])
            }
            // A number that was used, and none.
            await #expect(throws: AppointmentError.notTaken(.duplicate)) {
                try await city.addEvent(ada, .phone(1), .hour("again", 15))
            }
            await #expect(throws: AppointmentError.notTaken(.badNumber)) {
                try await city.addEvent(ada, .phone(0), .hour("again", 15))
            }
            try await city.editEvent(ada, next(), event, .hour("later", 16))
            let day = try await city.day(ada, on: Self.phone, of: Self.clock(8))
            #expect(day.rows.map(\.description) == ["later"])
            try await city.deleteEvent(ada, next(), event)
            #expect(try await city.day(ada, on: Self.phone, of: Self.clock(8)).rows.isEmpty)
        }
    }

    @Test("Calendars, preferences, routes, tickets and vehicles have errors of their own")
    func otherErrors() throws {
        var setup = PlannerSetup()
        let vehicle = setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: TripTown.spot(100))
        let town = try TripTown(setup: setup)
        try town.story { city in
            let (ada, bob) = (try await city.start("ada"), try await city.start("bob"))
            let work = try await city.addCalendar(ada, .phone(1), "work", .red)
            await #expect(throws: CalendarError.refused(.missingName)) {
                try await city.addCalendar(ada, .phone(2), "", .red)
            }
            await #expect(throws: CalendarError.refused(.unknownCalendar)) {
                try await city.changeCalendar(bob, .phone(1), work, "mine", .green)
            }
            try await city.changeCalendar(ada, .phone(3), work, "office", .green)
            #expect(try await city.calendars(ada, on: Self.phone).map(\.name) == ["Calendar", "office"])
            let event = try await city.addEvent(ada, .phone(4), .hour("meeting", 10, at: TripTown.spot(600)))
            try await city.moveEvent(ada, .phone(5), event, to: work)
            try await city.removeCalendar(ada, .phone(6), work)
            let last = try await city.calendars(ada, on: Self.phone)[0].id
            await #expect(throws: CalendarError.refused(.last)) { try await city.removeCalendar(ada, .phone(7), last) }
            await #expect(throws: PreferenceError.refused(.badLimit)) {
                try await city.prefer(ada, .phone(8), .walkLimit(.metres(-1)))
            }
            try await city.prefer(ada, .phone(9), .walkLimit(.metres(300)))
            let key = OccurrenceKey(event, Self.clock(10))
            await #expect(throws: RouteError.refused(.unknownOccurrence)) {
                try await city.route(ada, on: Self.phone, to: key)
            }
            await #expect(throws: RouteError.refused(.unknownOccurrence)) {
                try await city.report(ada, on: Self.phone, to: key, .arrived)
            }
            await #expect(throws: TripTicketError.refused(.noRouteViewed)) {
                try await city.buyTickets(ada, on: Self.phone, 1, of: 1, credit: 500)
            }
            await #expect(throws: VehicleError.refused(.unknownVehicle)) {
                try await city.bookVehicle(ada, on: Self.phone, 9)
            }
            try await city.bookVehicle(ada, on: Self.phone, vehicle)
            await #expect(throws: VehicleError.refused(.taken)) {
                try await city.bookVehicle(bob, on: Self.phone, vehicle)
            }
            await #expect(throws: VehicleError.refused(.notHeld)) {
                try await city.takeVehicle(bob, on: Self.phone, vehicle)
            }
            try await city.takeVehicle(ada, on: Self.phone, vehicle)
            try await city.leaveVehicle(ada, on: Self.phone, vehicle, at: TripTown.spot(500))
            await #expect(throws: VehicleError.refused(.notHeld)) {
                try await city.leaveVehicle(ada, on: Self.phone, vehicle)
            }
        }
    }

    @Test("Who is not recognised is refused; nobody speaks for somebody else; a stranger's token opens nothing")
    func access() throws {
        let town = try TripTown()
        try town.story { city in
            await #expect(throws: DeviceError.refused(.badIdentifier)) { try await city.openDevice("", on: .ios) }
            await #expect(throws: AccessError.notLoggedIn) {
                try await city.openPlanner(Token(high: 1, low: 2), on: Self.phone)
            }
            let ada = try await city.openDevice("ada", on: .ios)
            // Without a record nothing is looked at.
            await #expect(throws: AppointmentError.notTaken(.unknownUser)) {
                try await city.addEvent(ada, .phone(1), .hour("early", 10))
            }
            await #expect(throws: SyncError.refused(.unknownUser)) {
                try await city.sync(ada, on: Self.phone, [KeptChange(serial: 1, .add(.hour("early", 10)))])
            }
            // A message that speaks for another user is stopped at the gateway.
            await #expect(throws: AccessError.wrongPerson) {
                _ = try await city.exchange(ada, AccessError.self) { _ in
                    TripMessage.device(TripUserID(2), Self.phone, .open)
                }
            }
            #expect(try await city.openPlanner(ada, on: Self.phone) == 0)
        }
        #expect(town.rules.users == [TripUserID(1)])
    }

    @Test("ACCOUNT-TRIP-02: who reinstalls after a day finds the same events, and goes on with the numbers of changes")
    func reinstalled() throws {
        let town = try TripTown()
        try town.story { city in
            let ada = try await city.start("ada@cloud")
            for index in 0..<3 {
                _ = try await city.addEvent(ada, .phone(Int32(index) + 1), .hour("event \(index)", 10 + index, day: 1))
            }
            try await city.closeDevice(ada)
            try await city.loop.sleep(for: .hours(24))
            // The app knows nothing but what the phone tells.
            let again = try await city.openDevice("ada@cloud", on: .android)
            #expect(again != ada)
            #expect(try await city.openPlanner(again, on: Self.phone) == 3)
            let day = try await city.day(again, on: Self.phone, of: Self.clock(8, day: 1))
            #expect(day.rows.map(\.description) == ["event 0", "event 1", "event 2"])
            _ = try await city.addEvent(again, .phone(4), .hour("event 3", 15, day: 1))
            // Another phone account is another user.
            let other = try await city.openDevice("bob@cloud", on: .android)
            #expect(try await city.openPlanner(other, on: Self.phone) == 0)
            #expect(try await city.day(other, on: Self.phone, of: Self.clock(8, day: 1)).rows.isEmpty)
        }
        #expect(town.count { if case .userRecordCreated = $0 { true } else { false } } == 2)
        #expect(!town.lines.contains("@cloud") && town.lines.contains("\"deviceRecognised\""))
    }

    @Test("ACCOUNT-TRIP-R1: the planner opened twice makes one record")
    func openedTwice() throws {
        let town = try TripTown()
        try town.story { city in
            for _ in 0..<2 {
                let token = try await city.openDevice("ada", on: .ios)
                _ = try await city.openPlanner(token, on: Self.phone)
            }
        }
        #expect(town.count { if case .userRecordCreated = $0 { true } else { false } } == 1)
    }

    @Test("What was changed without link is taken in its order, and other devices hear of it")
    func offline() throws {
        let town = try TripTown()
        try town.story { city in
            let ada = try await city.start("ada")
            _ = try await city.openPlanner(ada, on: Self.tablet)
            let events = try await city.sync(
                ada, on: Self.tablet,
                [KeptChange(serial: 1, .add(.hour("kept", 10))), KeptChange(serial: 2, .add(.hour("late", 10)))])
            #expect(events.contains { if case .eventAdded = $0 { true } else { false } })
            #expect(events.contains { if case .eventRejected(_, _, .overlap) = $0 { true } else { false } })
            #expect(try await city.openPlanner(ada, on: Self.tablet) == 2)
            #expect(try await city.day(ada, on: Self.phone, of: Self.clock(8)).rows.map(\.description) == ["kept"])
        }
    }
}
