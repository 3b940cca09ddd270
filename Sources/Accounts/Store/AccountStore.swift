// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Keeps accounts and the login log. Two kinds: in memory and in a SQLite file; both pass the same tests.
///
/// Called on the loop, and never waits for another thread. What a call has written is durable when it returns.
public protocol AccountStore: AnyObject, Sendable, AccountIndex {
    /// The largest number ever given; 0 when there was none.
    var lastNumber: Int32 { get }
    /// Stores an account, or what changed of it.
    ///
    /// - Throws: when it is not durable, or when a unique value belongs to another account.
    func save(_ account: Account) throws
    /// Takes an account out with everything tied to it. Its number is not given again. Returns how many records went.
    @discardableResult
    func remove(_ id: AccountID) throws -> Int
    /// All accounts by rising number, one at a time.
    func forEach(_ body: (Account) throws -> Void) throws
    /// Adds a row to the login log (SEC-04).
    func add(_ login: LoginRow) throws
    /// The rows of the login log, oldest first.
    func logins() throws -> [LoginRow]
    /// Removes rows older than this. Returns how many went and how many are left.
    func pruneLogins(before time: CityTime) throws -> (removed: Int, kept: Int)
}

/// One attempt to log in (SEC-04).
public struct LoginRow: Hashable, Sendable, Codable {
    /// When.
    public let time: CityTime
    /// The account, when the identifier named one.
    public var account: AccountID?
    /// The pseudonym of an account that was deleted (DEC-ACCOUNT-DELETE).
    public var pseudonym: Token?
    /// The sender's IPv4 address.
    public let source: UInt32
    /// Whether a session began.
    public let isSuccess: Bool

    /// Makes a row.
    public init(time: CityTime, account: AccountID?, source: UInt32, isSuccess: Bool) {
        self.time = time
        self.account = account
        self.source = source
        self.isSuccess = isSuccess
    }
}
