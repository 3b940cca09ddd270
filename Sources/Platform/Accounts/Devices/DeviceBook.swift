// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel
import Synchronization

/// Keeps the accounts by device: all in memory, and as records of a store where they must survive a restart.
public final class DeviceBook: DeviceIndex, Sendable {
    private struct Book: Sendable {
        var lastNumber: Int32 = 0
        var accounts: [AccountID: DeviceAccount] = [:]
        var hashes: [IdentifierHash: AccountID] = [:]

        mutating func put(_ account: DeviceAccount) {
            lastNumber = max(lastNumber, account.id.number)
            accounts[account.id] = account
            hashes[account.hash] = account.id
        }
    }

    private let shelf: (any RecordStore<DeviceAccount>)?
    private let book: Mutex<Book>

    /// A book in memory, for simulations.
    public convenience init() {
        // Reading memory never fails.
        do { try self.init(nil) } catch { preconditionFailure("an empty store cannot be read: \(error)") }
    }

    /// Reads the store; without one the accounts last as long as the book.
    ///
    /// - Throws: what a store throws that cannot be read.
    public init(_ shelf: (any RecordStore<DeviceAccount>)?) throws {
        self.shelf = shelf
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
    var all: [DeviceAccount] { book.withLock { $0.accounts.values.sorted { $0.id < $1.id } } }
    /// The account with this number.
    public func account(_ id: AccountID) -> DeviceAccount? { book.withLock { $0.accounts[id] } }
    /// The account with this identifier.
    public func account(_ hash: IdentifierHash) -> DeviceAccount? {
        book.withLock { book in book.hashes[hash].flatMap { book.accounts[$0] } }
    }

    /// Stores a new account.
    ///
    /// - Throws: what kept the record from being durable. Nothing is changed then.
    func save(_ account: DeviceAccount) throws {
        try shelf?.save(account)
        put(account)
    }

    /// What writes a new account; `put` follows when it is durable.
    func saving(_ account: DeviceAccount) -> [RecordWrite] {
        shelf.map { [RecordWrite(.save(account), in: $0, isNeeded: true)] } ?? []
    }

    /// An account is durable.
    func put(_ account: DeviceAccount) { book.withLock { $0.put(account) } }
}
