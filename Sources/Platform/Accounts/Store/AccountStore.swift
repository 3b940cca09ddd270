// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// Keeps accounts and the login log: in memory, in a SQLite file, or as records of a store; all pass the same tests.
///
/// Called on the loop. What a call has written is durable when it returns, but for `begin`.
public protocol AccountStore: AnyObject, Sendable, AccountIndex {
    /// The largest number ever given; 0 when there was none.
    var lastNumber: Int32 { get }
    /// Stores an account, or what changed of it.
    ///
    /// - Throws: `AccountStoreError.taken` when a unique value belongs to another account, `unreadable` when a text holds
    ///   a byte 0, and whatever else kept the account from being durable. Nothing is changed then.
    func save(_ account: Account) throws
    /// Takes an account out with everything tied to it. Its number is not given again.
    ///
    /// The rows of the login log stay until their days are over, under the pseudonym (DEC-ACCOUNT-DELETE).
    ///
    /// - Returns: how many records went: the account and each link of a mail; 0 when there was no such account.
    @discardableResult
    func remove(_ id: AccountID, pseudonym: Token?) throws -> Int
    /// All accounts by rising number, one at a time.
    func forEach(_ body: (Account) throws -> Void) throws
    /// Adds a row to the login log (SEC-04).
    func add(_ login: LoginRow) throws
    /// The rows of the login log, oldest first.
    func logins() throws -> [LoginRow]
    /// Removes rows older than this. Returns how many went and how many are left.
    func pruneLogins(before time: CityTime) throws -> (removed: Int, kept: Int)
    /// Begins a change whose writing is left to a `RecordWriter`, beside the loop; nil for a store that writes in the turn only, such as one
    /// whose file is its only index. No other call that changes something comes before the change has ended.
    ///
    /// - Throws: As `save`, for what can be known before anything is written. Nothing is changed then.
    func begin(_ change: AccountChange) throws -> BegunChange?
}

/// A change of accounts or of the login log.
public enum AccountChange: Sendable {
    /// Store an account, or what changed of it.
    case save(Account)
    /// Take an account out with everything tied to it.
    case remove(AccountID, pseudonym: Token?)
    /// Add a row to the login log (SEC-04).
    case addLogin(LoginRow)
    /// Remove the rows older than this.
    case pruneLogins(before: CityTime)
}

/// A change that is begun: lookups may find it already.
public struct BegunChange: Sendable {
    /// What is to be written.
    public let writes: [RecordWrite]
    /// How many records go with it.
    public var removed = 0
    /// How many rows of the login log are left.
    public var kept = 0
    /// It is durable.
    public var complete: @Sendable () -> Void = {}
    /// It could not be made durable: lookups find what was there before.
    public var undo: @Sendable () -> Void = {}

    /// States what is to be written.
    public init(_ writes: [RecordWrite]) { self.writes = writes }
}

extension AccountStore {
    /// Writes in the turn only.
    public func begin(_ change: AccountChange) -> BegunChange? { nil }

    /// Takes an account out with everything tied to it; rows of the login log name nobody any more.
    @discardableResult
    public func remove(_ id: AccountID) throws -> Int { try remove(id, pseudonym: nil) }
}

extension Account {
    /// Refuses an account that not every store would give back as it is.
    ///
    /// - Throws: `AccountStoreError.unreadable`.
    func checkTexts() throws(AccountStoreError) {
        let texts = [username, email, password, temporaryPassword, name, surname, address, phone, pendingEmail]
        guard texts.allSatisfy({ Patterns.isReadable($0) }), details.texts.allSatisfy({ Patterns.isReadable($0.text) })
        else { throw .unreadable }
    }
}

/// What no two accounts share.
public enum AccountKey: Hashable, Sendable {
    /// The name to log in with (ACCOUNT-REG-04).
    case username
    /// An address, in force or asked for (ACCOUNT-REG-04, ACCOUNT-PROFILE-05D).
    case email
    /// A field of the service (ACCOUNT-REG-05).
    case detail(AccountField)
    /// The number of a person in the service, when above 0.
    case person
    /// The secret in the link of a mail.
    case link
}

/// Why a store refused.
public enum AccountStoreError: Error, Hashable, Sendable {
    /// The value belongs to another account, or an account asks for the address it has.
    case taken(AccountKey)
    /// A text of the account holds a byte 0, at which SQLite would end it.
    case unreadable

    /// What is wrong, without the value.
    var sentence: String {
        switch self {
        case .taken(.username): "its username belongs to another account"
        case .taken(.email): "its address of mail belongs to another account"
        case .taken(.detail(let field)): "its \(field.word) belongs to another account"
        case .taken(.person): "its person has another account"
        case .taken(.link): "the link of a mail belongs to another account"
        case .unreadable: "one of its texts has a byte 0"
        }
    }
}

/// One attempt to log in (SEC-04).
public struct LoginRow: Hashable, Sendable, Codable {
    /// When.
    public let time: CityTime
    /// The account, when the identifier named one.
    public var account: AccountID?
    /// The pseudonym of an account that was deleted (DEC-ACCOUNT-DELETE).
    public var pseudonym: Token?
    /// The sender's address.
    public let source: SourceAddress
    /// Whether a session began.
    public let isSuccess: Bool

    /// Makes a row.
    public init(time: CityTime, account: AccountID?, source: SourceAddress, isSuccess: Bool) {
        self.time = time
        self.account = account
        self.source = source
        self.isSuccess = isSuccess
    }
}
