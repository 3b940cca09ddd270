// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CityTestKit
import Foundation
import RecordStores
import StoreRules
import StoreService
import Testing

/// What is kept of shoppers and staff: encrypted, for its owner only, and gone when the owner says so.
@Suite struct OwnDataTests {
    private static let store = StoreID(1)

    private static func key(_ digit: Character = "a") throws -> RecordKey {
        try #require(RecordKey(digits: String(repeating: digit, count: 64)))
    }

    /// Goes in and out some times, five minutes each.
    private static func visit(_ city: CityClient, _ token: Token, times: Int) async throws {
        for _ in 0..<times {
            let receipt = try await city.join(token, store)
            _ = try await city.scanIn(receipt.code, at: store)
            try await city.loop.sleep(for: .minutes(5))
            _ = try await city.scanOut(receipt.code, at: store)
        }
    }

    @Test(
        "SEC-07: a shopper with 4 visits gets the 4 visits and the phone number, and nobody else does; the log has the count"
    )
    func export() throws {
        let town = try StoreTown()
        let (ada, bob) = (town.shopper(1), town.shopper(2))
        try town.story { city in
            let (first, second) = (try await ada(city), try await bob(city))
            try await Self.visit(city, first, times: 4)
            try await Self.visit(city, second, times: 1)
            _ = try await city.setFavourite(first, Self.store, isOn: true)
            _ = try await city.book(first, Self.store, at: clock(12))
            let data = try await city.ownData(first)
            #expect(data.phone.text == "+393331000101")
            #expect(data.records.map(\.kind) == ["visit", "visit", "visit", "visit", "booking", "favourite"])
            let visit = try #require(data.records.first)
            #expect(visit.fields["store"] == "1" && visit.fields["entered"] != nil && visit.fields["left"] != nil)
            let other = try await city.ownData(second)
            #expect(other.phone.text == "+393331000102" && other.records.map(\.kind) == ["visit"])
            // The own history is that of the account's page too.
            await #expect(throws: AccessError.notLoggedIn) { try await city.ownData(Token(high: 3, low: 4)) }
            let staff = try await city.staff("anna")
            await #expect(throws: AccessError.notLoggedIn) { try await city.ownData(staff) }
        }
        #expect(
            town.phoneEvents.filter { if case .dataExported = $0 { true } else { false } }
                == [.dataExported(records: 6), .dataExported(records: 1)])
    }

    @Test(
        "SEC-07: a deleted account leaves nothing: ticket, favourites, wishes and visits end, and the phone may open another"
    )
    func deletion() throws {
        let town = try StoreTown()
        let ada = town.shopper(1)
        try town.story { city in
            let token = try await ada(city)
            try await Self.visit(city, token, times: 2)
            _ = try await city.setFavourite(token, Self.store, isOn: true)
            _ = try await city.join(token, Self.store)
            await #expect(throws: DeletionError.refused(.notProceeded)) {
                try await city.deletePhoneAccount(token, isConfirmed: false)
            }
            city.loop.start("reader") {
                while (try? await city.nextNotice(token)) != nil {}
            }
            try await city.deletePhoneAccount(token, isConfirmed: true)
            await #expect(throws: TicketError.access(.notLoggedIn)) { try await city.join(token, Self.store) }
            try await city.loop.sleep(for: .minutes(1))
            let again = try await ada(city)
            #expect(try await city.ownData(again).records.isEmpty)
        }
        // Two visits, a ticket and a favourite, and the account itself.
        #expect(town.phoneEvents.contains(.phoneAccountDeleted(account: AccountID(1_000_000_001), erased: 5)))
        #expect(town.phoneEvents.contains(.accountCreated(account: AccountID(1_000_000_002))))
        #expect(town.events.contains { if case .queueLeft = $0 { true } else { false } })
    }

    @Test(
        "SEC-06, SEC-03: neither the log nor any file holds a phone number, a code, a password or a name of the staff")
    func hidden() throws {
        let folder = try Folder()
        let town = try StoreTown(files: try StoreFiles(folder: folder.path, key: try Self.key()))
        let ada = town.shopper(1)
        let phone = town.phone
        try town.story { city in
            let token = try await ada(city)
            try await Self.visit(city, token, times: 2)
            _ = try await city.join(token, Self.store)
            _ = try await city.staff("anna")
        }
        try Data(town.lines.utf8).write(to: URL(filePath: folder.path + "/events.jsonl"))
        #expect(town.lines.split(separator: "\n").count > 30)
        let search = SecretSearch([
            Secret("phone", "3331000101"), Secret("password", StoreTown.password), Secret("name", "carla@example"),
            Secret("staff", "bruno"), Secret("code", phone.code ?? "none"),
        ])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count >= 4)
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + file))
            #expect(search.finds(in: bytes, place: file).isEmpty, "\(file)")
        }
    }

    @Test("AVAIL-07: accounts, tickets and visits are there after a restart with the key, and not without it")
    func restart() throws {
        let folder = try Folder()
        func files(_ digit: Character = "a") throws -> StoreFiles {
            try StoreFiles(folder: folder.path, key: try Self.key(digit))
        }
        let before = try StoreTown(files: try files())
        let ada = before.shopper(1)
        try before.story { city in
            let token = try await ada(city)
            try await Self.visit(city, token, times: 1)
            _ = try await city.join(token, Self.store)
        }
        #expect(throws: RecordKeyError.wrong(folder.path + "/stores.sqlite")) { try files("b") }
        #expect(throws: RecordKeyError.needed(folder.path + "/stores.sqlite")) {
            try StoreFiles(folder: folder.path, key: nil)
        }
        let after = try StoreTown(files: try files(), addsStores: false)
        let again = after.shopper(1)
        try after.story { city in
            let token = try await again(city)
            let data = try await city.ownData(token)
            #expect(data.records.map(\.kind) == ["visit", "ticket"])
            await #expect(throws: TicketError.refused(.alreadyPending)) { try await city.join(token, Self.store) }
            _ = try await city.staff("anna")
        }
        #expect(!after.phoneEvents.contains { if case .accountCreated = $0 { true } else { false } })
    }

    @Test(
        "AVAIL-07: with a second copy, tickets before are tickets after, whichever file is damaged or gone",
        arguments: [true, false], [true, false])
    func secondCopy(isFirst: Bool, isGone: Bool) throws {
        let (folder, copy) = (try Folder(), try Folder())
        func files() throws -> StoreFiles {
            try StoreFiles(folder: folder.path, copy: copy.path, key: try Self.key("a"))
        }
        func meet(_ town: StoreTown, _ body: @escaping @Sendable (CityClient, Token) async throws -> Void) throws {
            let ada = town.shopper(1)
            try town.story { city in try await body(city, try await ada(city)) }
        }
        try meet(try StoreTown(files: try files())) { city, token in
            try await Self.visit(city, token, times: 1)
            _ = try await city.join(token, Self.store)
        }
        let lost = isFirst ? folder : copy
        for name in ["stores", "shoppers", "staff"] {
            for ending in ["", "-wal", "-shm"] {
                let file = "\(lost.path)/\(name).sqlite\(ending)"
                guard FileManager.default.fileExists(atPath: file) else { continue }
                if isGone {
                    try FileManager.default.removeItem(atPath: file)
                } else {
                    try Data(repeating: 0x5A, count: 6000).write(to: URL(filePath: file))
                }
            }
        }
        // Twice: the mended files are as good as the others.
        for _ in 1...2 {
            try meet(try StoreTown(files: try files(), addsStores: false)) { city, token in
                #expect(try await city.ownData(token).records.map(\.kind) == ["visit", "ticket"])
                await #expect(throws: TicketError.refused(.alreadyPending)) { try await city.join(token, Self.store) }
                _ = try await city.staff("anna")
            }
        }
        if !isGone { #expect(FileManager.default.fileExists(atPath: lost.path + "/stores.sqlite.damaged")) }
    }

    @Test("Visits are kept as long as they are wanted, and the oldest go with the owner's next one")
    func memory() throws {
        let visits = RecordMemory<VisitRecord>()
        let files = try StoreFiles.inMemory()
        let shelves = StoreShelves(visits: visits)
        let town = try StoreTown(files: StoreFiles(shelves: shelves, phones: files.phones, staff: files.staff))
        town.stores.service.onLoop { service in
            #expect(throws: Never.self) { try service.keepVisits(.hours(24)) }
        }
        let ada = town.shopper(1)
        try town.story { city in
            let token = try await ada(city)
            try await Self.visit(city, token, times: 2)
            try await city.loop.sleep(until: clock(9, day: 2))
            try await Self.visit(city, token, times: 1)
            #expect(try await city.ownData(token).records.count == 1)
        }
        #expect(visits.load().open.map(\.key) == [PassID(3)])
    }

    @Test("DEC-ONE-PERSON: a city with accounts of another service keeps both apart, and each session is of one")
    func twoServices() throws {
        let host = CityHost(start: clock(8))
        let secrets = KeyedSecrets(key: [7])
        let hash = Argon2Hash(cost: .reduced, secrets: secrets)
        let clerks = ClerkPort()
        let service = StoreService(loop: host.loop, log: host.log, codes: CountedCodes())
        host.add(service)
        let store = try StoreFiles.inMemory()
        let staff = AccountRegistry(
            loop: host.loop, log: host.log, store: store.staff, port: try StoreRolePort(service), hash: hash,
            tokens: SecretTokens(secrets), above: 2_000_000)
        let other = MemoryAccountStore(details: [])
        let access = host.open(
            AccessParameters(
                gateway: GatewayParameters(), times: SteadyTimes(), store: other, roles: clerks, hash: hash,
                tokens: SecretTokens(KeyedSecrets(key: [8]))))
        access.add(staff, of: .stores)
        let client = CityClient(loop: host.loop, gateway: access.gateway, layout: StoreTown.layout)
        access.connect(client)
        service.onLoop { service in
            service.connect(client)
            service.add(StoreForm(name: "a", place: .origin, settings: .of(1, 0, 0)), managers: [StaffID(1)])
        }
        // The same person, with the same name and two passwords.
        var form = RegistrationForm.of("anna")
        staff.onLoop { [form] in _ = $0.enroll(form, person: 1, password: hash.hash("Passw0rdS")) }
        form.type = .clerk
        access.registry.onLoop { [form] in _ = $0.enroll(form, person: 1, password: hash.hash("Passw0rdC")) }
        #expect(other.count == 1 && store.staff.count == 1)

        let gateway = access.gateway
        host.loop.start("story") {
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await client.loginStaff(LoginForm(username: "anna", password: "Passw0rdC"))
            }
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await client.login(LoginForm(username: "anna", password: "Passw0rdS"))
            }
            do {
                try await client.loop.sleep(for: .seconds(20))
                let manager = try await client.loginStaff(LoginForm(username: "anna", password: "Passw0rdS"))
                let clerk = try await client.login(LoginForm(username: "anna", password: "Passw0rdC"))
                try await client.edit(manager, StoreID(1), .limit(4))
                await #expect(throws: StaffError.access(.wrongRole)) {
                    try await client.edit(clerk, StoreID(1), .limit(5))
                }
                // Each reads the own profile of the own service.
                #expect(try await client.profile(manager).account == AccountID(2_000_001))
                #expect(try await client.profile(clerk).account == AccountID(1))
                try await client.logout(manager)
                #expect(try await client.profile(clerk).type == .clerk)
                // Who is logged in to one service may log in to another: the message says to which.
                let login = AccountMessage.login(LoginForm(username: "anna", password: "Passw0rdS"))
                gateway.arrive(
                    Envelope(ServiceAccountMessage(.stores, login), from: .visitor(7_000_000), token: clerk))
            } catch {
                Issue.record("\(error)")
            }
            client.loop.stop()
        }
        _ = try host.loop.run(until: clock(9))
        #expect(service.onLoop { $0.rules[StoreID(1)]?.settings.limit } == 4)
        #expect(gateway.onLoop { $0.state.sessionCount } == 2)
    }
}

extension RoleName {
    /// What people are in a service that is none of the stores.
    fileprivate static let clerk = RoleName(14, "clerk")
}

/// A service with accounts and nothing else.
private final class ClerkPort: RolePort {
    struct Rules: RoleRules {
        var types: [RoleName] { [.clerk] }
        var providerType: RoleName { .clerk }
    }

    let rules: any RoleRules = Rules()
    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { 1 }
}
