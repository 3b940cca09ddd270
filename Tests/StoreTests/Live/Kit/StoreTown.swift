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
import StoreRules
import StoreService
import Synchronization
import Testing

/// A whole store server in small, from 08:00 on: gateway, accounts of shoppers and staff, stores; and one client of the public
/// interface in front of it.
final class StoreTown {
    let host = CityHost(start: clock(8), checksEveryTurn: true)
    let stores: LiveStores
    let client: CityClient
    let phone = TestPhone()
    let mail = MailBox()
    let maps: TownMaps
    private let facts: TownFacts
    private let carrier: SimulatedCarrier

    static let password = "Passw0rd1"
    static let layout = GridLayout(
        rows: 1, columns: 1, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45))
    /// Manages the first store only.
    static let first = StaffID(1)
    /// Manages both, and may add stores.
    static let chief = StaffID(2)
    /// Works at the first store.
    static let employee = StaffID(3)

    /// Threads that write, as those of a live server do, and are waited for in virtual time.
    static let threads = WorkPool(threads: 4, waits: true)

    /// Two stores, the first one with `settings`; both within reach of each other. `writing` writes what they keep, and nil has it
    /// written in the turn.
    init(
        _ settings: StoreSettings = .of(2, 1, 2), files: StoreFiles? = nil, codes: any CodeSource = CountedCodes(),
        addsStores: Bool = true, parameters: StoreParameters = StoreParameters(),
        gateway: GatewayParameters = GatewayParameters(), service: TimeSpan = .zero, keepsLines: Bool = true,
        pool: WorkPool? = nil, writing: WorkPool? = threads, secrets: any SecretSource = KeyedSecrets(key: [7]),
        fate: @escaping SimulatedCarrier.Fate = { _, _ in .delivered(after: .seconds(1)) }
    ) throws {
        facts = TownFacts(keepsLines: keepsLines)
        host.log.add(facts)
        var opened = LiveStores.Parameters()
        opened.managers = [Self.chief]
        (opened.stores, opened.gateway) = (parameters, gateway)
        (opened.pool, opened.writing) = (pool, writing)
        stores = try LiveStores(
            in: host, opened, files: try files ?? .inMemory(), codes: codes, secrets: secrets,
            hash: Argon2Hash(cost: .reduced, secrets: secrets), times: SteadyTimes(span: service))
        carrier = SimulatedCarrier(loop: host.loop, log: host.log, reader: phone, fate: fate)
        client = CityClient(
            loop: host.loop, gateway: stores.access.gateway,
            layout: Self.layout, source: 0x0A00_0001)
        maps = TownMaps(loop: host.loop)
        try stores.connect(client, carrier: carrier, mailer: mail, maps: maps)
        for (staff, name) in [(Self.first, "anna"), (Self.chief, "bruno"), (Self.employee, "carla")] {
            #expect(stores.enroll(staff, .of(name), password: Self.password) == nil)
        }
        guard addsStores else { return }
        stores.service.onLoop { service in
            service.add(
                StoreForm(name: "corner", place: .origin, settings: settings), employees: [Self.employee],
                managers: [Self.first, Self.chief])
            service.add(
                StoreForm(name: "market", place: Place(metresEast: 600, north: 0), settings: .of(2, 0, 2)),
                managers: [Self.chief])
        }
    }

    var loop: CityLoop { host.loop }

    /// Runs a story of clients on the loop until it has ended.
    func story(
        until end: CityTime = clock(8, day: 30), _ body: @escaping @Sendable (CityClient) async throws -> Void
    ) throws {
        defer { host.log.flush() }
        try loop.story(until: end) { [client] in try await body(client) }
    }

    /// The session of shopper number n, who has a phone.
    func shopper(_ number: Int) -> @Sendable (CityClient) async throws -> Token {
        let phone = phone
        return { client in
            let own = "+39 333 1000\(100 + number)"
            try await client.askCode(phone: own)
            try await client.loop.sleep(for: .seconds(2))
            return try await client.login(phone: own, code: phone.code ?? "")
        }
    }

    var events: [StoreEvent] { facts.stores }
    var phoneEvents: [PhoneEvent] { facts.phones }
    /// Every fact as it stands in the event log's file.
    var lines: String { facts.lines }
    /// How many messages the gateway refused for their number.
    var tooMany: Int { facts.tooMany }
    var floor: StoreFloor? { stores.service.onLoop { $0.rules[StoreID(1)] } }
}

extension CityClient {
    func staff(_ name: String) async throws -> Token {
        try await loginStaff(LoginForm(username: name, password: StoreTown.password))
    }
}

