// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Foundation
import RecordStores
import TaxiReservations
import TaxiRules
import TaxiService
import Testing

/// A service with file stores is killed (kill -9) after it noted an order and before it answered: nothing that was accepted
/// is lost.
@Suite struct KilledServiceTests {
    /// Runs the service until it is killed. Returns the numbers that it answered.
    func answered(
        _ order: String, _ count: Int, _ writing: String = "inTurn", in folder: Folder
    ) throws -> [Int32] {
        let output = folder.file("answers")
        try Data().write(to: URL(fileURLWithPath: output))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(ProjectFolder.program("KilledService")))
        process.arguments = [folder.path, order, writing, String(count)]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal && process.terminationStatus == 9)
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").compactMap { Int32($0) }
    }

    @Test(
        "TAXI-CALL-21: calls that were answered, and the one that was only noted, are there and asked for after kill -9",
        arguments: ["inTurn", "beside"])
    func calls(_ writing: String) throws {
        let folder = try Folder()
        #expect(try answered("calls", 5, writing, in: folder) == [1, 2, 3, 4, 5])
        let found = try RecordFile<StoredCall>(path: folder.file("calls.sqlite")).load()
        #expect(found.open.map(\.request.number) == [1, 2, 3, 4, 5, 6] && found.lastNumber == 6)
        let city = try StoredCity(folder)
        try city.run(until: 60)
        #expect(city.open.map(\.request.number) == [1, 2, 3, 4, 5, 6])
        #expect(city.open.map { $0.riders.map(\.passenger.number) } == [[1], [2], [3], [4], [5], [6]])
        // All are put to the driver who comes back, and numbers go on.
        city.inService(100)
        city.call(50_000, 7)
        try city.run(until: 100_000)
        #expect(city.served == [1, 2, 3, 4, 5, 6, 7] && city.open.isEmpty)
        #expect(
            try RecordFile<StoredCall>(path: folder.file("calls.sqlite")).load()
                == StoredRecords<StoredCall>(lastNumber: 7))
    }

    @Test(
        "TAXI-CALL-21: a shared ride that was joined is there after kill -9, with each member's own way",
        arguments: ["inTurn", "beside"])
    func shared(_ writing: String) throws {
        let folder = try Folder()
        // Request 1, its joiner, request 2; killed when its joiner is told.
        #expect(try answered("shared", 3, writing, in: folder) == [1, 2, 2])
        let found = try RecordFile<StoredCall>(path: folder.file("calls.sqlite")).load()
        #expect(found.open.map { $0.riders.map(\.passenger.number) } == [[1, 2], [3, 4]])
        let away = Place(metresEast: 9000, north: 5000)
        #expect(
            found.open.allSatisfy { $0.ways.map(\.rider) == $0.riders && $0.ways.allSatisfy { $0.destination == away } }
        )
        let city = try StoredCity(folder)
        city.inService(100)
        try city.run(until: 100_000)
        #expect(city.served == [1, 2] && city.open.isEmpty)
        #expect(city.sharedPassengers == [2, 2])
    }

    @Test(
        "TAXI-RESV-20: reservations that were answered, and the one that was only noted, are activated after kill -9",
        arguments: ["inTurn", "beside"])
    func reservations(_ writing: String) throws {
        let folder = try Folder()
        #expect(try answered("reservations", 4, writing, in: folder) == [1, 2, 3, 4])
        let stored = try RecordFile<Reservation>(path: folder.file("book.sqlite")).load()
        #expect(stored.open.map(\.id.number) == [1, 2, 3, 4, 5] && stored.lastNumber == 5)
        let city = try StoredCity(folder)
        city.inService(100)
        // For 12:00: a request at 11:50.
        try city.run(until: 3 * 3600 + 50 * 60 - 2)
        #expect(city.activations.isEmpty)
        try city.run(until: 3 * 3600 + 50 * 60 - 1)
        #expect(city.activations == [1, 2, 3, 4, 5])
    }

    @Test("AVAIL-07: a kill while the next order is written leaves those that were answered, and the service whole")
    func whileWritten() throws {
        let folder = try Folder()
        #expect(try answered("calls", 5, "failing", in: folder) == [1, 2, 3, 4, 5])
        #expect(try answered("reservations", 4, "failing", in: folder) == [1, 2, 3, 4])
        let city = try StoredCity(folder)
        #expect(city.open.map(\.request.number) == [1, 2, 3, 4, 5])
        city.inService(100)
        // The call that nobody was answered is made again.
        city.call(50_000, 6)
        try city.run(until: 100_000)
        #expect(city.served.prefix(5) == [1, 2, 3, 4, 5] && city.open.isEmpty && city.activations == [1, 2, 3, 4])
    }
}
