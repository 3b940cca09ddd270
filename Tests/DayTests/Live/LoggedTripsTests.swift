// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import Journeys
import Synchronization
import Testing
import TripRules
import TripService

/// The trip planner of a live city on an input log.
@Suite struct LoggedTripsTests {
    private static let identifier = "ada@cloud.example"

    @Test(
        "AVAIL-02, ACCOUNT-TRIP-02: a planner is the same city again from its log: users by their devices, events, plans and notices; no identifier is in it"
    )
    func again() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedTrips(store, secrets: 1)
        #expect(first.takenUp.inputs == 0)
        let kept = Mutex<(token: Token, event: AppointmentID)?>(nil)
        try first.story { city in
            let token = try await city.start(Self.identifier)
            let event = try await city.addEvent(
                token, .phone(1), .hour("meeting", 10, at: TripTown.spot(900)))
            _ = try await city.day(token, on: TripTown.phone, of: TripTown.clock(9))
            while true {
                if case .timeToLeave = try await city.nextTripNotice(token) { break }
            }
            await #expect(throws: DeviceError.refused(.badIdentifier)) { try await city.openDevice("no identifier") }
            kept.withLock { $0 = (token, event) }
        }
        let (facts, ended) = (first.facts, first.host.loop.now)
        #expect(facts.contains("timeToLeave") && facts.contains("eventAdded"))
        first.end()
        let texts = store.load().open.map { "\($0.body)" }.joined()
        #expect(texts.contains("DeviceSessionMessage") && !texts.contains(Self.identifier))

        let second = try LoggedTrips(store, secrets: 2)
        #expect(second.takenUp.inputs == store.load().open.count && second.takenUp.cut == 0)
        try second.host.loop.run(until: ended)
        #expect(second.facts == facts)
        let (token, event) = try #require(kept.withLock { $0 })
        try second.story { city in
            // The session goes on, and the device is known by the same identifier.
            let day = try await city.day(token, on: TripTown.phone, of: TripTown.clock(9))
            #expect(day.rows.count == 1)
            let again = try await city.openDevice(Self.identifier, on: .android)
            #expect(again != token)
            #expect(try await city.openPlanner(again, on: TripTown.phone) == 1)
            #expect(try await city.openDevice("bob@cloud.example") != again)
            let next = try await city.addEvent(again, .phone(2), .hour("tea", 15))
            #expect(next > event)
        }
        second.end()
    }

    @Test(
        "ACCOUNT-TRIP-02: whoever has an account by device is recognised by a new log under the same key, and has no session there"
    )
    func carried() throws {
        let first = try LoggedTrips(RecordMemory<StoredInput>(), secrets: 1)
        let kept = Mutex<Token?>(nil)
        try first.story { city in
            let token = try await city.start(Self.identifier)
            kept.withLock { $0 = token }
        }
        let carried = try first.access.accountsToCarry()
        #expect(carried.map(\.kind) == ["device"])
        first.end()
        let second = try LoggedTrips(RecordMemory<StoredInput>(), secrets: 2)
        #expect(try second.access.carry(carried) == [])
        #expect(try second.access.accountsToCarry() == carried)
        let old = try #require(kept.withLock { $0 })
        try second.story { city in
            await #expect(throws: (any Error).self) {
                _ = try await city.day(old, on: TripTown.phone, of: TripTown.clock(9))
            }
            _ = try await city.openDevice(Self.identifier)
        }
        #expect(second.facts.contains("deviceRecognised") && !second.facts.contains("deviceAccountCreated"))
        second.end()
    }
}

/// A city of one planner on an input log, opened anew on the same one by a process with other secrets.
private final class LoggedTrips {
    let host: CityHost
    let client: CityClient
    let access: CityAccess
    let takenUp: TakenUp
    private let noted = NotedTrips()

    init(_ store: any RecordStore<StoredInput>, secrets: UInt64) throws {
        host = CityHost(
            start: try LiveInputs.start(of: store) ?? TripTown.clock(8), observers: [noted], checksEveryTurn: true)
        // Made of the key of the log, which stays.
        let key = IdentifierKey(KeyedSecrets(key: [9]))
        let inputs = LiveInputs(
            of: host, in: store, origin: LogOrigin(build: "b1", city: "trips"),
            types: [TripMessage.self, DeviceSessionMessage.self], secrets: KeyedSecrets(key: [secrets]),
            hash: Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [secrets, 1])), writing: .virtual,
            identifiers: key)
        let trips = LiveTrips(
            on: host, LiveTrips.Parameters(), files: TripFiles(shelves: TripShelves(), devices: DeviceBook(), key: key),
            journeys: CityJourneys(router: StraightRouter(freeSpeed: 10, circuity: 1)), secrets: inputs.secrets)
        var opened = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        (opened.inputs, opened.pool) = (inputs, .virtual)
        let nobody = LiveAccounts(
            ServiceID("nobody"), store: MemoryAccountStore(details: []), roles: NoPeople())
        let city = LiveCity(in: host, [LiveService([], accounts: nobody), trips], opened)
        client = CityClient(
            loop: host.loop, gateway: city.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45)))
        trips.attach(client)
        try city.connect(client)
        access = city.access
        takenUp = try access.takeUp()
    }

    func story(_ body: @escaping @Sendable (CityClient) async throws -> Void) throws {
        try host.loop.story(until: host.loop.now + .hours(48)) { [client] in try await body(client) }
        // What is written beside the loop is waited for.
        try host.loop.run(until: host.loop.now)
    }

    /// Ends the process: nothing of the city is left but its log.
    func end() {
        host.close(at: host.loop.now)
        #expect(host.loop.tearDown() == [])
    }

    /// What the planner and its accounts noted. What the gateway notes is of one process only.
    var facts: String {
        host.log.flush()
        return noted.all
    }

    /// Nobody has a password.
    private final class NoPeople: RolePort {
        struct NoRoles: RoleRules {
            var types: [RoleName] { [] }
            var providerType: RoleName { .visitor }
        }

        let rules: any RoleRules = NoRoles()
        func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { 0 }
    }
}

/// Keeps facts with their times; the number of a record counts those of the gateway too.
private final class NotedTrips: EventObserver {
    private let lines = Mutex("")

    var all: String { lines.withLock { $0 } }

    func subscribe(to feed: EventFeed) {
        for type in [TripEvent.self, DeviceEvent.self] as [any Event.Type] { keep(type, feed) }
    }

    private func keep<Fact: Event>(_: Fact.Type, _ feed: EventFeed) {
        feed.on(Fact.self) { [self] batch in
            for index in batch.indices {
                let record = batch[index]
                lines.withLock { $0 += "\(record.time.nanoseconds) \(record.event)\n" }
            }
        }
    }

    func finish(at end: CityTime) {}
}
