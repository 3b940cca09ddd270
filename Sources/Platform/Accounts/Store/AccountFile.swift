// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import GRDB
import Synchronization

/// Keeps accounts and the login log in a SQLite file, for a live service.
///
/// Every change is on the disk when its call returns (write-ahead log, synchronous). Unique indexes back the rules on names,
/// addresses and the service's own fields. The file is for one service at a time. It is its own only index, so that its changes are
/// always made in the turn of the message, never beside the loop.
///
/// What is removed or replaced is erased: SQLite overwrites freed space with zeros (`secure_delete`) and the log is emptied
/// at once. SQLite may still leave a copy of a row where it split a page, about once in 1,000 removals as measured; so the
/// file is searched for the texts that identify the person, and rewritten (`VACUUM`) when one is found. Such a change
/// therefore costs a reading of the whole file.
///
/// Lookups cannot throw. One that fails finds nothing, and every later change throws its error: a damaged file never lets
/// a name be given twice.
public final class AccountFile: AccountStore {
    let path: String
    let queue: DatabaseQueue
    private let rows: AccountRow
    private let fault = Mutex<(any Error)?>(nil)

    /// Opens the file, and makes it when it is missing. Reads all of it once, to find damage. `roles` are those of the
    /// service, the same as when the file was made.
    ///
    /// - Throws: `AccountStoreError.otherFile`, `.damaged`, or `DatabaseError` when the file cannot be opened.
    public init(path: String, roles: any RoleRules) throws {
        self.path = path
        rows = AccountRow(roles)
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase {
            // GRDB's choice for this journal is NORMAL, which may lose the last commits when the power fails.
            try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { try AccountTables.create($0, roles.details) }
            try queue.writeWithoutTransaction(AccountTables.check)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            throw AccountStoreError.damaged(error.message ?? "SQLite cannot read it")
        }
        if try queue.read({ try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM erasing)") }) == true {
            try finishErasing([], isDue: true)
        }
    }

    // MARK: Lookups

    /// The largest number ever given; 0 when there was none.
    public var lastNumber: Int32 {
        find { try Int32.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'account'") } ?? 0
    }

    /// How many accounts there are.
    public var count: Int { find { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") } ?? 0 }

    /// The account with this number.
    public func account(_ id: AccountID) -> Account? {
        find { try rows.fetch($0, where: "account.number = ?", [id.number]) }
    }

    /// The account with this name, pending ones included.
    public func account(username: String) -> Account? {
        guard Patterns.isReadable(username) else { return nil }
        return find { try rows.fetch($0, where: "username = ?", [username]) }
    }

    /// The account that has this address in force, or that has asked for it.
    public func account(email: String) -> Account? {
        guard Patterns.isReadable(email) else { return nil }
        return find {
            try rows.fetch($0, where: "account.number = (SELECT account FROM address WHERE email = ?)", [email])
        }
    }

    /// The account with this value in one of the service's fields that no two accounts share.
    public func account(_ field: AccountField, _ value: DetailValue) -> Account? {
        if case .text(let text) = value, !Patterns.isReadable(text) { return nil }
        guard let column = rows.details.first(where: { $0.field == field })?.column else { return nil }
        return find { try rows.fetch($0, where: "\(column) = ?", [value.stored]) }
    }

    /// The account with this link.
    public func account(link: Token) -> Account? {
        find { try rows.fetch($0, where: "account.number = (SELECT account FROM link WHERE token = ?)", [link.stored]) }
    }

    /// The account of a person of the service, numbered from 1.
    public func account(_ type: RoleName, person: Int32) -> Account? {
        find { try rows.fetch($0, where: "type = ? AND person = ? AND person > 0", [type.number, person]) }
    }

    /// All accounts by rising number, one at a time.
    ///
    /// - Throws: what the body throws, `DatabaseError`, or `AccountStoreError.damaged`.
    public func forEach(_ body: (Account) throws -> Void) throws {
        try throwFault()
        try queue.read { database in
            let found = try Row.fetchCursor(database, sql: AccountRow.query + " ORDER BY account.number")
            while let row = try found.next() { try body(try rows.account(row, database)) }
        }
    }

    // MARK: Changes

    /// Stores an account, or what changed of it.
    ///
    /// - Throws: `AccountStoreError.taken` when a unique value belongs to another account, `unreadable` when a text holds
    ///   a byte 0, or `DatabaseError` when it is not on the disk. Nothing is changed then.
    public func save(_ account: Account) throws {
        try account.checkTexts()
        try throwFault()
        let replaced = try queue.write { database in
            let old = try rows.fetch(database, where: "account.number = ?", [account.id.number])
            try rows.checkKeys(of: account, database)
            try rows.write(account, replacing: old, database)
            let replaced = (old?.identifyingTexts ?? []).filter { !account.identifyingTexts.contains($0) }
            if !replaced.isEmpty { try Self.noteErasing(database) }
            return replaced
        }
        if !replaced.isEmpty { try? finishErasing(replaced) }
    }

    /// Takes an account out with everything tied to it. Returns how many records went.
    ///
    /// - Throws: `DatabaseError` when that is not on the disk.
    @discardableResult
    public func remove(_ id: AccountID, pseudonym: Token?) throws -> Int {
        try throwFault()
        let old = try queue.write { database in
            let old = try rows.fetch(database, where: "account.number = ?", [id.number])
            try database.execute(
                sql: "UPDATE login SET account = NULL, pseudonym = ? WHERE account = ?",
                arguments: [pseudonym?.stored, id.number])
            // Addresses and links go with the account.
            try database.execute(sql: "DELETE FROM account WHERE number = ?", arguments: [id.number])
            if old != nil { try Self.noteErasing(database) }
            return old
        }
        guard let old else { return 0 }
        try? finishErasing(old.identifyingTexts)
        return 1 + old.links.count
    }

    // MARK: The login log

    /// Adds a row to the login log (SEC-04).
    ///
    /// - Throws: `DatabaseError` when it is not on the disk.
    public func add(_ login: LoginRow) throws {
        try throwFault()
        try queue.write { database in
            try database.cachedStatement(
                sql: "INSERT INTO login (time, account, pseudonym, source, isSuccess) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: [
                login.time.nanoseconds, login.account?.number, login.pseudonym?.stored, Int64(login.source),
                login.isSuccess,
            ])
        }
    }

    /// The rows of the login log, oldest first.
    ///
    /// - Throws: `DatabaseError` or `AccountStoreError.damaged`.
    public func logins() throws -> [LoginRow] {
        try throwFault()
        return try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM login ORDER BY time, number").map(LoginRow.init(stored:))
        }
    }

    /// Removes rows older than this. Returns how many went and how many are left.
    ///
    /// - Throws: `DatabaseError` when that is not on the disk.
    public func pruneLogins(before time: CityTime) throws -> (removed: Int, kept: Int) {
        try throwFault()
        return try queue.write { database in
            try database.execute(sql: "DELETE FROM login WHERE time < ?", arguments: [time.nanoseconds])
            let removed = database.changesCount
            return (removed, try Int.fetchOne(database, sql: "SELECT count(*) FROM login") ?? 0)
        }
    }

    // MARK: Faults

    private func find<Found>(_ lookup: (Database) throws -> Found?) -> Found? {
        do {
            return try queue.read(lookup)
        } catch {
            fault.withLock { $0 = $0 ?? error }
            return nil
        }
    }

    private func throwFault() throws {
        if let error = fault.withLock({ $0 }) { throw error }
    }
}
