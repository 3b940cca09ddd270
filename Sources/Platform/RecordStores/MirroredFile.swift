// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import GRDB
import Synchronization

/// Keeps records in two files, best on two disks: every change is on both when `save` or `remove` returns, so that the loss of
/// either loses nothing; and what was refused is on neither (AVAIL-07).
///
/// The change to the first file is completed when the copy has it. What fails before that undoes it; what fails after that is undone
/// in the copy, at once or, when the copy's disk fails too, before its next change. `repair` comes first, once for both files.
public final class MirroredFile<Record: StoredRecord>: RecordStore {
    let first: RecordFile<Record>
    private let copy: RecordFile<Record>
    /// What is still to be undone in the copy: the first file does not have it.
    private let owed = Mutex<[RecordChange<Record>]>([])

    /// Opens both files, and makes them when they are missing.
    ///
    /// - Throws: as `RecordFile`.
    public init(path: String, copy: String, key: RecordKey? = nil) throws {
        first = try RecordFile<Record>(path: path, key: key)
        self.copy = try RecordFile<Record>(path: copy, key: key)
    }

    /// Stores a record, or what changed of it, in both files.
    ///
    /// - Throws: `DatabaseError` when it is not on both disks; it is on neither then.
    public func save(_ record: Record) throws { try write([.save(record)]) }

    /// Takes a record out of both files.
    ///
    /// - Throws: `DatabaseError` when that is not on both disks; it is on neither then.
    public func remove(_ key: ID<Record.Thing>) throws { try write([.remove(key)]) }

    /// Makes all changes in both files, or none of them in either.
    ///
    /// - Throws: `DatabaseError` when they are not on both disks.
    public func write(_ changes: [RecordChange<Record>]) throws {
        try settle()
        let before = try first.undoing(changes)
        var isCopied = false
        do {
            try first.write(changes) {
                try copy.write(changes)
                isCopied = true
            }
        } catch {
            if isCopied {
                owed.withLock { $0 = before }
                try? settle()
            }
            throw error
        }
    }

    /// Undoes in the copy what the first file did not take.
    private func settle() throws {
        try owed.withLock { owed in
            guard !owed.isEmpty else { return }
            try copy.write(owed)
            owed = []
        }
    }

    /// Reads what is stored.
    ///
    /// - Throws: as `RecordFile`.
    public func load() throws -> StoredRecords<Record> { try first.load() }
}

/// The files of a mirrored store, before they are opened.
public enum MirroredFiles {
    /// Makes both files equal: the first is taken as it is when it is whole; else it is made of the copy, and what is left of
    /// it is kept beside it as `….damaged`.
    ///
    /// After a crash between the two writes of one change the copy has it and nobody was notified of it: it is undone. Nothing is
    /// done while there is neither.
    ///
    /// - Throws: `DatabaseError` when both are damaged, or what keeps a file from being written.
    public static func repair(path: String, copy: String) throws {
        let files = FileManager.default
        if !isWhole(path) {
            guard isWhole(copy) else {
                guard files.fileExists(atPath: path) || files.fileExists(atPath: copy) else { return }
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(path) and its copy \(copy) are damaged")
            }
            try setAside(path)
            return try write(copy, to: path)
        }
        if !isWhole(copy) { try setAside(copy) }
        try write(path, to: copy)
    }

    private static func isWhole(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let found = try? DatabaseQueue(path: path).read { database in
            try String.fetchOne(database, sql: "PRAGMA integrity_check")
        }
        return found == "ok"
    }

    private static func write(_ path: String, to other: String) throws {
        try PrivateFile.prepare(other)
        try DatabaseQueue(path: path).backup(to: DatabaseQueue(path: other))
    }

    /// With the files that SQLite keeps beside it, which must not be taken for those of the new one.
    private static func setAside(_ path: String) throws {
        let files = FileManager.default
        for ending in ["", "-wal", "-shm"] where files.fileExists(atPath: path + ending) {
            try? files.removeItem(atPath: "\(path).damaged\(ending)")
            try files.moveItem(atPath: path + ending, toPath: "\(path).damaged\(ending)")
        }
    }
}
