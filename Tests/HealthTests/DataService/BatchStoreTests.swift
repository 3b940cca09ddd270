// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import HealthRules
import HealthService
import Testing

/// Both stores keep the same.
struct BatchStoreTests {
    private static func file(_ name: String) throws -> (BatchFile, String) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("batches-\(getpid())-\(name)").path
        return (try BatchFile(path: path), path)
    }

    private static func batch(_ person: Int, _ number: Int) -> HealthBatch {
        let values = (0..<1 + number % 5).map {
            HealthValue(HealthParameter.allCases[$0], hundredths: Int32(number * 10 + $0) * ($0 % 2 == 0 ? 1 : -1))
        }
        return HealthBatch(
            WearerID(person), DeviceID(person * 3), from: .seconds(10 * number), to: .seconds(10 * number + 3),
            at: Place(east: Int32(number), north: Int32(-number)), values)
    }

    @Test("HEALTH-R27: a file gives back what memory gives back: any person, any time, after any erasure")
    func same() throws {
        let (file, _) = try Self.file("same")
        defer { try? file.remove() }
        let memory = BatchMemory()
        for number in 0..<1000 {
            for person in 1...7 where number % person == 0 {
                let batch = Self.batch(person, number)
                memory.append(batch)
                try file.append(batch)
            }
            if number == 500 {
                memory.erase(WearerID(3))
                try file.erase(WearerID(3))
            }
        }
        #expect(file.count == memory.count && file.count > 2000)
        for person in 1...8 {
            #expect(file.count(of: WearerID(person)) == memory.count(of: WearerID(person)))
            for (start, end) in [(0, 10_000), (0, 1), (155, 165), (160, 170), (1600, 3333), (9990, 9991), (500, 400)] {
                let (from, to) = (CityTime.seconds(start), CityTime.seconds(end))
                let expected = memory.batches(of: WearerID(person), from: from, to: to)
                #expect(try file.batches(of: WearerID(person), from: from, to: to) == expected)
                #expect(expected.allSatisfy { $0.wearer == WearerID(person) && $0.start >= from && $0.start < to })
            }
        }
        #expect(memory.batches(of: WearerID(1), from: .epoch, to: .never).count == 1000)
        // 1000 are 62 blocks and 8 more, and 167 of the third came after the erasure.
        #expect((1...8).map { file.count(of: WearerID($0)) } == [1000, 500, 167, 250, 200, 167, 143, 0])
    }

    @Test("Deletion really erases: nothing of the person is left in the file, all of the others is")
    func erased() throws {
        let (file, path) = try Self.file("erased")
        defer { try? file.remove() }
        // More than a mebibyte, so that there is a file to search, and the rest in memory.
        for number in 0..<5000 { for person in 1...5 { try file.append(Self.batch(person, number)) } }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Self.owners(before) == [1, 2, 3, 4, 5])
        try file.erase(WearerID(4))
        let after = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Self.owners(after) == [1, 2, 3, 5] && after.count == before.count)
        #expect(try file.batches(of: WearerID(4), from: .epoch, to: .never).isEmpty && file.count == 20_000)
        #expect(try file.batches(of: WearerID(5), from: .epoch, to: .never).count == 5000)
        // What comes to the file later holds nothing of the person either.
        for number in 5000..<10_000 { try file.append(Self.batch(1, number)) }
        #expect(Self.owners(try Data(contentsOf: URL(fileURLWithPath: path))) == [1, 2, 3, 5])
        try file.append(Self.batch(4, 20_000))
        #expect(try file.batches(of: WearerID(4), from: .epoch, to: .never) == [Self.batch(4, 20_000)])
    }

    /// The numbers of the people of whom there are records.
    private static func owners(_ data: Data) -> [Int] {
        let bytes = [UInt8](data)
        var owners: Set<Int> = []
        for start in stride(from: 0, to: bytes.count, by: 64) {
            let record = bytes[start..<start + 64]
            if record.contains(where: { $0 != 0 }) { owners.insert(Int(bytes[start])) }
        }
        return owners.sorted()
    }
}
