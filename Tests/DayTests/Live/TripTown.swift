// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import Foundation
import Journeys
import RecordStores
import Synchronization
import Testing
import TripRules
import TripService

/// A whole planner server in small, from Monday 08:00 on: gateway, accounts of users, planner; and one client of the public interface in
/// front of it. On foot one goes a metre a second.
final class TripTown {
    let host: CityHost
    let trips: LiveTrips
    let client: CityClient
    private let facts = TripFacts()

    static let phone = TripDeviceID(1)
    static let tablet = TripDeviceID(2)
    static func clock(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> CityTime {
        .seconds((4 + day) * 86_400 + hour * 3600 + minute * 60)
    }
    static func spot(_ metres: Double) -> Place { Place(metresEast: metres, north: 0) }

    /// Threads that write, as those of a live server do, and are waited for in virtual time.
    static let threads = WorkPool(threads: 3, waits: true)

    init(
        _ files: TripFiles? = nil, at time: CityTime = clock(8), setup: PlannerSetup = PlannerSetup(),
        writing: WorkPool? = threads, secrets: any SecretSource = KeyedSecrets(key: [7])
    ) throws {
        host = CityHost(start: time, checksEveryTurn: true)
        host.log.add(facts)
        var parameters = LiveTrips.Parameters()
        (parameters.planner, parameters.writing) = (setup, writing)
        trips = LiveTrips(
            in: host, parameters, files: files ?? .inMemory(),
            journeys: CityJourneys(router: StraightRouter(freeSpeed: 10, circuity: 1)),
            secrets: secrets, times: NoTimes())
        client = CityClient(
            loop: host.loop, gateway: trips.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45)),
            source: 0x0A00_0001)
        try trips.connect(client)
    }

    /// Runs a story of clients on the loop until it has ended.
    func story(
        until end: CityTime = clock(8, day: 60), _ body: @escaping @Sendable (CityClient) async throws -> Void
    ) throws {
        defer { host.log.flush() }
        try host.loop.story(until: end) { [client] in try await body(client) }
    }

    /// Every fact as it stands in the event log's file.
    var lines: String { facts.lines.withLock { $0 } }
    var events: [TripEvent] { facts.events.withLock { $0 } }
    func count(_ holds: (TripEvent) -> Bool) -> Int { events.count(where: holds) }
    var rules: TripRules { trips.service.onLoop { $0.planner.rules } }
}

extension CityClient {
    /// Opens the app of a user on a phone that may tell where it is.
    func start(_ identifier: String, at place: Place = TripTown.spot(0)) async throws -> Token {
        let token = try await openDevice(identifier, on: .android)
        _ = try await openPlanner(token, on: TripTown.phone)
        try await permitPosition(token, on: TripTown.phone, true)
        try await tellPosition(token, on: TripTown.phone, place)
        return token
    }
}

extension AppointmentForm {
    /// An event of an hour.
    static func hour(_ words: String, _ hour: Int, day: Int = 0, at place: Place? = nil) -> AppointmentForm {
        let start = TripTown.clock(hour, day: day)
        return AppointmentForm(words, .standard(from: start, until: start + .hours(1)), at: place)
    }
}

extension DeviceChange {
    static func phone(_ serial: Int32) -> DeviceChange { DeviceChange(TripTown.phone, serial) }
}

extension TripFiles {
    static func inMemory() -> TripFiles {
        TripFiles(shelves: TripShelves(), devices: DeviceBook(), key: IdentifierKey(KeyedSecrets(key: [1])))
    }
}

/// Keeps what was noted, as values and as text.
private final class TripFacts: EventObserver {
    let events = Mutex<[TripEvent]>([])
    let lines = Mutex("")

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] batch in
            for index in batch.indices {
                events.withLock { $0.append(batch[index].event) }
                keep(batch[index])
            }
        }
        feed.on(DeviceEvent.self) { [self] batch in for index in batch.indices { keep(batch[index]) } }
        feed.on(ServerEvent.self) { [self] batch in for index in batch.indices { keep(batch[index]) } }
        feed.on(AccountEvent.self) { [self] batch in for index in batch.indices { keep(batch[index]) } }
    }

    private func keep<Fact: Event>(_ record: Record<Fact>) {
        var text = EventText(Fact.self)
        text.line(record)
        lines.withLock { $0 += String(decoding: text.bytes, as: UTF8.self) }
    }
}

/// A folder that is removed with its test.
final class TripFolder {
    let path = FileManager.default.temporaryDirectory.path + "/trips-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Whether any file holds a text.
    func holds(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: path).contains { name in
            try Data(contentsOf: URL(filePath: path + "/" + name)).range(of: Data(text.utf8)) != nil
        }
    }
}
