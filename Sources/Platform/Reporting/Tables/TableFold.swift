// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import GRDB

/// Rows of one table of `results.sqlite`.
package struct TableRows: Sendable {
    /// How many rows there are.
    package let count: Int
    /// The statement that makes the table.
    package let create: String
    package let insert: @Sendable (Database) throws -> Void

    /// Takes rows of a table.
    package init<Row: Sendable>(_ table: ResultTable<Row>, _ rows: [Row]) {
        (count, create) = (rows.count, table.create)
        insert = { try table.insert(rows, into: $0) }
    }
}

/// Folds events to rows of tables of `results.sqlite`, which are written while the run goes on.
package protocol TableFold: EventObserver {
    /// The statements that make the tables.
    var create: String { get }
    /// How many rows are complete and not yet taken.
    var complete: Int { get }
    /// The complete rows, which it forgets: it need not keep more than is open.
    func takeRows() -> [TableRows]
}

/// Every event as a row.
package final class EventTableFold: TableFold {
    /// An event: its fields are those of its line in `events.jsonl`.
    private static let table = ResultTable<EventRow>(
        "events", .key("number", "the event's number, from 1") { $0.number },
        .real("time_s", in: .minutes, "when it was noted") { $0.time.inSeconds },
        .text("event", "its name") { $0.name },
        .text("fields", "its fields as JSON") { $0.fields })
    private var rows: [EventRow] = []

    package init() {}

    /// The table is in every file of results, without rows where no events are kept.
    package static var create: String { table.create }
    /// Its lines of the article Results.
    package static var article: String { table.article }
    package var create: String { "" }
    package var complete: Int { rows.count }

    package func subscribe(to feed: EventFeed) {
        feed.onEvery { run in run.rows { self.rows.append($0) } }
    }

    package func takeRows() -> [TableRows] {
        defer { rows.removeAll(keepingCapacity: true) }
        return [TableRows(Self.table, rows)]
    }
}
