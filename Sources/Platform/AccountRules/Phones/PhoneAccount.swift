// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The account of a person who is known by a phone number: nothing else is asked for (SEC-07).
public struct PhoneAccount: StoredRecord {
    /// The word of the files.
    public static let table = "phoneAccount"

    /// Its number; never given again.
    public let id: AccountID
    /// The number.
    public var key: AccountID { id }
    /// The phone number; unique.
    public let phone: PhoneNumber
    /// When it was made.
    public let created: CityTime

    /// Makes an account.
    public init(id: AccountID, phone: PhoneNumber, created: CityTime) {
        self.id = id
        self.phone = phone
        self.created = created
    }
}

/// Finds accounts by phone; what the rules read.
public protocol PhoneIndex {
    /// The account with this number.
    func account(_ id: AccountID) -> PhoneAccount?
    /// The account with this phone.
    func account(_ phone: PhoneNumber) -> PhoneAccount?
    /// The largest number ever given to an account; 0 when there was none.
    var lastNumber: Int32 { get }
}

/// How the accounts of a service are numbered beside those of other services: sessions and events name an account by its
/// number alone, so no two services give the same.
///
/// The account of person n has the number `above` + n: a person has one account (DEC-ONE-PERSON).
public struct PhoneNumbering: Hashable, Sendable {
    /// What the accounts' persons are in the service.
    public let role: RoleName
    /// Every number lies above this one.
    public let above: Int32
    /// The first number for persons who have none yet; above those of a population.
    public let firstPerson: Int32

    /// Sets the numbers.
    public init(_ role: RoleName, above: Int32 = 0, firstPerson: Int32 = 1) {
        self.role = role
        self.above = above
        self.firstPerson = firstPerson
    }

    /// The account of a person.
    public func account(of person: Int32) -> AccountID { AccountID(above + person) }

    /// The person of an account.
    public func role(of account: AccountID) -> Role { Role(role, account.number - above) }

    /// The number for a new person: that of the connection's own person, for simulations whose persons are numbered before
    /// they sign in, else one that was never given.
    func newAccount(from connection: Connection, _ accounts: some PhoneIndex) -> AccountID {
        let own = connection.role.name == role ? account(of: connection.role.number) : nil
        if let own, accounts.account(own) == nil { return own }
        return AccountID(max(accounts.lastNumber, above + firstPerson - 1) + 1)
    }
}
