// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityMap
import CityModel
import Journeys
import RecordStores
import Testing
import TripRules
import TripService

/// The planner is killed (kill -9) after something was noted and before it was answered: nothing that was accepted is lost.
@Suite struct KilledTripsTests {
    /// The service started again on its files.
    private struct Again {
        let loop = CityLoop(start: .seconds(9 * 3600))
        let service: PlannerService
        let files: TripFiles

        init(_ folder: Folder) throws {
            files = try TripFiles(
                folder: folder.path, key: try #require(RecordKey(digits: String(repeating: "5", count: 64))))
            service = PlannerService(
                loop: loop, log: EventLog(loop, batchSize: 1),
                journeys: CityJourneys(router: StraightRouter(freeSpeed: 10, circuity: 1)), shelves: files.shelves)
            try service.onLoop { try $0.restore() }
        }

        var rules: TripRules { service.onLoop { $0.planner.rules } }
        func book(_ user: Int32 = 1) -> TripBook? { rules[TripUserID(user)] }
        var events: [Appointment] { book()?.appointments ?? [] }

        func send(_ message: DeviceMessage) {
            loop.runTurn(at: loop.now) {
                service.onLoop { $0.take(.device(TripUserID(1), TripDeviceID(1), message)) }
            }
        }
    }

    private func killed(_ order: String, _ count: Int, _ writing: String) throws -> Again {
        let folder = try Folder()
        #expect(try KilledServiceTests().answered(order, count, writing, in: folder) == (1...Int32(count)).map { $0 })
        let again = try Again(folder)
        #expect(TripInvariants.violations(of: TripSnapshot(again.rules, at: again.loop.now)).isEmpty)
        return again
    }

    @Test(
        "Events that were answered, and the one that was only noted, are there after kill -9; numbers go on",
        arguments: ["inTurn", "beside"])
    func events(_ writing: String) throws {
        let again = try killed("events", 5, writing)
        #expect(again.events.map(\.id.number) == [1, 2, 3, 4, 5, 6])
        #expect(again.events.map(\.description) == (1...6).map { "event \($0)" })
        // What was taken is not taken again; a new one is, with a number of its own.
        let noon = CityTime.seconds(3 * 86_400)
        let form = AppointmentForm("later", .standard(from: noon, until: noon + .hours(1)))
        again.send(.change(serial: 12, .add(form)))
        #expect(again.events.count == 6)
        again.send(.change(serial: 13, .add(form)))
        #expect(again.events.last?.id == AppointmentID(7) && again.events.count == 7)
        // The file tells the same of each day.
        for hour in 0..<4 {
            let day = CityTime.seconds(86_400 * hour)
            let expected = again.events.filter { TripDay(of: $0.time.span.lowerBound) == TripDay(of: day) }
            #expect(try again.files.appointments(of: TripUserID(1), on: day) == expected)
        }
    }

    @Test(
        "An edit that was answered, and the one that was only noted, hold after kill -9",
        arguments: ["inTurn", "beside"])
    func edits(_ writing: String) throws {
        let again = try killed("edits", 3, writing)
        #expect(again.events.map { $0.time.span.lowerBound.sinceMidnight.inSeconds / 3600 } == [1.5, 2.5, 3.5, 4.5])
    }

    @Test(
        "What was deleted stays deleted after kill -9, and its number is not given again",
        arguments: ["inTurn", "beside"])
    func deletions(_ writing: String) throws {
        let again = try killed("deletions", 3, writing)
        #expect(again.events.isEmpty)
        let noon = CityTime.seconds(3 * 86_400)
        again.send(.change(serial: 100, .add(AppointmentForm("new", .standard(from: noon, until: noon + .hours(1))))))
        #expect(again.events.map(\.id.number) == [5])
    }

    @Test("Preferences that were answered hold after kill -9", arguments: ["inTurn", "beside"])
    func preferences(_ writing: String) throws {
        let again = try killed("preferences", 4, writing)
        #expect(again.book()?.preferences.walkLimit == .metres(5))
    }

    @Test(
        "ACCOUNT-TRIP-R1: users that were answered, and the one that was only made, are there once after kill -9",
        arguments: ["inTurn", "beside"])
    func users(_ writing: String) throws {
        let again = try killed("users", 3, writing)
        #expect(again.rules.users.map(\.number) == [1, 2, 3, 4] && again.files.devices.count == 4)
        #expect(again.rules.users.map { again.rules[$0]?.calendars.map(\.id.number) } == [[1], [2], [3], [4]])
        let known = try #require(CloudIdentifier("cloud-3"))
        #expect(
            again.files.devices.account(again.files.key.hash(known))?.id.number == LiveTrips.devicesAbove + 3)
    }

    @Test("A kill while the next one is written leaves what was answered", arguments: ["events", "users"])
    func whileWritten(order: String) throws {
        let again = try killed(order, 4, "failing")
        if order == "events" { #expect(again.events.map(\.id.number) == [1, 2, 3, 4]) }
        if order == "users" { #expect(again.rules.users.map(\.number) == [1, 2, 3, 4]) }
    }
}
