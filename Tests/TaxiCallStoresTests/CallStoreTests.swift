// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import EventTestKit
import Foundation
import TaxiCallStores
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

    private func use(_ store: some CallStore) throws {
        #expect(try store.load() == StoredCalls())
        for number in [3, 1, 2] { try store.save(call(number)) }
        try store.remove(RequestID(3))
        try store.remove(RequestID(9))
        try store.save(call(2, 3))
        #expect(try store.load() == StoredCalls(lastNumber: 3, open: [call(1), call(2, 3)]))
    }

    @Test("both stores give back what is open, by number, and the largest number ever")
    func bothKinds() throws {
        try use(CallMemory())
        let folder = try Folder()
        try use(CallFile(path: folder.file("calls.sqlite")))
        let again = try CallFile(path: folder.file("calls.sqlite"))
        #expect(try again.load() == StoredCalls(lastNumber: 3, open: [call(1), call(2, 3)]))
    }

    @Test("a file of another kind is refused, not overwritten")
    func otherFile() throws {
        let folder = try Folder()
        let letter = Data(String(repeating: "Dear Sir or Madam, ", count: 100).utf8)
        try letter.write(to: URL(fileURLWithPath: folder.file("letter.txt")))
        #expect(throws: (any Error).self) { try CallFile(path: folder.file("letter.txt")) }
        #expect(FileManager.default.contents(atPath: folder.file("letter.txt")) == letter)
    }

    /// Writes down what it is told, and may refuse.
    private final class Witness: CallStore, @unchecked Sendable {
        struct Full: Error {}
        var isFull = false
        var written: [String] = []
        var look: () -> [String] = { [] }

        func save(_ call: StoredCall) throws {
            if isFull { throw Full() }
            written.append("save \(call.request) after \(look().suffix(1).joined())")
        }
        func remove(_ id: RequestID) { written.append("remove \(id)") }
        func load() -> StoredCalls { StoredCalls(lastNumber: 41) }
    }

    @Test(
        "TAXI-CALL-21: a request is in the store before it is noted and offered, and out of it when its passenger is aboard"
    )
    func order() throws {
        let store = Witness()
        let city = try StoredCity(store)
        store.look = { [unowned city] in city.names }
        city.inService(0)
        city.call(1, 1)
        try city.run(until: 1000)
        #expect(store.written == ["save 42 after callConfirmed", "remove 42"])
        let names = city.names
        let stored = try #require(names.firstIndex(of: "requestStored"))
        #expect(try stored < #require(names.firstIndex(of: "offerSent")))
        #expect(city.served == [42])
    }

    @Test("a request that the store does not take is refused, and nobody is asked; the passenger may call again")
    func refused() throws {
        let store = Witness()
        store.isFull = true
        let city = try StoredCity(store)
        city.inService(0)
        city.call(1, 1)
        try city.run(until: 10)
        #expect(city.names.suffix(2) == ["callConfirmed", "callRefused"])
        #expect(!city.names.contains("requestStored") && !city.names.contains("offerSent"))
        #expect(city.dispatcher.entered { $0.storeFailure } is Witness.Full)
        store.isFull = false
        city.call(20, 1)
        try city.run(until: 1000)
        #expect(city.served == [43])
    }

    @Test("an aborted request leaves the store")
    func aborted() throws {
        let store = CallMemory()
        let city = try StoredCity(store)
        city.call(1, 1)
        try city.run(until: 10)
        #expect(store.load() == StoredCalls(lastNumber: 1))
    }

    @Test("API-11: a restored request still carries the reference of the travel planner")
    func reference() throws {
        let store = CallMemory()
        store.save(call(1))
        let city = try StoredCity(store)
        try city.run(until: 1)
        #expect(city.names.contains("tripTaxiRequested"))
        #expect(city.open.map(\.reference) == [77])
    }
}
