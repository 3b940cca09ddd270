// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import Synchronization

/// Keeps accounts in memory: survives a restart of the service inside one process, for simulations.
///
/// Every lookup is one step in a table; `forEach` costs a sort. Takes about 1 kB an account.
public final class MemoryAccountStore: AccountStore {
    private let shelf: Mutex<AccountShelf>

    /// An empty store; `details` are the fields of the service.
    public init(details: [DetailField]) {
        shelf = Mutex(AccountShelf(unique: details.filter { $0.shared != nil }.map(\.field)))
    }

    /// The largest number ever given; 0 when there was none.
    public var lastNumber: Int32 { shelf.withLock { $0.lastNumber } }
    /// How many accounts there are.
    public var count: Int { shelf.withLock { $0.accounts.count } }

    /// The account with this number.
    public func account(_ id: AccountID) -> Account? { shelf.withLock { $0.accounts[id.number] } }
    /// The account with this name, pending ones included.
    public func account(username: String) -> Account? { find { $0.usernames[ExactText(username)] } }
    /// The account that has this address in force, or that has asked for it.
    public func account(email: String) -> Account? { find { $0.emails[ExactText(email)] } }
    /// The account with this value in one of the service's fields that no two accounts share.
    public func account(_ field: AccountField, _ value: DetailValue) -> Account? {
        find { $0.details[DetailKey(field, value)] }
    }
    /// The account with this link.
    public func account(link: Token) -> Account? { find { $0.links[link] } }
    /// The account of a person of the service, numbered from 1.
    public func account(_ type: RoleName, person: Int32) -> Account? {
        find { $0.persons[PersonKey(type: type, number: person)] }
    }

    /// Stores an account, or what changed of it.
    ///
    /// - Throws: `AccountStoreError.taken` when a unique value belongs to another account; nothing is changed then.
    public func save(_ account: Account) throws {
        try account.checkTexts()
        try shelf.withLock { shelf throws(AccountStoreError) in try shelf.save(account) }
    }

    /// Takes an account out with everything tied to it. Never fails. Returns how many records went.
    @discardableResult
    public func remove(_ id: AccountID, pseudonym: Token?) -> Int {
        shelf.withLock { $0.remove(id, pseudonym: pseudonym) }
    }

    /// All accounts by rising number, as they were at the beginning.
    public func forEach(_ body: (Account) throws -> Void) rethrows {
        let numbers = shelf.withLock { $0.accounts.keys.sorted() }
        for number in numbers {
            if let account = account(AccountID(number)) { try body(account) }
        }
    }

    /// Adds a row to the login log. Never fails.
    public func add(_ login: LoginRow) {
        shelf.withLock { $0.logins.append(login) }
    }

    /// The rows of the login log, oldest first; costs a sort.
    public func logins() -> [LoginRow] {
        let rows = shelf.withLock { $0.logins }
        // Sorting by index too keeps rows of one instant in the order in which they came.
        return rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Removes rows older than this. Never fails.
    public func pruneLogins(before time: CityTime) -> (removed: Int, kept: Int) {
        shelf.withLock { shelf in
            let before = shelf.logins.count
            shelf.logins.removeAll { $0.time < time }
            return (before - shelf.logins.count, shelf.logins.count)
        }
    }

    private func find(_ number: (AccountShelf) -> Int32?) -> Account? {
        shelf.withLock { shelf in number(shelf).flatMap { shelf.accounts[$0] } }
    }
}

/// The tables of the store in memory.
private struct AccountShelf: Sendable {
    /// The fields of the service that no two accounts share.
    let unique: [AccountField]
    var lastNumber: Int32 = 0
    var accounts: [Int32: Account] = [:]
    var usernames: [ExactText: Int32] = [:]
    var emails: [ExactText: Int32] = [:]
    var details: [DetailKey: Int32] = [:]
    var persons: [PersonKey: Int32] = [:]
    var links: [Token: Int32] = [:]
    var logins: [LoginRow] = []

    mutating func save(_ account: Account) throws(AccountStoreError) {
        let number = account.id.number
        func isTaken(_ owner: Int32?) -> Bool { owner.map { $0 != number } ?? false }

        if isTaken(usernames[ExactText(account.username)]) { throw .taken(.username) }
        if account.emails.contains(where: { isTaken(emails[ExactText($0)]) }) || account.asksForOwnEmail {
            throw .taken(.email)
        }
        if let key = keys(of: account).first(where: { isTaken(details[$0]) }) { throw .taken(.detail(key.field)) }
        if let person = PersonKey(account), isTaken(persons[person]) { throw .taken(.person) }
        if account.links.contains(where: { isTaken(links[$0.token]) }) || account.repeatsLink { throw .taken(.link) }

        if let old = accounts[number] { setKeys(of: old, to: nil) }
        setKeys(of: account, to: number)
        accounts[number] = account
        lastNumber = max(lastNumber, number)
    }

    mutating func remove(_ id: AccountID, pseudonym: Token?) -> Int {
        for row in logins.indices where logins[row].account == id {
            logins[row].account = nil
            logins[row].pseudonym = pseudonym
        }
        guard let account = accounts.removeValue(forKey: id.number) else { return 0 }
        setKeys(of: account, to: nil)
        return 1 + account.links.count
    }

    private func keys(of account: Account) -> [DetailKey] {
        unique.compactMap { field in account.details[field].map { DetailKey(field, $0) } }
    }

    private mutating func setKeys(of account: Account, to number: Int32?) {
        usernames[ExactText(account.username)] = number
        for email in account.emails { emails[ExactText(email)] = number }
        for key in keys(of: account) { details[key] = number }
        if let person = PersonKey(account) { persons[person] = number }
        for link in account.links { links[link.token] = number }
    }
}

/// A text that equals another only byte by byte, as in a database. Swift's own text takes two ways of writing an accent
/// for the same.
private struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}

/// A value of a field that no two accounts share.
private struct DetailKey: Hashable, Sendable {
    let field: AccountField
    let value: ExactText

    init(_ field: AccountField, _ value: DetailValue) {
        self.field = field
        self.value =
            switch value {
            case .number(let number): ExactText("\(number)")
            case .text(let text): ExactText(text)
            case .date(let date): ExactText("\(date.year)-\(date.month)-\(date.day)")
            }
    }
}

/// A person of the service.
private struct PersonKey: Hashable, Sendable {
    let type: RoleName
    let number: Int32
}

extension PersonKey {
    /// Nil for an account that has no person yet.
    init?(_ account: Account) {
        guard account.person > 0 else { return nil }
        self.init(type: account.type, number: account.person)
    }
}

extension Account {
    /// The address in force and the one asked for.
    var emails: [String] { [email] + (pendingEmail.map { [$0] } ?? []) }
    /// The address asked for is the one in force.
    var asksForOwnEmail: Bool { pendingEmail.map { $0.utf8.elementsEqual(email.utf8) } ?? false }
    /// Two links have the same secret.
    var repeatsLink: Bool { Set(links.map(\.token)).count < links.count }
}
