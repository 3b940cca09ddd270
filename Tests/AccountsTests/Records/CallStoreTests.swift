// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Foundation
import RecordStores
import RuleTestKit
import Synchronization
import TaxiRules
import TaxiService
import Testing

/// What is stored of requests, and when.
@Suite struct CallStoreTests {
    private func call(_ number: Int, _ riders: Int = 1) -> StoredCall {
        let all = (1...riders).map { Rider(passenger: PassengerID(number * 10 + $0), travelers: Int32($0)) }
        return StoredCall(
            request: RequestID(number), zone: ZoneID(3), place: Place(east: -7, north: 9), source: .gps, riders: all,
            ways: riders > 1 ? all.map { SharedRider($0, from: .origin, to: Place(east: 5, north: 6)) } : [],
            reference: number == 1 ? 77 : nil)
    }

    private func use(_ store: some RecordStore<StoredCall>) throws {
        #expect(try store.load() == StoredRecords<StoredCall>())
        for number in [3, 1, 2] { try store.save(call(number)) }
        try store.remove(RequestID(3))
        try store.remove(RequestID(9))
        try store.save(call(2, 3))
        #expect(try store.load() == StoredRecords<StoredCall>(lastNumber: 3, open: [call(1), call(2, 3)]))
    }

    @Test("both stores give back what is open, by number, and the largest number ever")
    func bothKinds() throws {
        try use(RecordMemory<StoredCall>())
        let folder = try Folder()
        try use(RecordFile<StoredCall>(path: folder.file("calls.sqlite")))
        let again = try RecordFile<StoredCall>(path: folder.file("calls.sqlite"))
        #expect(try again.load() == StoredRecords<StoredCall>(lastNumber: 3, open: [call(1), call(2, 3)]))
    }

    @Test("each change is on the disk before it is answered: SQLite waits for the disk at each commit (AVAIL-02)")
    func synchronous() throws {
        let folder = try Folder()
        #expect(try RecordFile<StoredCall>(path: folder.file("calls.sqlite")).synchronous == 2)
        // Also when the file is there already.
        #expect(try RecordFile<StoredCall>(path: folder.file("calls.sqlite")).synchronous == 2)
    }

    @Test("a file of another kind is refused, not overwritten")
    func otherFile() throws {
        let folder = try Folder()
        let letter = Data(String(repeating: "Dear Sir or Madam, ", count: 100).utf8)
        try letter.write(to: URL(fileURLWithPath: folder.file("letter.txt")))
        #expect(throws: (any Error).self) { try RecordFile<StoredCall>(path: folder.file("letter.txt")) }
        #expect(FileManager.default.contents(atPath: folder.file("letter.txt")) == letter)
    }

    /// Writes down what it is told, and may refuse.
    private final class Witness: RecordStore {
        struct Full: Error {}
        struct State {
            var isFull = false
            var written: [String] = []
            var log: EventLog?
            /// How many facts had been noted at the last writing.
            var noted = 0
        }
        let state = Mutex(State())

        func save(_ call: StoredCall) throws {
            try state.withLock {
                if $0.isFull { throw Full() }
                $0.written.append("save \(call.request)")
                $0.noted = Int($0.log?.count ?? 0)
            }
        }
        func remove(_ id: RequestID) { state.withLock { $0.written.append("remove \(id)") } }
        func load() -> StoredRecords<StoredCall> { StoredRecords(lastNumber: 41) }
    }

    @Test(
        "TAXI-CALL-21: a request is in the store before it is noted and offered, and out of it when its passenger is aboard"
    )
    func order() throws {
        let store = Witness()
        let city = try StoredCity(store)
        store.state.withLock { $0.log = city.log }
        city.inService(0)
        city.call(1, 1)
        try city.run(until: 1000)
        let names = city.names
        let (written, noted) = store.state.withLock { ($0.written, $0.noted) }
        #expect(written == ["save 42", "remove 42"])
        #expect(names.prefix(noted).last == "callConfirmed")
        let stored = try #require(names.firstIndex(of: "requestStored"))
        #expect(try stored < #require(names.firstIndex(of: "offerSent")))
        #expect(city.served == [42])
    }

    @Test("a request that the store does not take is refused, and nobody is asked; the passenger may call again")
    func refused() throws {
        let store = Witness()
        store.state.withLock { $0.isFull = true }
        let city = try StoredCity(store)
        city.inService(0)
        city.call(1, 1)
        try city.run(until: 10)
        #expect(city.names.suffix(2) == ["callConfirmed", "callRefused"])
        #expect(!city.names.contains("requestStored") && !city.names.contains("offerSent"))
        #expect(city.dispatcher.onLoop { $0.storeFailure } is Witness.Full)
        store.state.withLock { $0.isFull = false }
        city.call(20, 1)
        try city.run(until: 1000)
        #expect(city.served == [43])
    }

    @Test("an aborted request leaves the store")
    func aborted() throws {
        let store = RecordMemory<StoredCall>()
        let city = try StoredCity(store)
        city.call(1, 1)
        try city.run(until: 10)
        #expect(store.load() == StoredRecords<StoredCall>(lastNumber: 1))
    }

    @Test("API-11: a restored request still carries the reference of the travel planner")
    func reference() throws {
        let store = RecordMemory<StoredCall>()
        store.save(call(1))
        let city = try StoredCity(store)
        try city.run(until: 1)
        #expect(city.names.contains("tripTaxiRequested"))
        #expect(city.open.map(\.reference) == [77])
    }
}
