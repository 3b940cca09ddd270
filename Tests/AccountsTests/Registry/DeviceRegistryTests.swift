// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import Foundation
import RecordStores
import Synchronization
import Testing

@testable import Accounts

/// The real service of accounts by device on a real loop.
@Suite struct DeviceRegistryTests {
    private static let identifier = "icloud-7f3a9c55e0"

    @Test("A user is recognised without a login: one account for one identifier, and a session each time")
    func recognised() throws {
        let city = try DeviceCity()
        city.open(0, Self.identifier, on: .ios)
        city.open(10, Self.identifier, on: .android)
        city.open(20, "google-1", on: .android)
        try city.run(until: 30)
        #expect(
            city.names == [
                "deviceAccountCreated", "deviceRecognised", "deviceRecognised", "deviceAccountCreated",
                "deviceRecognised",
            ])
        #expect(city.answers.map(\.isNew) == [true, false, true])
        let sessions = city.gateway.opened
        #expect(sessions.map(\.account.number) == [101, 101, 102] && Set(sessions.map(\.token)).count == 3)
        #expect(sessions.map(\.role) == [Role(.tester, 1), Role(.tester, 1), Role(.tester, 2)])
        #expect(city.registry.book.count == 2)
        city.close(40, sessions[0])
        // A session that is over, and one of somebody else's service.
        city.close(50, sessions[0])
        city.close(60, Session(token: Token(high: 9, low: 9), account: AccountID(7), role: Role(.tester, 1)))
        try city.run(until: 70)
        #expect(city.gateway.closed == [sessions[0].token] && city.names.suffix(1) == ["deviceSessionEnded"])
        #expect(city.answers.suffix(3) == [.closed, .closed, .closed])
    }

    @Test(
        "What is no identifier opens nothing, and is noted",
        arguments: ["", " ", "a b", "a\n", "\u{7F}", String(repeating: "x", count: 201)])
    func noIdentifier(_ text: String) throws {
        let city = try DeviceCity()
        city.open(0, text)
        try city.run(until: 1)
        #expect(city.names == ["deviceRefused"] && city.answers == [.refused(.badIdentifier)])
        #expect(city.gateway.opened.isEmpty && city.registry.book.count == 0)
    }

    @Test("Of more than ten sessions of a user the oldest ends")
    func manySessions() throws {
        let city = try DeviceCity()
        for time in 0..<12 { city.open(time, Self.identifier) }
        try city.run(until: 20)
        let opened = city.gateway.opened
        #expect(opened.count == 12 && city.gateway.closed == [opened[0].token, opened[1].token])
        #expect(city.names.count { $0 == "deviceSessionEnded" } == 2)
    }

    @Test("A person of a population keeps the own number, and others get numbers above all")
    func numbers() throws {
        let city = try DeviceCity()
        city.open(0, "a", from: Connection(Role(.tester, 8)))
        city.open(1, "b", from: .visitor(3))
        // The number is taken: by the same person's other account.
        city.open(2, "c", from: Connection(Role(.tester, 8)))
        try city.run(until: 3)
        #expect(city.gateway.opened.map(\.account.number) == [108, 109, 110])
    }

    @Test("ACCOUNT-TRIP-02: hashes depend on the key, are 32 bytes, and nothing shows identifier, hash or key")
    func keyed() throws {
        let identifier = try #require(CloudIdentifier(Self.identifier))
        let keys = try (0..<2).map { seed in
            try #require(IdentifierKey(bytes: [UInt8](repeating: UInt8(seed), count: 32)))
        }
        #expect(IdentifierKey(bytes: [1, 2, 3]) == nil)
        let hashes = keys.map { $0.hash(identifier) }
        #expect(hashes[0] == keys[0].hash(identifier) && hashes[0] != hashes[1])
        #expect(hashes.allSatisfy { $0.bytes.count == 32 })
        let other = try #require(CloudIdentifier(Self.identifier + "1"))
        #expect(keys[0].hash(other) != hashes[0])
        // The key of a seed is the same each time.
        func seeded(_ seed: UInt64) -> IdentifierHash { IdentifierKey(KeyedSecrets(key: [seed])).hash(identifier) }
        #expect(seeded(1) == seeded(1) && seeded(1) != seeded(2))
        let message = DeviceSessionMessage.open(identifier: Self.identifier)
        var shown = "\(identifier) \(message) \(String(reflecting: message)) \(hashes[0]) \(keys[0])"
        for value in [identifier, message, hashes[0], keys[0]] as [Any] { dump(value, to: &shown) }
        #expect(!shown.contains("7f3a9c") && !shown.contains("\(hashes[0].bytes[0]), "))
    }

    @Test("ACCOUNT-TRIP-02: users are the same after a restart, and neither file nor log holds an identifier")
    func restart() throws {
        let folder = try Folder()
        func book() throws -> DeviceBook {
            try DeviceBook(try RecordFile<DeviceAccount>(path: folder.file("devices.sqlite")))
        }
        let before = try DeviceCity(book: try book())
        before.open(0, Self.identifier)
        before.open(1, "other")
        try before.run(until: 2)
        let after = try DeviceCity(book: try book())
        after.open(0, "other")
        after.open(1, Self.identifier)
        after.open(2, "third")
        try after.run(until: 3)
        #expect(after.gateway.opened.map(\.account.number) == [102, 101, 103])
        #expect(after.answers.map(\.isNew) == [false, false, true])
        #expect(try !folder.holds(Self.identifier) && !folder.holds("7f3a9c55e0"))
        #expect(!after.text.contains(Self.identifier))
        // With another key nobody is known.
        let strange = try DeviceCity(book: try book(), seed: 2)
        strange.open(0, Self.identifier)
        try strange.run(until: 1)
        #expect(strange.answers.map(\.isNew) == [true])
    }

    @Test(
        "A failing file makes no account; two devices of a new user make one, also when it is written beside the loop")
    func written() throws {
        let broken = FailingShelf()
        let city = try DeviceCity(book: try DeviceBook(broken))
        city.open(0, Self.identifier)
        try city.run(until: 1)
        #expect(city.names == ["deviceRefused"] && city.answers == [.refused(.notStored)])
        #expect(city.gateway.opened.isEmpty && city.registry.onLoop { $0.bookFailure } is FailingShelf.Broken)
        let beside = try DeviceCity(
            book: try DeviceBook(RecordMemory<DeviceAccount>()), pool: WorkPool(threads: 1, waits: true))
        // At one instant: the second waits for the first one's account.
        beside.open(1, Self.identifier)
        beside.open(1, Self.identifier)
        try beside.run(until: 2)
        #expect(beside.gateway.opened.map(\.account.number) == [101, 101] && beside.registry.book.count == 1)
    }
}

