// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation
package import GRDB
import GRDBSQLite

/// One value of a row of `results.sqlite`.
package enum ResultValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    /// Binds the value to a parameter of a statement. The library frees its copy of a text.
    fileprivate func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value): sqlite3_bind_text(statement, index, strdup(value), -1) { free($0) }
        }
    }
}

/// A column of a result table: its name, its SQL type, and how a row fills it. Rows are `inout` only so that they are handed
/// over by their address: a row of twenty fields would be copied for each of its columns, more than once.
package struct ResultColumn<Row>: Sendable {
    package let name: String
    package let type: String
    package let value: @Sendable (inout Row) -> ResultValue

    package typealias Reading<Value> = @Sendable (inout Row) -> Value
    package typealias WholeNumber = BinaryInteger & SendableMetatype

    /// The number that a row is found by.
    package static func key<Number: WholeNumber>(_ name: String, _ value: @escaping Reading<Number>) -> Self {
        Self(name: name, type: "INTEGER PRIMARY KEY") { .integer(Int64(value(&$0))) }
    }
    package static func integer<Number: WholeNumber>(_ name: String, _ value: @escaping Reading<Number>) -> Self {
        Self(name: name, type: "INTEGER NOT NULL") { .integer(Int64(value(&$0))) }
    }
    package static func integerOrNull<Number: WholeNumber>(_ name: String, _ value: @escaping Reading<Number?>) -> Self
    {
        Self(name: name, type: "INTEGER") { row in value(&row).map { .integer(Int64($0)) } ?? .null }
    }
    package static func flag(_ name: String, _ value: @escaping Reading<Bool>) -> Self {
        integer(name) { value(&$0) ? 1 : 0 }
    }
    package static func real(_ name: String, _ value: @escaping Reading<Double>) -> Self {
        Self(name: name, type: "REAL NOT NULL") { .real(value(&$0)) }
    }
    package static func realOrNull(_ name: String, _ value: @escaping Reading<Double?>) -> Self {
        Self(name: name, type: "REAL") { row in value(&row).map { .real($0) } ?? .null }
    }
    package static func text(_ name: String, _ value: @escaping Reading<String>) -> Self {
        Self(name: name, type: "TEXT NOT NULL") { .text(value(&$0)) }
    }
    /// A word of a closed list, or what stands where there is none. The texts are made once: each is looked up in the type's
    /// names, and a run writes some hundred thousand.
    package static func word<Word: EventWord & SendableMetatype>(
        _ name: String, else absent: String = "", _ value: @escaping Reading<Word?>
    ) -> Self {
        var texts: [String] = []
        for word in Word.allCases {
            while texts.count <= Int(word.number) { texts.append("") }
            texts[Int(word.number)] = word.word
        }
        return Self(name: name, type: "TEXT NOT NULL") { [texts] row in
            .text(value(&row).map { texts[Int($0.rawValue)] } ?? absent)
        }
    }
    /// The word that a row is found by.
    package static func wordKey(_ name: String, _ value: @escaping Reading<String>) -> Self {
        Self(name: name, type: "TEXT PRIMARY KEY") { .text(value(&$0)) }
    }
    /// An instant or a span of nanoseconds, in seconds; `.min` is "never".
    package static func seconds(_ name: String, _ value: @escaping Reading<Int64>) -> Self {
        realOrNull(name) { Self.seconds(value(&$0)) }
    }
    /// An instant that every row has.
    package static func instant(_ name: String, _ value: @escaping Reading<Int64>) -> Self {
        Self(name: name, type: "REAL NOT NULL") { row in Self.seconds(value(&row)).map { .real($0) } ?? .null }
    }
    /// Kilometres from millimetres; `.min` is "not driven".
    package static func kilometres(_ name: String, _ value: @escaping Reading<Int64>) -> Self {
        realOrNull(name) { row in
            let length = value(&row)
            return length == .min ? nil : tidy(Double(length) * 1e-6)
        }
    }

    private static func seconds(_ nanoseconds: Int64) -> Double? {
        nanoseconds == .min ? nil : Double(nanoseconds) / 1e9
    }
}

/// A table of `results.sqlite`: its columns say what is in it, and how it is filled. Explained in the article Results.
package struct ResultTable<Row>: Sendable {
    package let name: String
    /// Columns that a row is found by, of a table that is kept in their order; empty for others.
    package let keys: [String]
    package let columns: [ResultColumn<Row>]
    /// Those of the columns, by themselves: a column is not copied for each value.
    private let values: [@Sendable (inout Row) -> ResultValue]

    package init(name: String, keys: [String] = [], columns: [ResultColumn<Row>]) {
        (self.name, self.keys, self.columns) = (name, keys, columns)
        values = columns.map { $0.value }
    }

    package init(_ name: String, keys: [String] = [], _ columns: ResultColumn<Row>...) {
        self.init(name: name, keys: keys, columns: columns)
    }

    /// The statement that makes the table.
    package var create: String {
        var parts = columns.map { "\($0.name) \($0.type)" }
        if !keys.isEmpty { parts.append("PRIMARY KEY (\(keys.joined(separator: ", ")))") }
        let isByKey = !keys.isEmpty || columns.contains { $0.type == "TEXT PRIMARY KEY" }
        return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))\(isByKey ? " WITHOUT ROWID" : "");\n"
    }

    /// Rows that go in with one statement: fewer steps, and the library keeps its position in the tree.
    private static var rowsAtOnce: Int { 16 }

    private func statement(rows: Int, in database: Database) throws -> Statement {
        let marks = "(" + Array(repeating: "?", count: columns.count).joined(separator: ",") + ")"
        let all = Array(repeating: marks, count: rows).joined(separator: ",")
        return try database.cachedStatement(sql: "INSERT INTO \(name) VALUES \(all)")
    }

    /// Adds rows. Those of a table with a key are fastest by rising key.
    ///
    /// The values are bound without the database library's own types between: a report has a million of them.
    package func insert(_ rows: [Row], into database: Database) throws {
        var rest = rows[...]
        for size in [Self.rowsAtOnce, 1] where rest.count >= size {
            let statement = try statement(rows: size, in: database)
            while rest.count >= size {
                try insert(rest.prefix(size), with: statement.sqliteStatement, database)
                rest = rest.dropFirst(size)
            }
        }
    }

    private func insert(_ rows: ArraySlice<Row>, with statement: SQLiteStatement, _ database: Database) throws {
        var (index, code): (Int32, Int32) = (0, SQLITE_OK)
        for var row in rows {
            for value in values where code == SQLITE_OK {
                index += 1
                code = value(&row).bind(to: statement, at: index)
            }
        }
        if code == SQLITE_OK { code = sqlite3_step(statement) }
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
