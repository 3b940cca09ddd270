// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import RecordStores
import Testing

/// Records that a file finds by person and day.
@Suite struct IndexTests {
    /// Something of a person on some days.
    private struct Note: IndexedRecord {
        enum Thing {}
        static let table = "note"
        let key: ID<Thing>
        var person: Int32
        var days: [Int32]
        var entries: [RecordEntry] { days.map { RecordEntry(owner: person, part: $0) } }
    }

    private static let key = RecordKey(digits: String(repeating: "3", count: 64))

    private func note(_ number: Int32, _ person: Int32, _ days: Int32...) -> Note {
        Note(key: ID(number), person: person, days: days)
    }

    @Test("Records are found by their entries, as they are now", arguments: [false, true])
    func found(isSealed: Bool) throws {
        let folder = try Folder()
        let file = try RecordFile<Note>(path: folder.file("notes.sqlite"), key: isSealed ? Self.key : nil)
        try file.write([
            .save(note(1, 1, 10)), .save(note(2, 1, 10, 11)), .save(note(3, 2, 10)), .save(note(4, 1, -1)),
        ])
        func numbers(_ person: Int32, _ day: Int32) throws -> [Int32] {
            try file.records(under: RecordEntry(owner: person, part: day)).map(\.key.number)
        }
        #expect(try numbers(1, 10) == [1, 2] && numbers(1, 11) == [2] && numbers(2, 10) == [3])
        #expect(try numbers(1, -1) == [4] && numbers(3, 10) == [] && numbers(2, 11) == [])
        // One moves to another day, one goes.
        try file.write([.save(note(1, 1, 11)), .remove(ID(2))])
        #expect(try numbers(1, 10) == [] && numbers(1, 11) == [1])
        let again = try RecordFile<Note>(path: folder.file("notes.sqlite"), key: isSealed ? Self.key : nil)
        #expect(try again.records(under: RecordEntry(owner: 1, part: 11)).map(\.key.number) == [1])
    }

    @Test("In a sealed file the index says neither person nor day; in a plain one it says both")
    func sealed() throws {
        let folder = try Folder()
        func words(_ name: String, _ key: RecordKey?) throws -> [Int64] {
            let file = try RecordFile<Note>(path: folder.file(name), key: key)
            try file.write([.save(note(1, 7, 10)), .save(note(2, 7, 11))])
            return try DatabaseQueue(path: folder.file(name)).read {
                try Int64.fetchAll($0, sql: "SELECT entry FROM noteEntry ORDER BY number")
            }
        }
        #expect(try words("plain.sqlite", nil) == [7 << 32 | 10, 7 << 32 | 11])
        let hidden = try words("sealed.sqlite", Self.key)
        #expect(Set(hidden).count == 2 && hidden.allSatisfy { $0 >> 32 != 7 && $0 & 0xffff_ffff != 10 })
    }

    @Test("A mirrored store finds the same in its first file, and a restored copy has the index too")
    func mirrored() throws {
        let folder = try Folder()
        let paths = ["first", "second"].map { folder.file("\($0).sqlite") }
        func open() throws -> MirroredFile<Note> {
            try MirroredFiles.repair(path: paths[0], copy: paths[1])
            return try MirroredFile<Note>(path: paths[0], copy: paths[1])
        }
        try open().write([.save(note(1, 1, 10)), .save(note(2, 1, 12))])
        try Data("no database".utf8).write(to: URL(filePath: paths[0]))
        #expect(try open().records(under: RecordEntry(owner: 1, part: 12)).map(\.key.number) == [2])
    }

    @Test("PERF-07: of many stored records a lookup reads those of its entry alone, through the index")
    func lookups() throws {
        let folder = try Folder()
        let path = folder.file("notes.sqlite")
        let file = try RecordFile<Note>(path: path)
        // A hundredth of the million that the benchmark stores: 2,000 people with 5 days each.
        try file.write((0..<10_000).map { .save(note(Int32($0) + 1, Int32($0) / 5 + 1, Int32($0) % 5)) })
        for person in stride(from: Int32(1), through: 2_000, by: 97) {
            for day in Int32(0)..<5 {
                let found = try file.records(under: RecordEntry(owner: person, part: day))
                #expect(found.map(\.key.number) == [(person - 1) * 5 + day + 1])
            }
        }
        // SQLite's own account of what it looks at: the index, then each record by its number; never a whole table.
        let plan = try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT record.number, record.fields FROM noteEntry AS entry
                    JOIN note AS record ON record.number = entry.number WHERE entry.entry = 1 ORDER BY entry.number
                    """
            ).map { $0["detail"] as String }
        }
        #expect(!plan.isEmpty && plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
    }
}
