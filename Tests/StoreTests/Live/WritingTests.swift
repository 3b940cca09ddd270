// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityGateway
import CityLoop
import CityModel
import Foundation
import StoreRules
import StoreService
import Synchronization
import Testing

/// A whole store server whose files are written beside the loop.
@Suite struct WritingTests {
    private static let store = StoreID(1)

    @Test(
        "PERF-16: passwords and files on 1 and on 8 threads make one event log, and clients see what they see in the turn"
    )
    func threads() throws {
        func run(_ threads: Int?) throws -> (lines: String, news: [String]) {
            let folder = try Folder()
            let pool = threads.map { WorkPool(threads: $0, waits: true) }
            let town = try StoreTown(
                .of(2, 0, 2), files: try StoreFiles(folder: folder.path, key: nil), pool: pool, writing: pool)
            let news = News()
            let client = town.client
            for number in 1...6 {
                let own = town.shopper(number)
                town.loop.start("shopper") {
                    try await client.loop.sleep(for: .seconds(number * 20))
                    try await Self.visit(client, try await own(client), number, news)
                }
            }
            try town.story { city in
                let manager = try await city.staff("anna")
                news.add("\(try await city.edit(manager, Self.store, .limit(6)))")
                await #expect(throws: LoginError.self) {
                    try await city.loginStaff(LoginForm(username: "bruno", password: "Wr0ngword"))
                }
                try await city.changePassword(
                    manager, PasswordChange(current: StoreTown.password, new: "N3wsecret", newRepeat: "N3wsecret"))
                try await city.logout(manager)
                _ = try await city.loginStaff(LoginForm(username: "anna", password: "N3wsecret"))
                try await city.loop.sleep(for: .minutes(60))
            }
            return (town.lines, news.all)
        }
        let (one, eight, inTurn) = (try run(1), try run(8), try run(nil))
        #expect(one.lines == eight.lines && one.news == eight.news)
        #expect(one.news.sorted() == inTurn.news.sorted() && one.news.count > 15)
    }

    private static func visit(_ city: CityClient, _ token: Token, _ number: Int, _ news: News) async throws {
        let receipt = try await city.join(token, store)
        news.add("\(number) has \(receipt.pass) behind \(receipt.ahead ?? -1)")
        while true {
            if case .called = try await city.nextNotice(token) { break }
        }
        let gate = try await city.scanIn(receipt.code, at: store)
        news.add("\(number) at the gate: \(gate)")
        try await city.loop.sleep(for: .minutes(3))
        _ = try await city.scanOut(receipt.code, at: store)
        let visits = try await city.ownData(token).records.count { $0.kind == "visit" }
        news.add("\(number) has \(visits) visit")
        if number == 2 { news.add("2 deletes: \(try await city.deletePhoneAccount(token, isConfirmed: true))") }
    }

    @Test(
        "AVAIL-07: a ticket that its file refuses is refused to its shopper, and those behind move up as if it never was"
    )
    func refused() throws {
        let passes = FullShelf()
        let town = try StoreTown(.of(1, 0, 1), files: try .inMemory(passes: passes))
        let (ada, bob, carl) = (town.shopper(1), town.shopper(2), town.shopper(3))
        try town.story { city in
            let (first, second, third) = (try await ada(city), try await bob(city), try await carl(city))
            _ = try await city.join(first, Self.store)
            passes.fails.store(true, ordering: .relaxed)
            await #expect(throws: TicketError.refused(.notStored)) { try await city.join(second, Self.store) }
            await #expect(throws: TicketError.refused(.notStored)) { try await city.join(second, Self.store) }
            passes.fails.store(false, ordering: .relaxed)
            #expect(try await city.join(third, Self.store).ahead == 0)
            #expect(try await city.join(second, Self.store).ahead == 1)
        }
        town.stores.service.onLoop { $0.rules.checkInvariants() }
        #expect(passes.memory.load().open.count == 3)
    }
}

/// What clients saw.
private final class News: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Passes on a disk that may be full.
private final class FullShelf: RecordStore {
    struct Full: Error {}
    let memory = RecordMemory<Pass>()
    let fails = Atomic<Bool>(false)

    func save(_ record: Pass) throws {
        if fails.load(ordering: .relaxed) { throw Full() }
        memory.save(record)
    }

    func remove(_ key: PassID) { memory.remove(key) }
    func load() -> StoredRecords<Pass> { memory.load() }
}
