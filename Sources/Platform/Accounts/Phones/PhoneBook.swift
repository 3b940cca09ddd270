// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import Synchronization

/// Keeps the accounts by phone: all in memory, about 110 bytes each, and as records of a store where they must survive a
/// restart. That store is to be encrypted (SEC-06); so no phone is looked up there.
public final class PhoneBook: PhoneIndex, Sendable {
    private struct Book: Sendable {
        var lastNumber: Int32 = 0
        var accounts: [Int32: PhoneAccount] = [:]
        var phones: [PhoneNumber: Int32] = [:]

        mutating func put(_ account: PhoneAccount) {
            lastNumber = max(lastNumber, account.id.number)
            accounts[account.id.number] = account
            phones[account.phone] = account.id.number
        }
    }

    private let shelf: (any RecordStore<PhoneAccount>)?
    private let log: LoginShelf
    private let book: Mutex<Book>

    /// A book in memory, for simulations.
    public convenience init() {
        // Reading memory never fails.
        do { try self.init(nil) } catch { preconditionFailure("an empty store cannot be read: \(error)") }
    }

    /// Reads both stores; without one of accounts they last as long as the book.
    ///
    /// - Throws: what a store throws that cannot be read.
    public init(
        _ shelf: (any RecordStore<PhoneAccount>)?,
        logins: any RecordStore<LoginEntry> = RecordMemory<LoginEntry>()
    ) throws {
        self.shelf = shelf
        log = try LoginShelf(logins)
        var found = Book()
        if let stored = try shelf?.load() {
            for account in stored.open { found.put(account) }
            found.lastNumber = max(found.lastNumber, stored.lastNumber)
        }
        book = Mutex(found)
    }

    /// The largest number ever given to an account; 0 when there was none.
    public var lastNumber: Int32 { book.withLock { $0.lastNumber } }
    /// How many accounts there are.
    public var count: Int { book.withLock { $0.accounts.count } }
    /// The account with this number.
    public func account(_ id: AccountID) -> PhoneAccount? { book.withLock { $0.accounts[id.number] } }
    /// The account with this phone.
    public func account(_ phone: PhoneNumber) -> PhoneAccount? {
        book.withLock { book in book.phones[phone].flatMap { book.accounts[$0] } }
    }
    /// The rows of the login log, in the order in which they came (SEC-04).
    public var logins: [LoginRow] { log.all }

    /// Stores a new account.
    ///
    /// - Throws: `PhoneTaken` when another account has the phone, or what kept the record from being durable. Nothing is
    ///   changed then.
    public func save(_ account: PhoneAccount) throws {
        try book.withLock { book in
            if let owner = book.phones[account.phone], owner != account.id.number { throw PhoneTaken() }
            try shelf?.save(account)
            book.put(account)
        }
    }

    /// Takes an account out; rows of the login log stay under the pseudonym.
    ///
    /// - Throws: what kept that from being durable.
    func remove(_ id: AccountID, pseudonym: Token) throws {
        try log.rename(id, pseudonym)
        try book.withLock { book in
            try shelf?.remove(id)
            guard let account = book.accounts.removeValue(forKey: id.number) else { return }
            book.phones[account.phone] = nil
        }
    }

    /// Adds a row to the login log and drops those that are older than a time.
    func add(_ row: LoginRow, dropBefore time: CityTime) throws {
        try log.add(row)
        try log.prune(before: time)
    }
}

/// A phone belongs to another account already.
public struct PhoneTaken: Error, Hashable {}
