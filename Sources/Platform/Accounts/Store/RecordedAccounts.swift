// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel

extension Account: StoredRecord {
    /// The word of the files.
    public static let table = "account"
    /// The number.
    public var key: AccountID { id }
}

/// Accounts as records of a store, all of them in memory as well: the file is encrypted, so that no column of it can be
/// searched.
public final class RecordedAccounts: AccountStore {
    private let shelf: any RecordStore<Account>
    private let memory: MemoryAccountStore
    private let log: LoginShelf
    private let lastStored: Int32

    /// Reads both stores; `details` are the fields of the service.
    ///
    /// - Throws: what a store throws that cannot be read, or `AccountStoreError` for accounts that do not fit together.
    public init(
        _ shelf: any RecordStore<Account>, logins: any RecordStore<LoginEntry>, details: [DetailField]
    ) throws {
        self.shelf = shelf
        log = try LoginShelf(logins)
        memory = MemoryAccountStore(details: details)
        let found = try shelf.load()
        lastStored = found.lastNumber
        for account in found.open { try memory.save(account) }
    }

    // MARK: Lookups

    /// The largest number ever given; 0 when there was none.
    public var lastNumber: Int32 { max(lastStored, memory.lastNumber) }
    /// How many accounts there are.
    public var count: Int { memory.count }
    /// The account with this number.
    public func account(_ id: AccountID) -> Account? { memory.account(id) }
    /// The account with this name, pending ones included.
    public func account(username: String) -> Account? { memory.account(username: username) }
    /// The account that has this address in force, or that has asked for it.
    public func account(email: String) -> Account? { memory.account(email: email) }
    /// The account with this value in one of the service's fields that no two accounts share.
    public func account(_ field: AccountField, _ value: DetailValue) -> Account? { memory.account(field, value) }
    /// The account with this link.
    public func account(link: Token) -> Account? { memory.account(link: link) }
    /// The account of a person of the service, numbered from 1.
    public func account(_ type: RoleName, person: Int32) -> Account? { memory.account(type, person: person) }
    /// All accounts by rising number, as they were at the beginning.
    public func forEach(_ body: (Account) throws -> Void) rethrows { try memory.forEach(body) }

    // MARK: Changes

    /// Stores an account, or what changed of it.
    ///
    /// - Throws: `AccountStoreError.taken` or `unreadable`, or what kept the record from being durable. Nothing is changed then.
    public func save(_ account: Account) throws {
        let old = memory.account(account.id)
        try memory.save(account)
        do {
            try shelf.save(account)
        } catch {
            if let old { try memory.save(old) } else { memory.remove(account.id, pseudonym: nil) }
            throw error
        }
    }

    /// Takes an account out with everything tied to it. Returns how many records went.
    ///
    /// - Throws: what kept that from being durable.
    @discardableResult
    public func remove(_ id: AccountID, pseudonym: Token?) throws -> Int {
        try log.rename(id, pseudonym)
        try shelf.remove(id)
        return memory.remove(id, pseudonym: pseudonym)
    }

    /// Adds a row to the login log (SEC-04).
    ///
    /// - Throws: what kept it from being durable.
    public func add(_ login: LoginRow) throws { try log.add(login) }

    /// The rows of the login log, oldest first.
    public func logins() -> [LoginRow] {
        // Sorting by index too keeps rows of one instant in the order in which they came.
        log.all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Removes rows older than this. Returns how many went and how many are left.
    ///
    /// - Throws: what kept that from being durable.
    public func pruneLogins(before time: CityTime) throws -> (removed: Int, kept: Int) { try log.prune(before: time) }

    /// Begins a change whose writing is left to a `RecordWriter`.
    ///
    /// - Throws: `AccountStoreError.taken` or `unreadable`.
    public func begin(_ change: AccountChange) throws -> BegunChange? {
        switch change {
        case .save(let account):
            let old = memory.account(account.id)
            try memory.save(account)
            var begun = BegunChange([RecordWrite(.save(account), in: shelf, isNeeded: true)])
            begun.undo = { [memory] in
                // What was there before fits again, since nothing else has changed.
                if let old { try? memory.save(old) } else { memory.remove(account.id, pseudonym: nil) }
            }
            return begun
        case .remove(let id, let pseudonym):
            var begun = BegunChange(
                log.renaming(id, pseudonym) + [RecordWrite(.remove(id), in: shelf, isNeeded: true)])
            begun.removed = memory.account(id).map { 1 + $0.links.count } ?? 0
            begun.complete = { [memory] in memory.remove(id, pseudonym: pseudonym) }
            return begun
        case .addLogin(let row):
            var begun = BegunChange(log.adding(row))
            begun.undo = { [log] in log.undo() }
            return begun
        case .pruneLogins(let time):
            let (writes, kept) = log.pruning(before: time)
            var begun = BegunChange(writes)
            (begun.removed, begun.kept) = (writes.count, kept)
            return begun
        }
    }
}