extension StoreFiles {
    static func inMemory(passes: any RecordStore<Pass> = RecordMemory<Pass>()) throws -> StoreFiles {
        StoreFiles(
            shelves: StoreShelves(passes: passes), phones: PhoneBook(),
            staff: try RecordedAccounts(
                RecordMemory<Account>(), logins: RecordMemory<LoginEntry>(), details: StoreRoles().details))
    }
}

extension StoreSettings {
    /// A store with these places.
    static func of(_ normal: Int32, _ priority: Int32, _ booking: Int32) -> StoreSettings {
        StoreSettings(
            limit: normal + priority + booking,
            quotas: ClassCounts(normal: normal, priority: priority, booking: booking))
    }

    func with(_ change: (inout StoreSettings) -> Void) -> StoreSettings {
        var settings = self
        change(&settings)
        return settings
    }
}

extension RegistrationForm {
    /// A member of staff.
    static func of(_ name: String) -> RegistrationForm {
        var form = RegistrationForm(.staff)
        form.username = name
        form.email = "\(name)@example.org"
        form.name = name
        form.surname = "Rossi"
        form.password = StoreTown.password
        form.passwordRepeat = StoreTown.password
        return form
    }
}

/// Codes in the order of asking.
struct CountedCodes: CodeSource {
    private var last: UInt64 = 0

    mutating func next() -> EntryCode {
        last += 1
        return EntryCode(high: 7, low: last)
    }
}

/// Always the same code.
struct StuckCodes: CodeSource {
    mutating func next() -> EntryCode { EntryCode(high: 7, low: 7) }
}

/// The phone that every SMS goes to.
final class TestPhone: SmsReader {
    private let last = Mutex<String?>(nil)
    var code: String? { last.withLock { $0 } }
    func receive(_ sms: Sms) { last.withLock { $0 = sms.code } }
}

/// Keeps all mail.
final class MailBox: Mailer {
    private let mails = Mutex<[Mail]>([])
    var all: [Mail] { mails.withLock { $0 } }
    func send(_ mail: Mail) { mails.withLock { $0.append(mail) } }
}

/// Maps that know the market's address, and take a second to say so; of one they never say anything.
final class TownMaps: AddressFinder {
    private let loop: CityLoop
    init(loop: CityLoop) { self.loop = loop }

    func find(_ address: String, _ answer: @escaping @Sendable (AddressAnswer) -> Void) {
        guard address != "Silent Street 1" else { return }
        loop.schedule(at: loop.now + .seconds(1), as: .arrival) {
            answer(address == "Market Street 6" ? .found(Place(metresEast: 600, north: 0)) : .unknown)
        }
    }
}

/// A server that takes the same time for everything.
struct SteadyTimes: ServiceTimes {
    var span = TimeSpan.zero
    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { span }
}

/// Keeps what was noted of stores and accounts, as values and as text.
private final class TownFacts: EventObserver {
    private struct All {
        var stores: [StoreEvent] = []
        var phones: [PhoneEvent] = []
        var lines = ""
        var tooMany = 0
    }
    private let all = Mutex(All())
    private let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    var stores: [StoreEvent] { all.withLock { $0.stores } }
    var phones: [PhoneEvent] { all.withLock { $0.phones } }
    var lines: String { all.withLock { $0.lines } }
    var tooMany: Int { all.withLock { $0.tooMany } }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] batch in
            for index in batch.indices { keep(batch[index]) { $0.stores.append(batch[index].event) } }
        }
        feed.on(PhoneEvent.self) { [self] batch in
            for index in batch.indices { keep(batch[index]) { $0.phones.append(batch[index].event) } }
        }
        feed.on(AccountEvent.self) { [self] batch in
            for index in batch.indices { keep(batch[index]) { _ in } }
        }
        feed.on(ServerEvent.self) { [self] batch in
            for index in batch.indices {
                keep(batch[index]) { all in
                    if case .messageRefused(_, _, _, _, _, _, _, .rateLimited) = batch[index].event { all.tooMany += 1 }
                }
            }
        }
    }

    private func keep<Fact: Event>(_ record: Record<Fact>, _ body: (inout All) -> Void) {
        all.withLock { body(&$0) }
        guard keepsLines else { return }
        var text = EventText(Fact.self)
        text.line(record)
        all.withLock { $0.lines += String(decoding: text.bytes, as: UTF8.self) }
    }

    func finish(at end: CityTime) {}
}

/// A folder that is removed with its test.
final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/stores-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
