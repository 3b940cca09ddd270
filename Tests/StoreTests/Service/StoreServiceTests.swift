// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Foundation
import RecordStores
import StoreRules
import Synchronization
import Testing

@testable import StoreService

/// The actor of the store service: nothing but the rules decides, and nothing that was confirmed is lost.
@Suite struct StoreServiceTests {
    private static func join(_ shopper: Int) -> StoreMessage {
        .shopper(ShopperID(shopper), request: 0, .join(store: StoreID(1), travel: .zero))
    }

    @Test("A full store calls the next when somebody leaves, and forgets who does not come within the grace")
    func queue() throws {
        let city = LiveStore()
        city.open(1)
        city.send(0, Self.join(1), Self.join(2), Self.join(3))
        city.send(1, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: 1))))
        city.send(21, .totem(StoreID(1), .scanOut(EntryCode(high: 7, low: 1))))
        // The second one was called at 21 min and never comes; the third one is called 10 min later.
        city.send(32, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: 2))))
        city.send(33, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: 3))))
        try city.run(until: 60)
        #expect(city.listener.answers.count == 4)
        #expect(city.listener.answers.first == .opened(PassID(1)) && city.listener.answers.last == .opened(PassID(3)))
        let calls = city.story.filter { $0.hasSuffix("ticketCalled") }
        #expect(calls == ["0 ticketCalled", "21 ticketCalled", "31 ticketCalled"])
        #expect(city.service.onLoop { $0.rules[StoreID(1)]?.inside } == 1)
        #expect(city.violations.isEmpty)
    }

    @Test("A ticket that cannot be written is refused, and nobody holds it")
    func notStored() throws {
        let shelf = FailingShelf<Pass>()
        let city = LiveStore(shelves: StoreShelves(passes: shelf))
        city.open(1)
        city.send(0, Self.join(1))
        shelf.fails = true
        try city.run(until: 1)
        #expect(city.listener.notices == [.joinRefused(StoreID(1), .notStored)])
        shelf.fails = false
        city.send(1, Self.join(1))
        try city.run(until: 3)
        #expect(city.listener.code(2) ?? city.listener.code(1) != nil)
        #expect(city.violations.isEmpty && city.service.onLoop { $0.shelfFailure } == nil)
    }

    @Test("What was confirmed is there after a restart from files: stores, tickets, who is inside, wishes")
    func restart() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stores-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func shelves() throws -> StoreShelves {
            let path = folder.appendingPathComponent("stores.sqlite").path
            return StoreShelves(
                stores: try RecordFile<StoreRecord>(path: path), passes: try RecordFile<Pass>(path: path),
                shoppers: try RecordFile<ShopperRecord>(path: path))
        }
        let before = LiveStore(shelves: try shelves())
        before.open(1, booking: 1)
        before.send(0, Self.join(1), Self.join(2))
        before.send(
            1, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: 1))),
            .shopper(ShopperID(3), request: 0, .setFavourite(store: StoreID(1), isOn: true)),
            .staff(LiveStore.manager, .edit(StoreID(1), .grace(.minutes(3)))))
        try before.run(until: 5)

        let after = LiveStore(at: .seconds(8 * 3600 + 600), shelves: try shelves())
        try after.service.onLoop { try $0.restore() }
        after.service.onLoop { service in
            #expect(service.rules[StoreID(1)]?.inside == 1 && service.rules[StoreID(1)]?.queued == 1)
            #expect(service.rules[StoreID(1)]?.settings.grace == .minutes(3))
            #expect(service.rules.record(of: ShopperID(3)).favourites == [StoreID(1)])
            #expect(service.rules.pending(of: ShopperID(2))?.code == EntryCode(high: 7, low: 2))
        }
        // The place freed calls the ticket of before, whose grace is the new one.
        after.send(1, .totem(StoreID(1), .scanOut(EntryCode(high: 7, low: 1))))
        try after.run(until: 20)
        #expect(after.story.contains("11 ticketCalled") && after.story.contains { $0.hasPrefix("14 ticket") })
    }

    @Test("A service that keeps nothing serves as one that keeps all")
    func keepsNothing() throws {
        let stories = try [StoreShelves(), .none].map { shelves in
            let city = LiveStore(shelves: shelves)
            city.open(1)
            city.send(0, Self.join(1), Self.join(2))
            city.send(1, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: 1))))
            city.send(9, .totem(StoreID(1), .scanOut(EntryCode(high: 7, low: 1))))
            try city.run(until: 30)
            return city.story
        }
        #expect(stories[0] == stories[1] && stories[0].count > 5)
        #expect(try StoreShelves.none.passes.load().open.isEmpty)
    }

    @Test("A replay of the messages alone, with the codes they had, gives the same facts")
    func replay() throws {
        let first = LiveStore()
        first.open(2)
        for minute in 0..<40 {
            first.send(minute, Self.join(minute + 1))
            first.send(minute + 5, .totem(StoreID(1), .scanIn(EntryCode(high: 7, low: UInt64(minute + 1)))))
            first.send(minute + 25, .totem(StoreID(1), .scanOut(EntryCode(high: 7, low: UInt64(minute + 1)))))
        }
        try first.run(until: 120)
        let second = LiveStore(inputs: InputLog(keeps: false))
        second.open(2)
        let service = second.service
        for record in first.inputs.records {
            second.loop.schedule(at: record.time, as: .arrival) {
                service.onLoop { service in (record.message as? CodedMessage).map { service.take($0) } }
            }
        }
        try second.run(until: 120)
        #expect(first.events == second.events && first.events.count > 150)
        #expect(first.violations.isEmpty)
    }

    @Test("In an outage no ticket is called or dropped; what fell due comes when the server is up again")
    func outage() throws {
        let city = LiveStore()
        city.open(1)
        city.send(0, Self.join(1), Self.join(2))
        let (loop, service) = (city.loop, city.service)
        // The first one is called at 0 and has until 10 min; the server is down from 5 to 30 min.
        loop.schedule(at: loop.now + .minutes(5), as: .arrival) { service.holdTimers() }
        loop.schedule(at: loop.now + .minutes(30), as: .arrival) {
            service.restartTimers()
            #expect(service.releaseTimers() == 1)
        }
        try city.run(until: 40)
        #expect(city.story.filter { $0.hasSuffix("ticketCalled") } == ["0 ticketCalled", "30 ticketCalled"])
        #expect(city.violations.isEmpty)
    }
}

/// A shelf in memory that can be told to fail.
private final class FailingShelf<Record: StoredRecord>: RecordStore {
    struct Broken: Error {}

    private let memory = RecordMemory<Record>()
    private let failing = Mutex(false)

    var fails: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    func save(_ record: Record) throws {
        if fails { throw Broken() }
        memory.save(record)
    }

    func remove(_ key: ID<Record.Thing>) throws { memory.remove(key) }
    func load() throws -> StoredRecords<Record> { memory.load() }
}
