// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import GRDB

/// The tables of the file of accounts.
enum AccountTables {
    /// Says in the file's head what it is: "CABA".
    private static let applicationNumber = 0x4341_4241

    /// Makes the tables in a new file.
    ///
    /// - Throws: `AccountStoreError.otherFile` when the file holds something else.
    static func create(_ database: Database, _ details: [DetailField]) throws {
        let number = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        if number == applicationNumber { return }
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard number == 0, tables == 0 else { throw AccountStoreError.otherFile }
        try database.execute(sql: "PRAGMA application_id = \(applicationNumber)")
        try database.execute(sql: schema(details))
    }

    /// Reads the whole file once.
    ///
    /// - Throws: `AccountStoreError.damaged` when something in it does not fit.
    static func check(_ database: Database) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "nothing"
        guard finding == "ok" else { throw AccountStoreError.damaged(finding) }
    }

    // AUTOINCREMENT: SQLite remembers the largest number, also when its row is gone. One table holds the addresses in force
    // and those asked for, so that one index keeps them apart.
    private static func schema(_ details: [DetailField]) -> String {
        let columns = details.map { "\($0.column) \($0.format.column)\($0.shared == nil ? "" : " UNIQUE"), " }.joined()
        return """
            CREATE TABLE account (
                number INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER NOT NULL, person INTEGER NOT NULL,
                username TEXT NOT NULL UNIQUE, password TEXT, temporaryPassword TEXT, mustChangePassword INTEGER NOT NULL,
                name TEXT NOT NULL, surname TEXT NOT NULL, address TEXT, phone TEXT,
                \(columns)consent INTEGER NOT NULL,
                isConfirmed INTEGER NOT NULL, registered INTEGER NOT NULL, nextAttempt INTEGER, remindedFor TEXT
            ) STRICT;
            CREATE UNIQUE INDEX accountPerson ON account (type, person) WHERE person > 0;
            CREATE TABLE address (
                email TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                isPending INTEGER NOT NULL, UNIQUE (account, isPending)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE link (
                token BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                place INTEGER NOT NULL, kind INTEGER NOT NULL, expires INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX linkAccount ON link (account, place);
            CREATE TABLE login (
                number INTEGER PRIMARY KEY, time INTEGER NOT NULL, account INTEGER, pseudonym BLOB, source INTEGER NOT NULL,
                isSuccess INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX loginTime ON login (time);
            CREATE INDEX loginAccount ON login (account) WHERE account IS NOT NULL;
            CREATE TABLE erasing (number INTEGER PRIMARY KEY) STRICT;
            """
    }
}

extension DetailField.Format {
    /// The type of a column with such values.
    var column: String { self == .number ? "INTEGER" : "TEXT" }
}
