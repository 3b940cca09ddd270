// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

/// The tables of many runs in one file, each row with the run that it is of.
///
/// Runs are added one by one from files of their own, each in a transaction: a process that is killed leaves those that
/// were added before. Equal runs in the same order give the same bytes.
package final class PooledDatabase {
    private let database: DatabaseQueue
    /// How messages name the file.
    private let name: String
    /// How many runs are in it.
    package private(set) var count: Int

    /// Makes the file, or opens it again.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - name: how messages name it, when it gets another name later.
    ///   - runs: the table that has one row for each run.
    /// - Throws: `OutputProblem` when it cannot be made, or is damaged.
    package init(path: String, name: String, runs: String) throws(OutputProblem) {
        self.name = name
        do {
            database = try DatabaseQueue(path: path)
            count = try database.write { database in
                try database.tableExists(runs)
                    ? Int.fetchOne(database, sql: "SELECT count(*) FROM \(runs)") ?? 0 : 0
            }
        } catch {
            throw .database(error, name)
        }
    }

    /// Adds all tables of a file.
    ///
    /// - Parameters:
    ///   - part: the file of a run.
    ///   - skipped: tables that are left out.
    /// - Throws: `OutputProblem` when the file cannot be read, or this one not be written.
    package func add(_ part: String, without skipped: Set<String> = []) throws(OutputProblem) {
        do {
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "ATTACH \(part.quotedForSQL) AS part")
                defer { try? database.execute(sql: "DETACH part") }
                try database.inTransaction {
                    for table in try String.fetchAll(
                        database, sql: "SELECT name FROM part.sqlite_master WHERE type = 'table' ORDER BY rowid")
                    where !skipped.contains(table) {
                        try Self.make(table, in: database)
                        try database.execute(sql: "INSERT INTO main.\(table) SELECT * FROM part.\(table)")
                    }
                    return .commit
                }
            }
        } catch {
            throw .database(error, name)
        }
        count += 1
    }

    /// Makes a table like that of the part, without its key: rows of several runs may have the same one.
    private static func make(_ table: String, in database: Database) throws {
        guard try !database.tableExists(table, in: "main") else { return }
        let columns = try Row.fetchAll(database, sql: "PRAGMA part.table_xinfo(\(table))").map { row -> String in
            let name: String = row["name"]
            // A computed column has more words there.
            let type = (row["type"] as String).prefix { $0 != " " }
            // Keys and computed columns are always there too.
            let marks: [Int] = [row["notnull"], row["pk"], row["hidden"]]
            return "\(name) \(type)" + (marks.allSatisfy { $0 == 0 } ? "" : " NOT NULL")
        }
        try database.execute(sql: "CREATE TABLE main.\(table) (\(columns.joined(separator: ", ")))")
    }

    /// Closes the file, which is whole then.
    package func close() throws(OutputProblem) {
        do {
            try database.close()
        } catch {
            throw .database(error, name)
        }
    }
}
