// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityModel
import RecordStores
import StoreRules
import StoreService
import Testing

/// The stores are killed (kill -9) after something was noted and before it was answered: nothing that was accepted is lost.
@Suite struct KilledStoreTests {
    /// The service started again on its files at 08:10.
    private final class Again {
        let loop = CityLoop(start: .seconds(8 * 3600 + 600))
        let log: EventLog
        let service: StoreService
        let files: StoreFiles

        init(_ folder: Folder) throws {
            log = EventLog(loop, batchSize: 1)
            files = try StoreFiles(folder: folder.path, key: RecordKey(digits: String(repeating: "5", count: 64)))
            service = StoreService(
                loop: loop, log: log, codes: SecretCodes(KeyedSecrets(key: [3])), shelves: files.shelves)
            try service.onLoop { service in
                try service.keepVisits()
                try service.restore()
            }
        }

        var floor: StoreFloor? { service.onLoop { $0.rules[StoreID(1)] } }
        var passes: [Pass] { floor.map { floor in floor.openPasses.compactMap { floor.record(of: $0) } } ?? [] }

        func send(_ message: StoreMessage) { loop.runTurn(at: loop.now) { service.onLoop { $0.take(message) } } }
    }

    private func killed(
        _ order: String, _ count: Int, _ writing: String
    ) throws -> (again: Again, folder: Folder) {
        let folder = try Folder()
        #expect(try KilledServiceTests().answered(order, count, writing, in: folder) == (1...Int32(count)).map { $0 })
        return (try Again(folder), folder)
    }

    @Test(
        "AVAIL-07: tickets that were answered, and the one that was only noted, keep their order after kill -9",
        arguments: ["inTurn", "beside"])
    func tickets(_ writing: String) throws {
        let (again, _) = try killed("tickets", 5, writing)
        #expect(again.passes.map(\.id.number) == [1, 2, 3, 4, 5, 6])
        #expect(again.passes.map { $0.shopper?.number } == [1, 2, 3, 4, 5, 6])
        // The first was called before; the next ones are called as those before them go, and numbers go on.
        #expect(again.passes.map(\.phase).first == .called && again.floor?.queued == 5)
        for number in 2...6 {
            again.send(.shopper(ShopperID(number - 1), request: 0, .leaveQueue(isConfirmed: true)))
            #expect(again.passes.first { $0.phase == .called }?.id == PassID(number))
        }
        again.send(.totem(StoreID(1), .takeTicket))
        #expect(again.passes.last?.id == PassID(7))
        again.service.onLoop { $0.rules.checkInvariants() }
    }

    @Test(
        "AVAIL-07: bookings hold their slots after kill -9, and a shopper still has one only",
        arguments: ["inTurn", "beside"])
    func bookings(_ writing: String) throws {
        let (again, _) = try killed("bookings", 4, writing)
        #expect(again.passes.map(\.id.number) == [1, 2, 3, 4, 5])
        #expect(again.passes.allSatisfy { $0.phase == .booked && $0.time == .seconds(12 * 3600) })
        again.send(.shopper(ShopperID(5), request: 0, .book(store: StoreID(1), slot: .seconds(13 * 3600))))
        #expect(again.passes.count == 5)
        again.service.onLoop { $0.rules.checkInvariants() }
    }

    @Test(
        "STORE-R10: a code that opened the gate, or was about to, opens it no second time after kill -9",
        arguments: ["inTurn", "beside"])
    func entries(_ writing: String) throws {
        let (again, _) = try killed("entries", 3, writing)
        #expect(again.floor?.inside == 4 && again.passes.allSatisfy { $0.phase == .inside })
        for pass in again.passes { again.send(.totem(StoreID(1), .scanIn(pass.code))) }
        #expect(again.floor?.inside == 4)
        // They are on their visits' lists, and leave as usual.
        for number in 1...4 { #expect(again.service.onLoop { $0.visits(of: ShopperID(number)) }.count == 1) }
        again.loop.runTurn(at: again.loop.now + .minutes(5)) {}
        for pass in again.passes { again.send(.totem(StoreID(1), .scanOut(pass.code))) }
        #expect(again.floor?.inside == 0)
    }

    @Test(
        "AVAIL-07: who was told that the exit is recorded is out after kill -9, with the visit and its time",
        arguments: ["inTurn", "beside"])
    func exits(_ writing: String) throws {
        let (again, _) = try killed("exits", 3, writing)
        #expect(again.floor?.inside == 0 && again.passes.isEmpty)
        let visits = (1...4).map { number in again.service.onLoop { $0.visits(of: ShopperID(number)) } }
        #expect(
            visits.allSatisfy { list in list.count == 1 && list.allSatisfy { $0.left == $0.entered + .minutes(2) } })
        #expect(again.floor?.meanVisit == .minutes(2))
    }

    @Test(
        "STORE-R8: a booking that was cancelled stays cancelled after kill -9, and its place is free",
        arguments: ["inTurn", "beside"])
    func cancellations(_ writing: String) throws {
        let (again, _) = try killed("cancellations", 3, writing)
        #expect(again.passes.isEmpty)
        again.send(.shopper(ShopperID(4), request: 0, .book(store: StoreID(1), slot: .seconds(12 * 3600))))
        #expect(again.passes.map(\.id) == [PassID(5)])
    }

    @Test(
        "STORE-FAVOURITE: what a shopper marked is kept over kill -9",
        arguments: ["inTurn", "beside"])
    func wishes(_ writing: String) throws {
        let (again, _) = try killed("wishes", 3, writing)
        for number in 1...4 {
            #expect(again.service.onLoop { $0.rules.record(of: ShopperID(number)).favourites } == [StoreID(1)])
        }
    }

    @Test(
        "ACCOUNT-R1: accounts that were answered, and the one that was only made, are there after kill -9",
        arguments: ["inTurn", "beside"])
    func accounts(_ writing: String) throws {
        let (again, folder) = try killed("accounts", 3, writing)
        #expect(again.files.phones.count == 4 && again.files.phones.lastNumber == 4)
        let phone = try #require(PhoneNumber("+39333\(1_000_004)"))
        #expect(again.files.phones.account(phone)?.id == AccountID(4))
        #expect(throws: RecordKeyError.needed(folder.file("shoppers.sqlite"))) {
            try RecordFile<PhoneAccount>(path: folder.file("shoppers.sqlite"))
        }
    }

    @Test(
        "AVAIL-07: a kill while the next one is written leaves what was answered", arguments: ["tickets", "bookings"])
    func whileWritten(order: String) throws {
        let (again, _) = try killed(order, 4, "failing")
        #expect(again.passes.map(\.id.number) == [1, 2, 3, 4])
        again.service.onLoop { $0.rules.checkInvariants() }
    }
}
