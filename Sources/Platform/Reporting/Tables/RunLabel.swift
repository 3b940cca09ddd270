// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// What tells the rows of one run from those of other runs in the same file: columns that every table of results has.
///
/// In the file of a single run they are computed columns, which take no room and no time; in a file of many runs they are
/// stored. So one query serves both.
package struct RunLabel: Sendable {
    /// The name of what was run: of a variant of a comparison, else of the scenario.
    package let variant: String
    /// Which replication it is, from 0.
    package let replication: Int

    package init(variant: String, replication: Int) {
        (self.variant, self.replication) = (variant, replication)
    }

    private static let table = ResultTable<RunLabel>(
        "every", .text("variant", "the variant's name in a comparison, else the scenario's short name") { $0.variant },
        .integer("replication", "which replication it is, from 0") { $0.replication })

    package static var names: [String] { table.columns.map(\.name) }

    /// Their lines of the article Results.
    package static var article: String { table.article.replacing("| `every` |", with: "| every table |") }

    /// Adds the columns to each table that does not have them.
    func mark(_ database: Database) throws {
        var row = self
        let columns = Self.table.columns.map { (name: $0.name, type: $0.type, value: $0.value(&row).literal) }
        for table in try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        {
            let known = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_xinfo('\(table)')")
            for column in columns where !known.contains(column.name) {
                try database.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.type) AS (\(column.value)) VIRTUAL")
            }
        }
    }
}
