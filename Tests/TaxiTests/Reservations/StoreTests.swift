// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RecordStores
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// The stores keep what is open over a restart, and over a crash in the middle of writing.
@Suite struct StoreTests {
    /// A new folder for one test.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.path + "/cabrank-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func file(_ name: String) -> String { path + "/" + name }
    }

    private func reservation(_ number: Int, _ members: [Rider] = [Rider(passenger: .p, travelers: 2)]) -> Reservation {
        Reservation(
            id: ReservationID(number), zone: ZoneID(3), place: Place(east: -7, north: 9), source: .gps,
            destination: Place(east: 1, north: 2), pickUp: at(11) + number, isShared: members.count > 1,
            members: members)
    }

    private func use(_ store: some RecordStore<Reservation>) throws {
        #expect(try store.load() == StoredRecords<Reservation>())
        for number in [3, 1, 2] { try store.save(reservation(number)) }
        try store.remove(ReservationID(3))
        try store.remove(ReservationID(9))
        var changed = reservation(2, [Rider(passenger: .q, travelers: 1), Rider(passenger: .p, travelers: 2)])
        changed.request = RequestID(17)
        try store.save(changed)
        #expect(try store.load() == StoredRecords<Reservation>(lastNumber: 3, open: [reservation(1), changed]))
    }

    @Test("Both stores give back what is open, by number, and the largest number ever")
    func bothKinds() throws {
        try use(RecordMemory<Reservation>())
        let folder = try Folder()
        try use(try RecordFile<Reservation>(path: folder.file("book.sqlite")))
    }

    @Test("A file that is opened again holds the same")
    func reopened() throws {
        let folder = try Folder()
        do {
            let store = try RecordFile<Reservation>(path: folder.file("book.sqlite"))
            try store.save(reservation(5))
            try store.save(reservation(6))
            try store.remove(ReservationID(6))
        }
        let again = try RecordFile<Reservation>(path: folder.file("book.sqlite"))
        #expect(try again.load() == StoredRecords<Reservation>(lastNumber: 6, open: [reservation(5)]))
    }

    @Test("A crash in the middle of a record loses that record only, wherever it was cut off")
    func crash() throws {
        let folder = try Folder()
        let path = folder.file("book.sqlite")
        let store = try RecordFile<Reservation>(path: path)
        for number in 1...4 { try store.save(reservation(number)) }
        let log = try #require(FileManager.default.contents(atPath: path + "-wal"))
        let whole = StoredRecords<Reservation>(lastNumber: 4, open: (1...4).map { reservation($0) })
        var seen: [Int] = []
        // What the disk may hold after a crash: the file as it is, and a part of its log.
        for cut in stride(from: 0, through: log.count, by: 997) {
            let copy = folder.file("crashed-\(cut).sqlite")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try Data(log.prefix(log.count - cut)).write(to: URL(fileURLWithPath: copy + "-wal"))
            let found = try RecordFile<Reservation>(path: copy).load()
            #expect(found.open == Array(whole.open.prefix(found.open.count)), "cut \(cut)")
            if seen.last != found.open.count { seen.append(found.open.count) }
        }
        #expect(seen.first == 4 && seen.last == 0)
        #expect(seen == seen.sorted(by: >) && seen.contains(3))
    }

    @Test("A file of another kind is refused, not overwritten")
    func otherFile() throws {
        let folder = try Folder()
        let path = folder.file("letter.txt")
        let letter = Data(String(repeating: "Dear Sir or Madam, ", count: 100).utf8)
        try letter.write(to: URL(fileURLWithPath: path))
        #expect(throws: (any Error).self) { try RecordFile<Reservation>(path: path) }
        #expect(FileManager.default.contents(atPath: path) == letter)
    }

    // MARK: Restart of the rules

    @Test("TAXI-RESV-20: stored at 08:00 for 11:00, outage from 09:00 to 09:05, activated at 10:50")
    func outage() {
        var port = TestRolePort(at: at(8))
        port.reserve(.form(at(11)))
        port.advance(to: at(9))
        port.restart(at: at(9, 5))
        #expect(port.rules.openCount == 1)
        port.advance(to: at(11))
        #expect(port.activations.map(\.time) == [at(10, 50)])
        // Numbers go on, and so does the rule of one an hour.
        #expect(port.reserve(.form(at(13))) == nil)
        #expect(port.rules.reservation(.r2) != nil)
    }

    @Test("An activation that fell into the outage is made up for at once, and a request that is still known is kept")
    func late() {
        var port = TestRolePort(at: at(8))
        port.reserve(.form(at(11)))
        port.reserve(.form(at(11)), by: .q)
        port.advance(to: at(10, 45))
        port.restart(at: at(10, 55))
        port.advance(to: at(10, 55))
        #expect(port.activations.map(\.time) == [at(10, 55), at(10, 55)])
        // The core lost the request of P, but knows that of Q.
        port.requests[.p] = nil
        port.restart(at: at(10, 58))
        port.advance(to: at(11, 30))
        #expect(port.activations.map(\.found) == [.p, .q, .p])
        #expect(port.rules.reservation(of: RequestID(2)) == .r2)
    }

    @Test("TAXI-RESV-20: members of a shared reservation are stored with their own ways, and are on the ride again")
    func members() throws {
        var port = TestRolePort(at: at(8))
        let (near, far) = (Place(metresEast: 1500, north: 500), Place(metresEast: 1900, north: 500))
        port.reserve(
            .form(at(11), origin: .inside, destination: EnteredPlace(place: far), isShared: true))
        port.join(.q, .r1, travelers: 2, to: near)
        port.join(.r, .r1, to: middle)
        let before = try #require(port.ways[.r1])
        port.restart(at: at(9))
        #expect(port.ways[.r1] == before && port.rides[.r1] == before.map(\.rider))
        #expect(before.map(\.destination) == [far, near, middle])
        // Who leaves is forgotten; the next owner keeps the own way, not the reservation's.
        port.cancel(.r1)
        port.restart(at: at(9, 5))
        #expect(port.ways[.r1]?.map(\.destination) == [near, middle])
        let folder = try Folder()
        let file = try RecordFile<Reservation>(path: folder.file("book.sqlite"))
        let stored = port.store.load()
        for reservation in stored.open { try file.save(reservation) }
        #expect(try file.load() == stored)
    }
}
