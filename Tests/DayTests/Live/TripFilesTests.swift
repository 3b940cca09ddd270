// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import Foundation
import RecordStores
import Synchronization
import Testing
import TripRules
import TripService

/// What a live planner keeps on disk.
@Suite struct TripFilesTests {
    private static let key = RecordKey(digits: String(repeating: "4", count: 64))
    private static let phone = TripTown.phone

    private func files(_ folder: TripFolder, copy: TripFolder? = nil) throws -> TripFiles {
        try TripFiles(folder: folder.path, copy: copy?.path, key: try #require(Self.key))
    }

    @Test("After a restart calendars, events, preferences and placements are the same, and one notice is given once")
    func restart() throws {
        let folder = try TripFolder()
        let before = try TripTown(try files(folder))
        try before.story { city in
            let ada = try await city.start("ada")
            let work = try await city.addCalendar(ada, .phone(1), "work", .red)
            _ = try await city.addEvent(ada, .phone(2), .hour("meeting", 10, at: TripTown.spot(600)))
            let series = AppointmentForm(
                "sport", in: work,
                .flexible(opens: TripTown.clock(17), closes: TripTown.clock(21), duration: .hours(1)),
                on: [.monday, .thursday])
            let sport = try await city.addEvent(ada, .phone(3), series)
            let gone = try await city.addEvent(ada, .phone(4), .hour("gone", 12))
            try await city.deleteEvent(ada, .phone(5), gone)
            try await city.prefer(ada, .phone(6), .lunch(from: .hours(12), until: .hours(14), duration: .minutes(30)))
            try await city.select(ada, on: Self.phone, for: sport, [TravelMeansSet(.walk)])
            while true { if case .timeToLeave = try await city.nextTripNotice(ada) { break } }
            // Of a second user nothing but the record is known.
            _ = try await city.start("bob")
        }
        #expect(before.trips.service.onLoop { $0.shelfFailure } == nil)
        let after = try TripTown(try files(folder), at: TripTown.clock(9, 56))
        let users = [TripUserID(1), TripUserID(2)]
        #expect(after.rules.users == users)
        for user in users {
            #expect(
                after.trips.service.onLoop { $0.planner.record(of: user) }
                    == before.trips.service.onLoop { $0.planner.record(of: user) })
            #expect(after.rules[user]?.appointments == before.rules[user]?.appointments)
            #expect(after.rules[user]?.placements == before.rules[user]?.placements)
            #expect(after.rules[user]?.locations == before.rules[user]?.locations)
        }
        #expect(after.rules.numbers == before.rules.numbers)
        #expect(TripInvariants.violations(of: TripSnapshot(after.rules, at: TripTown.clock(9, 56))).isEmpty)
        try after.story { city in
            let ada = try await city.openDevice("ada", on: .ios)
            #expect(try await city.openPlanner(ada, on: Self.phone) == 6)
            let event = try await city.addEvent(ada, .phone(7), .hour("new", 15))
            // The number of what was deleted is not given again.
            #expect(event.number == 4)
            try await city.loop.sleep(for: .minutes(30))
        }
        #expect(after.count { if case .timeToLeave = $0 { true } else { false } } == 0)
    }

    @Test("A notice that fell into the time without the server is given after it, and the horizon's days are arranged")
    func missedNotice() throws {
        let folder = try TripFolder()
        try TripTown(try files(folder)).story { city in
            let ada = try await city.start("ada")
            _ = try await city.addEvent(ada, .phone(1), .hour("meeting", 12, at: TripTown.spot(600)))
            try await city.prefer(ada, .phone(2), .lunch(from: .hours(13), until: .hours(14), duration: .minutes(30)))
        }
        // The notice was due at 11:40; the app is opened anew, and tells where it is.
        let after = try TripTown(try files(folder), at: TripTown.clock(11, 45))
        try after.story { city in
            let ada = try await city.openDevice("ada", on: .ios)
            _ = try await city.openPlanner(ada, on: Self.phone)
            guard case .positionWanted = try await city.nextTripNotice(ada) else {
                Issue.record("not asked for the position")
                return
            }
            try await city.tellPosition(ada, on: Self.phone, TripTown.spot(0))
            while true { if case .timeToLeave = try await city.nextTripNotice(ada) { break } }
            #expect(city.loop.now <= TripTown.clock(11, 47))
        }
        let later = try TripTown(try files(folder), at: TripTown.clock(8, day: 3))
        try later.story { city in
            let ada = try await city.openDevice("ada", on: .ios)
            let day = try await city.day(ada, on: Self.phone, of: TripTown.clock(8, day: 16))
            #expect(day.rows.map(\.id) == [.lunch])
        }
    }

