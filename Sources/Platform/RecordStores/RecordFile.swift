// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import GRDB

/// Keeps records in a SQLite file, for a live service.
///
/// SQLite does what a journal by hand would have to: every change is on the disk when `save` or `remove` returns (write-ahead
/// log, synchronous), a record that a crash cut off in the middle is left out at the next start, and what was taken out
/// is given back. The table has one row a record: its number and its fields as JSON, encrypted when there is a key (SEC-06). The
/// file is for one service at a time; records of several kinds may share it. Only the account that runs the service may read it.
public final class RecordFile<Record: StoredRecord>: RecordStore {
    private let path: String
    private let queue: DatabaseQueue
    let key: RecordKey?

    /// Opens the file, and makes it when it is missing; with the key that it was made with.
    ///
    /// - Throws: `DatabaseError` when the file cannot be opened or is not a store, `RecordKeyError` when the key does not fit.
    public init(path: String, key: RecordKey? = nil) throws {
        self.path = path
        self.key = key
        var configuration = Configuration()
        configuration.journalMode = .wal
        // Records of another kind may be written to the same file by another thread.
        configuration.busyMode = .timeout(5)
        // What is sealed is also overwritten when it goes.
        if key != nil { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") } }
        try PrivateFile.prepare(path)
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // GRDB's choice for this journal is NORMAL, which loses the last commits when the power fails, and it makes that choice when all
        // else is prepared.
        try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        guard try synchronous >= 2 else { throw DatabaseError(message: "\(path) cannot be written durably") }
        try queue.write { database in
            try Self.check(key, of: database, path)
            // AUTOINCREMENT: SQLite remembers the largest number, also when its row is gone.
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS \(Record.table) (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, fields TEXT NOT NULL)
                    """)
            if Record.self is any IndexedRecord.Type { try EntryIndex.make(Record.table, in: database) }
        }
    }

    /// How SQLite writes: 2, which is FULL, or more when each change is on the disk before the next step.
    package var synchronous: Int {
        get throws { try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 } }
    }

    /// Stores a record, or what changed of it.
    ///
    /// - Throws: `DatabaseError` when it is not on the disk.
    public func save(_ record: Record) throws { try write([.save(record)]) }

    /// Takes a record out.
    ///
    /// - Throws: `DatabaseError` when that is not on the disk.
    public func remove(_ key: ID<Record.Thing>) throws { try write([.remove(key)]) }

    /// Makes all changes in one transaction, or none of them.
    ///
    /// - Throws: `DatabaseError` when they are not on the disk.
    public func write(_ changes: [RecordChange<Record>]) throws { try write(changes) {} }

    /// Makes the changes, then does what else is to be done, and only then completes the transaction: nothing is changed when
    /// that throws.
    func write(_ changes: [RecordChange<Record>], before commit: () throws -> Void) throws {
        let rows = try changes.map { try row(of: $0) }
        try queue.write { database in
            for (number, fields, entries) in rows {
                if let entries { try EntryIndex.set(entries, of: number, Record.table, in: database) }
                if let fields {
                    try database.cachedStatement(
                        sql: """
                            INSERT INTO \(Record.table) (number, fields) VALUES (?, ?)
                            ON CONFLICT (number) DO UPDATE SET fields = excluded.fields
                            """
                    ).execute(arguments: [number, fields])
                } else {
                    try database.cachedStatement(sql: "DELETE FROM \(Record.table) WHERE number = ?")
                        .execute(arguments: [number])
                }
            }
            try commit()
        }
    }

    /// A record's number and its fields as they are stored, none for one that is taken out; and what stands for its entries, nil for
    /// a kind without any.
    private func row(
        of change: RecordChange<Record>
    ) throws -> (Int32, (any DatabaseValueConvertible)?, [Int64]?) {
        switch change {
        case .remove(let key): return (key.number, nil, Record.self is any IndexedRecord.Type ? [] : nil)
        case .save(let record):
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let text = try encoder.encode(record)
            let number = record.key.number
            let entries = (record as? any IndexedRecord)?.entries.map { EntryIndex.word($0, Record.table, key) }
            return (number, key?.seal(text, of: Self.name(number)) ?? String(decoding: text, as: UTF8.self), entries)
        }
    }

    /// The changes that make these records as they are stored now.
    func undoing(_ changes: [RecordChange<Record>]) throws -> [RecordChange<Record>] {
        try queue.read { database in
            try changes.map { change in
                let number =
                    switch change {
                    case .save(let record): record.key.number
                    case .remove(let key): key.number
                    }
                let found = try Row.fetchOne(
                    database, sql: "SELECT number, fields FROM \(Record.table) WHERE number = ?", arguments: [number])
                return try found.map { .save(try JSONDecoder().decode(Record.self, from: text(of: $0))) }
                    ?? .remove(ID(number))
            }
        }
    }

    /// Reads what is stored.
    ///
    /// - Throws: `DatabaseError` or `DecodingError` when the file was damaged.
    public func load() throws -> StoredRecords<Record> {
        try queue.read { database in
            let lastNumber = try Int32.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [Record.table])
            let rows = try Row.fetchAll(database, sql: "SELECT number, fields FROM \(Record.table) ORDER BY number")
            return StoredRecords(
                lastNumber: lastNumber ?? 0,
                open: try rows.map { try JSONDecoder().decode(Record.self, from: text(of: $0)) })
        }
    }

    /// The fields of the records that stand in the index under a word, by rising number.
    func fields(under word: Int64) throws -> [Data] {
        try queue.read { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT record.number, record.fields FROM \(Record.table)Entry AS entry
                        JOIN \(Record.table) AS record ON record.number = entry.number
                        WHERE entry.entry = ? ORDER BY entry.number
                        """), arguments: [word])
            return try rows.map { try text(of: $0) }
        }
    }

    private func text(of row: Row) throws -> Data {
        guard let key else { return Data((row["fields"] as String).utf8) }
        guard let text = key.open(row["fields"], of: Self.name(row["number"])) else {
            throw RecordKeyError.wrong(path)
        }
        return text
    }

    // MARK: Keys

    /// What a sealed text is bound to, so that nobody can put the fields of one record into another.
    private static func name(_ number: Int32) -> String { "\(Record.table) \(number)" }

    /// Looks whether the key is the one that the file was made with, which seals a word in it.
    private static func check(_ key: RecordKey?, of database: Database, _ path: String) throws {
        let isNew = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        let isSealed = try database.tableExists("seal")
        guard let key else {
            if isSealed { throw RecordKeyError.needed(path) }
            return
        }
        if isNew {
            try database.execute(sql: "CREATE TABLE seal (word BLOB NOT NULL)")
            try database.execute(
                sql: "INSERT INTO seal (word) VALUES (?)", arguments: [key.seal(Data("cabrank".utf8), of: "seal")])
        } else if !isSealed {
            throw RecordKeyError.notEncrypted(path)
        } else if let word = try Data.fetchOne(database, sql: "SELECT word FROM seal"),
            key.open(word, of: "seal") == nil
        {
            throw RecordKeyError.wrong(path)
        }
    }
}
