// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
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
    /// All accounts by rising number; costs a sort.
    var all: [PhoneAccount] { book.withLock { $0.accounts.values.sorted { $0.id < $1.id } } }
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

    // MARK: Written beside the loop

    /// What writes a new account; `put` follows when it is durable.
    ///
    /// - Throws: `PhoneTaken` when another account has the phone.
    func saving(_ account: PhoneAccount) throws -> [RecordWrite] {
        if let owner = self.account(account.phone), owner.id != account.id { throw PhoneTaken() }
        return shelf.map { [RecordWrite(.save(account), in: $0, isNeeded: true)] } ?? []
    }

    /// An account is durable.
    func put(_ account: PhoneAccount) { book.withLock { $0.put(account) } }

    /// What takes an account out of the files; `drop` follows when that is durable. Rows of the login log stay under the pseudonym.
    func removing(_ id: AccountID, pseudonym: Token) -> [RecordWrite] {
        log.renaming(id, pseudonym) + (shelf.map { [RecordWrite(.remove(id), in: $0, isNeeded: true)] } ?? [])
    }

    /// An account is gone for good.
    func drop(_ id: AccountID) {
        book.withLock { book in
            guard let account = book.accounts.removeValue(forKey: id.number) else { return }
            book.phones[account.phone] = nil
        }
    }

    /// Adds a row to the login log and drops those that are older than a time. Returns what is to be written.
    func adding(_ row: LoginRow, dropBefore time: CityTime) -> [RecordWrite] { log.adding(row, dropBefore: time) }

    /// The row that was added last is not durable.
    func undoLogin() { log.undo() }
}

/// A phone belongs to another account already.
public struct PhoneTaken: Error, Hashable {}
