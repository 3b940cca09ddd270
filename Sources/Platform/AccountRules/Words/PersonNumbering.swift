// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How the accounts of a service are numbered beside those of other services: sessions and events name an account by its
/// number alone, so no two services give the same.
///
/// The account of person n has the number `above` + n: a person has one account (DEC-ONE-PERSON).
public struct PersonNumbering: Hashable, Sendable {
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

    /// The number here of an account of another log, which is numbered from 1 as its person is.
    package func place(
        of carried: AccountID, isFree: (AccountID) -> Bool
    ) throws(CarryRefusal) -> AccountID {
        let (number, isTooLarge) = above.addingReportingOverflow(carried.number)
        guard carried.number > 0, !isTooLarge, isFree(AccountID(number)) else { throw .badNumber(carried.number) }
        return AccountID(number)
    }

    /// The number for a new person: that of the connection's own person, for simulations whose persons are numbered before
    /// they sign in, else one above the last that was ever given.
    func newAccount(
        from connection: Connection, above last: Int32, isFree: (AccountID) -> Bool
    ) -> AccountID {
        let own = connection.role.name == role ? account(of: connection.role.number) : nil
        if let own, isFree(own) { return own }
        return AccountID(max(last, above + firstPerson - 1) + 1)
    }
}
