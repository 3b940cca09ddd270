// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
import GRDB
public import TaxiService

/// Keeps requests in a SQLite file, for a live service, as `ReservationFile` keeps reservations.
///
/// Every change is on the disk when `save` or `remove` returns (write-ahead log, synchronous). The table has one row a request:
/// its number and its fields as JSON. The file is for one service at a time.
public final class CallFile: CallStore {
    private let queue: DatabaseQueue

    /// Opens the file, and makes it when it is missing.
    ///
    /// - Throws: `DatabaseError` when the file cannot be opened or is not a store of requests.
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
                    CREATE TABLE IF NOT EXISTS call (number INTEGER PRIMARY KEY AUTOINCREMENT, fields TEXT NOT NULL)
                    """)
        }
    }

    /// Stores a request, or what changed of it.
    ///
    /// - Throws: `DatabaseError` when it is not on the disk.
    public func save(_ call: StoredCall) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let fields = String(decoding: try encoder.encode(call), as: UTF8.self)
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO call (number, fields) VALUES (?, ?)
                    ON CONFLICT (number) DO UPDATE SET fields = excluded.fields
                    """, arguments: [call.request.number, fields])
        }
    }

    /// Takes a request out.
    ///
    /// - Throws: `DatabaseError` when that is not on the disk.
    public func remove(_ id: RequestID) throws {
        try queue.write { database in
            try database.execute(sql: "DELETE FROM call WHERE number = ?", arguments: [id.number])
        }
    }

    /// Reads what is stored.
    ///
    /// - Throws: `DatabaseError` or `DecodingError` when the file was damaged.
    public func load() throws -> StoredCalls {
        try queue.read { database in
            let lastNumber = try Int32.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'call'")
            let rows = try String.fetchAll(database, sql: "SELECT fields FROM call ORDER BY number")
            return StoredCalls(
                lastNumber: lastNumber ?? 0,
                open: try rows.map { try JSONDecoder().decode(StoredCall.self, from: Data($0.utf8)) })
        }
    }
}
