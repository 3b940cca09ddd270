// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
public import CityModel
import Synchronization

extension Tag {
    /// An attempt to log in.
    public enum Login {}
}

/// A row of the login log, as it is stored.
public struct LoginEntry: StoredRecord {
    /// The word of the files.
    public static let table = "login"
    /// Counts the rows.
    public let key: ID<Tag.Login>
    /// The row.
    public var row: LoginRow
}

/// A login log whose rows are records of a store (SEC-04): all in memory, and each on its shelf as well.
final class LoginShelf: Sendable {
    private struct Rows: Sendable {
        var lastNumber: Int32
        var entries: [LoginEntry]
    }

    private let shelf: any RecordStore<LoginEntry>
    private let rows: Mutex<Rows>

    /// Reads the shelf.
    init(_ shelf: any RecordStore<LoginEntry>) throws {
        self.shelf = shelf
        let found = try shelf.load()
        rows = Mutex(Rows(lastNumber: found.lastNumber, entries: found.open))
    }

    /// The rows in the order in which they came.
    var all: [LoginRow] { rows.withLock { $0.entries.map(\.row) } }

    // MARK: Beside the loop

    /// Adds a row and removes those that are older than a time. Returns what is to be written; `undo` takes the row back when that
    /// fails.
    func adding(_ row: LoginRow, dropBefore time: CityTime = .epoch) -> [RecordWrite] {
        rows.withLock { rows in
            rows.lastNumber += 1
            let entry = LoginEntry(key: ID(rows.lastNumber), row: row)
            rows.entries.append(entry)
            return [RecordWrite(.save(entry), in: shelf, isNeeded: true)] + removing(before: time, from: &rows)
        }
    }

    /// Takes back the row that was added last.
    func undo() { rows.withLock { _ = $0.entries.popLast() } }

    /// Removes rows older than this. Returns what is to be written, and how many rows are left.
    func pruning(before time: CityTime) -> (writes: [RecordWrite], kept: Int) {
        rows.withLock { rows in (removing(before: time, from: &rows), rows.entries.count) }
    }

    private func removing(before time: CityTime, from rows: inout Rows) -> [RecordWrite] {
        let old = rows.entries.filter { $0.row.time < time }
        if !old.isEmpty { rows.entries.removeAll { $0.row.time < time } }
        return old.map { RecordWrite(.remove($0.key), in: shelf) }
    }

    /// Rows of an account name it by a pseudonym from now on (DEC-ACCOUNT-DELETE). Returns what is to be written.
    func renaming(_ account: AccountID, _ pseudonym: Token?) -> [RecordWrite] {
        rows.withLock { rows in
            rows.entries.indices.filter { rows.entries[$0].row.account == account }.map { index in
                rows.entries[index].row.account = nil
                rows.entries[index].row.pseudonym = pseudonym
                return RecordWrite(.save(rows.entries[index]), in: shelf, isNeeded: true)
            }
        }
    }

    // MARK: In the turn

    func add(_ row: LoginRow) throws {
        try rows.withLock { rows in
            let entry = LoginEntry(key: ID(rows.lastNumber + 1), row: row)
            try shelf.save(entry)
            rows.lastNumber += 1
            rows.entries.append(entry)
        }
    }

    /// Removes rows older than this. Returns how many went and how many are left.
    @discardableResult
    func prune(before time: CityTime) throws -> (removed: Int, kept: Int) {
        try rows.withLock { rows in
            let old = rows.entries.filter { $0.row.time < time }
            for entry in old { try shelf.remove(entry.key) }
            if !old.isEmpty { rows.entries.removeAll { $0.row.time < time } }
            return (old.count, rows.entries.count)
        }
    }

    /// Rows of an account name it by a pseudonym from now on (DEC-ACCOUNT-DELETE).
    func rename(_ account: AccountID, _ pseudonym: Token?) throws {
        try rows.withLock { rows in
            for index in rows.entries.indices where rows.entries[index].row.account == account {
                rows.entries[index].row.account = nil
                rows.entries[index].row.pseudonym = pseudonym
                try shelf.save(rows.entries[index])
            }
        }
    }
}
