// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import GRDB

/// Keeps records in a SQLite file, for a live service.
///
/// SQLite does what a journal by hand would have to: every change is on the disk when `save` or `remove` returns (write-ahead
/// log, synchronous), a record that a crash cut off in the middle is left out at the next start, and what was taken out
/// is given back. The table has one row a record: its number and its fields as JSON. The file is for one service at a time.
public final class RecordFile<Record: StoredRecord>: RecordStore {
    private let queue: DatabaseQueue

    /// Opens the file, and makes it when it is missing.
    ///
    /// - Throws: `DatabaseError` when the file cannot be opened or is not a store.
    public init(path: String) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        // GRDB's choice for this journal is NORMAL, which may lose the last commits when the power fails.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            // AUTOINCREMENT: SQLite remembers the largest number, also when its row is gone.
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS \(Record.table) (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, fields TEXT NOT NULL)
                    """)
        }
    }

    /// Stores a record, or what changed of it.
    ///
    /// - Throws: `DatabaseError` when it is not on the disk.
    public func save(_ record: Record) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let fields = String(decoding: try encoder.encode(record), as: UTF8.self)
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO \(Record.table) (number, fields) VALUES (?, ?)
                    ON CONFLICT (number) DO UPDATE SET fields = excluded.fields
                    """, arguments: [record.key.number, fields])
        }
    }

    /// Takes a record out.
    ///
    /// - Throws: `DatabaseError` when that is not on the disk.
    public func remove(_ key: ID<Record.Thing>) throws {
        let number = key.number
        try queue.write { database in
            try database.execute(sql: "DELETE FROM \(Record.table) WHERE number = ?", arguments: [number])
        }
    }

    /// Reads what is stored.
    ///
    /// - Throws: `DatabaseError` or `DecodingError` when the file was damaged.
    public func load() throws -> StoredRecords<Record> {
        try queue.read { database in
            let lastNumber = try Int32.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [Record.table])
            let rows = try String.fetchAll(database, sql: "SELECT fields FROM \(Record.table) ORDER BY number")
            return StoredRecords(
                lastNumber: lastNumber ?? 0,
                open: try rows.map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) })
        }
    }
}
