// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import GRDB
import GRDBSQLite

/// A table of results: its columns say what is in it, and how it is filled. Explained in the article Results.
package struct ResultTable<Row>: Sendable {
    package let name: String
    /// Columns that a row is found by, of a table that is kept in their order; empty for others.
    package let keys: [String]
    package let columns: [ResultColumn<Row>]
    /// Those of the stored columns, by themselves: a column is not copied for each value.
    private let values: [@Sendable (inout Row) -> ResultValue]
    private let shape: RowShape

    package init(name: String, keys: [String] = [], columns: [ResultColumn<Row>]) {
        (self.name, self.keys, self.columns) = (name, keys, columns)
        values = columns.filter(\.isStored).map { $0.value }
        shape = RowShape(columns.map(\.path))
    }

    package init(_ name: String, keys: [String] = [], _ columns: ResultColumn<Row>...) {
        self.init(name: name, keys: keys, columns: columns)
    }

    package init(_ name: String, keys: [String] = [], @ColumnList<Row> _ columns: () -> [ResultColumn<Row>]) {
        self.init(name: name, keys: keys, columns: columns())
    }

    /// Its stored columns but these, as measures of places.
    package func measures(but keys: [String]) -> [ZoneMeasure] {
        columns.filter { $0.isStored && !keys.contains($0.name) }.map {
            ZoneMeasure(name: $0.name, text: $0.text, unit: $0.unit)
        }
    }

    // MARK: - In SQLite

    /// The statement that makes the table.
    package var create: String {
        var parts = columns.filter(\.isStored).map(\.definition)
        if !keys.isEmpty { parts.append("PRIMARY KEY (\(keys.joined(separator: ", ")))") }
        let isByKey = !keys.isEmpty || columns.contains { $0.isKey && $0.kind == .text }
        return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))\(isByKey ? " WITHOUT ROWID" : "");\n"
    }

    /// Rows that go in with one statement: fewer steps, and the library keeps its position in the tree.
    private static var rowsAtOnce: Int { 16 }

    private func statement(rows: Int, in database: Database) throws -> Statement {
        let marks = "(" + Array(repeating: "?", count: values.count).joined(separator: ",") + ")"
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

    // MARK: - In JSON

    /// Writes a row as an object with the columns that have a path.
    package func encode(_ row: Row, to encoder: any Encoder) throws {
        var row = row
        var container = encoder.container(keyedBy: RowShape.Key.self)
        try shape.encode(columns.map { $0.path == nil ? .null : $0.value(&row) }, into: &container)
    }

    /// The schema of such an object.
    package var schema: JSONValue { shape.schema { (columns[$0].schema, columns[$0].isOptional) } }

    // MARK: - On a page, and in the article

    /// The columns that a page shows, as HTML; `cells` gives texts of cells that say more than the value, by column.
    package func html(_ caption: String, _ rows: [Row], cells: [String: (Row) -> String] = [:]) -> String {
        ShownTable.html(caption, rows, columns.compactMap { $0.shown(cells[$0.name]) })
    }

    /// The lines of the article Results: a stored column in each, with its unit and what it says.
    package var article: String {
        columns.filter(\.isStored).map { column in
            "| `\(name)` | `\(column.name)` |\(column.unit.isEmpty ? "" : " " + column.unit) | \(column.text) |\n"
        }.joined()
    }
}

/// A row that `summary.json` has too: its type reads it, and its table writes it.
package protocol TableRow: Codable {
    static var table: ResultTable<Self> { get }
}

extension TableRow {
    package typealias Column = ResultColumn<Self>
    package static var schema: JSONValue { table.schema }
}

/// Lists columns one below the other, without commas, each checked on its own by the compiler.
@resultBuilder
package enum ColumnList<Row> {
    package static func buildExpression(_ column: ResultColumn<Row>) -> [ResultColumn<Row>] { [column] }
    package static func buildExpression(_ columns: [ResultColumn<Row>]) -> [ResultColumn<Row>] { columns }
    package static func buildBlock(_ parts: [ResultColumn<Row>]...) -> [ResultColumn<Row>] { parts.flatMap(\.self) }
}

/// A column of the table `zones` that tells what a zone met: its measures can be drawn on a map.
package struct ZoneMeasure: Sendable {
    /// Its name in the table, what it says, and its unit.
    package let name, text, unit: String
}
