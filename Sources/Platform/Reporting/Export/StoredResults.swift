// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import GRDBSQLite

/// A `results.sqlite` that is read and never changed.
package final class StoredResults {
    /// How messages name it.
    package let path: String
    private let database: DatabaseQueue
    /// Its tables that can be Cabrank's, in the order in which they were made.
    package let tables: [String]

    /// Opens a file and looks whether it is whole.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - wanted: tables that every file of results has.
    /// - Throws: `ResultsProblem` when it is not there, is damaged or holds something else.
    package init(path: String, with wanted: [String]) throws(ResultsProblem) {
        self.path = path
        guard FileManager.default.isReadableFile(atPath: path) else { throw ResultsProblem("\(path) cannot be read") }
        var configuration = Configuration()
        configuration.readonly = true
        let fault: String?
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            (fault, tables) = try database.read { database in
                let fault = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                let tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
                return (
                    fault == "ok" ? nil : fault ?? "empty",
                    try String.fetchAll(database, sql: tables).filter(Self.isOurs)
                )
            }
        } catch {
            throw Self.problem(error, path)
        }
        if let fault { throw Self.damaged(path, fault) }
        if let missing = wanted.first(where: { !tables.contains($0) }) {
            throw ResultsProblem("\(path) has no table `\(missing)`: this version of Cabrank did not write it")
        }
    }

    /// Whether a table can be one of Cabrank's: their names are small letters, digits and underscores. Others are left alone, since
    /// they become names of files and parts of statements.
    private static func isOurs(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
            && name.utf8.first.map { (0x61...0x7A).contains($0) } == true && !name.hasPrefix("sqlite_")
    }

    /// The columns of a table, computed ones included.
    package func columns(of table: String) throws(ResultsProblem) -> [String] {
        var found: [String] = []
        try each("SELECT name FROM pragma_table_xinfo('\(table)')") { found.append($0.text(0)) }
        return found
    }

    /// Reads the rows of a query one by one.
    ///
    /// - Throws: `ResultsProblem` when the file is damaged.
    package func each(_ sql: String, _ body: (StoredRow) -> Void) throws(ResultsProblem) {
        do {
            try database.read { database in
                let statement = try database.makeStatement(sql: sql)
                var code = sqlite3_step(statement.sqliteStatement)
                while code == SQLITE_ROW {
                    body(StoredRow(statement: statement.sqliteStatement))
                    code = sqlite3_step(statement.sqliteStatement)
                }
                guard code == SQLITE_DONE else {
                    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
                }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static func damaged(_ path: String, _ fault: String) -> ResultsProblem {
        let reason = fault.split(separator: "\n").first.map { ": \($0)" } ?? ""
        return ResultsProblem("\(path) is damaged\(reason); it is left as it is, run the scenario again for a new one")
    }

    private static func problem(_ error: any Error, _ path: String) -> ResultsProblem {
        guard let error = error as? DatabaseError else { return ResultsProblem("\(path) cannot be read: \(error)") }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode.primaryResultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return damaged(path, reason)
        default: return ResultsProblem("\(path) cannot be read: \(reason)")
        }
    }
}

/// One row while it is read.
package struct StoredRow {
    fileprivate let statement: SQLiteStatement

    /// How many values it has.
    package var count: Int32 { sqlite3_column_count(statement) }

    /// A value, by its place from 0.
    package func value(_ index: Int32) -> ResultValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_NULL: .null
        default: .text(text(index))
        }
    }

    /// A value as text; empty for none.
    package func text(_ index: Int32) -> String {
        sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
    }
}
