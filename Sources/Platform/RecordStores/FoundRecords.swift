// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import GRDB

/// Finds records by an entry of theirs.
public protocol FoundRecords<Record>: RecordStore where Record: IndexedRecord {
    /// The records with this entry, by rising number.
    func records(under entry: RecordEntry) throws -> [Record]
}

extension RecordFile: FoundRecords where Record: IndexedRecord {
    /// Reads the records with this entry: a look at the index, and one at each of them.
    ///
    /// - Throws: `DatabaseError` or `DecodingError` when the file was damaged.
    public func records(under entry: RecordEntry) throws -> [Record] {
        let found = try fields(under: EntryIndex.word(entry, Record.table, key))
        // Entries are hashed where there is a key, and may meet.
        return try found.map { try JSONDecoder().decode(Record.self, from: $0) }.filter { $0.entries.contains(entry) }
    }
}

extension MirroredFile: FoundRecords where Record: IndexedRecord {
    /// Reads the records with this entry from the first file.
    ///
    /// - Throws: as `RecordFile`.
    public func records(under entry: RecordEntry) throws -> [Record] { try first.records(under: entry) }
}

/// The table beside one of records that says which have which entry.
enum EntryIndex {
    /// Makes the table where it is missing.
    static func make(_ table: String, in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(table)Entry (
                    entry INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (entry, number)) WITHOUT ROWID;
                CREATE INDEX IF NOT EXISTS \(table)EntryNumber ON \(table)Entry (number)
                """)
    }

    /// Puts the entries of a record in the place of those that it had.
    static func set(_ words: [Int64], of number: Int32, _ table: String, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM \(table)Entry WHERE number = ?").execute(arguments: [number])
        for word in words {
            try database.cachedStatement(sql: "INSERT OR IGNORE INTO \(table)Entry (entry, number) VALUES (?, ?)")
                .execute(arguments: [word, number])
        }
    }

    /// What stands in the table for an entry: both numbers; in a sealed file eight bytes of a hash with its key, so that nobody
    /// without it can tell who has something on which day.
    static func word(_ entry: RecordEntry, _ table: String, _ key: RecordKey?) -> Int64 {
        let plain = Int64(entry.owner) << 32 | Int64(UInt32(bitPattern: entry.part))
        return key?.hash("\(table) \(entry.owner) \(entry.part)") ?? plain
    }
}