/// The registry with its clients. Users are testers, numbered above 100.
private final class DeviceCity {
    let loop = CityLoop(start: .epoch)
    let registry: DeviceRegistry
    let gateway = OpenSessions()
    private let log: EventLog
    private let list = DeviceFacts()
    private let clients = DeviceListener()

    init(book: DeviceBook = DeviceBook(), seed: UInt64 = 1, pool: WorkPool? = nil) throws {
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        registry = DeviceRegistry(
            loop: loop, log: log, book: book, key: IdentifierKey(KeyedSecrets(key: [seed])),
            numbering: PersonNumbering(.tester, above: 100), tokens: SecretTokens(KeyedSecrets(key: [7])),
            writer: RecordWriter(loop, pool: pool))
        let (gateway, clients) = (gateway, clients)
        registry.onLoop { $0.connect(gateway, clients: clients) }
    }

    var answers: [DeviceAnswer] { clients.heard.withLock { $0 } }
    var names: [String] {
        log.flush()
        return list.facts.map(\.name)
    }
    /// The whole log, as text.
    var text: String {
        log.flush()
        return "\(list.facts)"
    }

    func open(
        _ seconds: Int, _ identifier: String, on system: ClientSystem = .ios,
        from connection: Connection = .visitor(0)
    ) {
        send(seconds, .open(identifier: identifier), nil, system, connection)
    }

    func close(_ seconds: Int, _ session: Session) {
        send(seconds, .close, session, .ios, Connection(session.role))
    }

    private func send(
        _ seconds: Int, _ message: DeviceSessionMessage, _ session: Session?, _ system: ClientSystem,
        _ connection: Connection
    ) {
        let registry = registry
        loop.schedule(at: .seconds(seconds), as: .arrival) {
            registry.serve(Envelope(message, from: connection, system: system), session: session)
        }
    }

    func run(until seconds: Int) throws { try loop.run(until: .seconds(seconds)) }
}

extension DeviceAnswer {
    /// Whether it opened an account; nil for another answer.
    fileprivate var isNew: Bool? { if case .opened(_, let isNew) = self { isNew } else { nil } }
}

extension RoleName {
    fileprivate static let tester = RoleName(99, "tester")
}

private final class DeviceListener: DeviceClients {
    let heard = Mutex<[DeviceAnswer]>([])
    func notify(_ connection: Connection, _ answer: DeviceAnswer) { heard.withLock { $0.append(answer) } }
}

private final class DeviceFacts: EventObserver {
    private let list = Mutex<[DeviceEvent]>([])
    var facts: [DeviceEvent] { list.withLock { $0 } }
    func subscribe(to feed: EventFeed) {
        feed.on(DeviceEvent.self) { [self] batch in
            for index in batch.indices { list.withLock { $0.append(batch[index].event) } }
        }
    }
    func finish(at end: CityTime) {}
}

private final class OpenSessions: SessionGateway {
    private let state = Mutex<(opened: [Session], closed: [Token])>(([], []))
    var opened: [Session] { state.withLock { $0.opened } }
    var closed: [Token] { state.withLock { $0.closed } }
    func open(_ session: Session) { state.withLock { $0.opened.append(session) } }
    func close(_ token: Token) { state.withLock { $0.closed.append(token) } }
    func closeSessions(of account: AccountID) {}
    func restrict(_ account: AccountID, mustChangePassword: Bool) {}
}

/// A disk that takes nothing.
private final class FailingShelf: RecordStore {
    struct Broken: Error {}

    func save(_ record: DeviceAccount) throws { throw Broken() }
    func remove(_ key: AccountID) throws { throw Broken() }
    func load() throws -> StoredRecords<DeviceAccount> { StoredRecords() }
}