    @Test("The file tells what is on each day of each user as the planner does, and holds no word and no identifier")
    func index() throws {
        let folder = try TripFolder()
        let town = try TripTown(try files(folder))
        try town.story { city in
            for user in 0..<3 {
                let token = try await city.start("secret-identifier-\(user)")
                for index in 0..<10 {
                    _ = try await city.addEvent(
                        token, .phone(Int32(index) + 1),
                        .hour("dentist \(user) \(index)", 8 + user, day: index * (user + 1)))
                }
                let night = AppointmentForm(
                    "night", .standard(from: TripTown.clock(22), until: TripTown.clock(6, day: 1)), on: [.friday])
                _ = try await city.addEvent(token, .phone(11), night)
            }
        }
        let files = try files(folder)
        for user in 1...3 {
            for day in 0..<35 {
                let time = TripTown.clock(12, day: day)
                let span = TripDay(of: time).start..<TripDay(of: time).end
                let expected = (town.rules[TripUserID(user)]?.appointments ?? []).filter {
                    !$0.spans(overlapping: span).isEmpty
                }.sorted { $0.id < $1.id }
                #expect(try files.appointments(of: TripUserID(user), on: time) == expected)
            }
        }
        for text in ["dentist", "night", "secret-identifier", "calendars"] {
            #expect(try !folder.holds(text), "\(text)")
        }
        #expect(throws: RecordKeyError.wrong(folder.path + "/trips.sqlite")) {
            try TripFiles(folder: folder.path, key: try #require(RecordKey(digits: String(repeating: "6", count: 64))))
        }
    }

    @Test("With a second copy nothing is lost, whichever file is damaged", arguments: ["trips", "devices"], [0, 1])
    func copies(_ name: String, damaged: Int) throws {
        let folders = [try TripFolder(), try TripFolder()]
        try TripTown(try files(folders[0], copy: folders[1])).story { city in
            let ada = try await city.start("ada")
            _ = try await city.addEvent(ada, .phone(1), .hour("meeting", 10))
        }
        try Data("no database".utf8).write(to: URL(filePath: "\(folders[damaged].path)/\(name).sqlite"))
        let found = try files(folders[0], copy: folders[1])
        #expect(try found.appointments(of: TripUserID(1), on: TripTown.clock(8)).map(\.description) == ["meeting"])
        try TripTown(found).story { city in
            let ada = try await city.openDevice("ada", on: .ios)
            #expect(try await city.openPlanner(ada, on: Self.phone) == 1)
        }
    }

    @Test(
        "What a full disk refuses is refused to its user, and did not happen; a later change is taken",
        arguments: [false, true])
    func fullDisk(isBeside: Bool) throws {
        let disk = FullDisk()
        var memory = TripFiles.inMemory()
        let users = memory.shelves.users
        memory = TripFiles(
            shelves: TripShelves(users: users, appointments: disk), devices: memory.devices, key: memory.key)
        let town = try TripTown(memory, writing: isBeside ? TripTown.threads : nil)
        try town.story { city in
            let ada = try await city.start("ada")
            _ = try await city.addEvent(ada, .phone(1), .hour("first", 10))
            disk.isFull.withLock { $0 = true }
            await #expect(throws: AppointmentError.notTaken(.notKept)) {
                try await city.addEvent(ada, .phone(2), .hour("second", 12))
            }
            #expect(try await city.day(ada, on: Self.phone, of: TripTown.clock(8)).rows.map(\.description) == ["first"])
            disk.isFull.withLock { $0 = false }
            // The same change again, as it was not taken.
            _ = try await city.addEvent(ada, .phone(2), .hour("second", 12))
        }
        #expect(town.trips.service.onLoop { $0.shelfFailure } is FullDisk.Full)
        #expect(disk.load().open.map(\.appointment.description) == ["first", "second"])
        #expect(try users.load().open.map(\.id) == [TripUserID(1)])
        #expect(TripInvariants.violations(of: TripSnapshot(town.rules, at: TripTown.clock(9))).isEmpty)
    }

    @Test("An event whose change was not kept whole is not there after a crash, and is taken when it is sent again")
    func halfKept() throws {
        let memory = TripFiles.inMemory()
        try TripTown(memory).story { city in _ = try await city.start("ada") }
        let stamp = ChangeStamp(Self.phone, 1)
        let calendar = TripCalendarID(1)
        let time = AppointmentTime.standard(from: TripTown.clock(10), until: TripTown.clock(11))
        try memory.shelves.appointments.save(
            StoredAppointment(
                user: TripUserID(1),
                Appointment(id: AppointmentID(1), origin: stamp, calendar: calendar, description: "half", time: time)))
        let town = try TripTown(memory)
        #expect(town.rules[TripUserID(1)]?.appointments.isEmpty == true)
        #expect(try memory.shelves.appointments.load().open.isEmpty)
        try town.story { city in
            let ada = try await city.openDevice("ada", on: .ios)
            let event = try await city.addEvent(ada, .phone(1), .hour("half", 10))
            #expect(event == AppointmentID(1))
        }
        #expect(try memory.shelves.appointments.load().open.map(\.appointment.description) == ["half"])
    }
}

/// A disk that may be full.
private final class FullDisk: RecordStore {
    struct Full: Error {}
    let isFull = Mutex(false)
    private let memory = RecordMemory<StoredAppointment>()

    func save(_ record: StoredAppointment) throws {
        if isFull.withLock({ $0 }) { throw Full() }
        memory.save(record)
    }
    func remove(_ key: AppointmentID) throws {
        if isFull.withLock({ $0 }) { throw Full() }
        memory.remove(key)
    }
    func load() -> StoredRecords<StoredAppointment> { memory.load() }
}
