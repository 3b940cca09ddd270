// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
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
