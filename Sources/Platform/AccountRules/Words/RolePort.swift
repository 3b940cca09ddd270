// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the account service asks of the service that its accounts are for, and tells it, about the person of an account.
///
/// Called on the loop; every call returns at once and never calls the account service back. The numbers of persons are the
/// service's own, counted for each type of account: a person has one account at most.
public protocol RolePort: AnyObject, Sendable {
    /// What the service decides about its accounts.
    var rules: any RoleRules { get }

    /// A number for the person of a new account, which no other account has. `connection` is where the form came
    /// from, for simulations whose persons are numbered before they register.
    func newPerson(_ type: RoleName, from connection: Connection) -> Int32
    /// The account of a new person was not kept, or ended before it was confirmed: the number may be given again.
    func giveBack(_ role: Role)

    /// Why the person's account cannot be deleted now, for what the person is doing in the service; nil when it can
    /// (ACCOUNT-PROFILE-04C).
    func obstacle(toDeleting role: Role) -> DeletionRefusal?
    /// The person leaves: what is planned for later is cancelled, and work in progress ends (DEC-ACCOUNT-DELETE). Returns how
    /// many records were cancelled.
    func leave(_ role: Role) -> Int
    /// How many reports of bad use were filed against the person (ACCOUNT-PROFILE-08).
    func badReports(of role: Role) -> Int32
    /// The person's past requests, newest first: from the first instant on, and before the second; nil sets no limit
    /// (ACCOUNT-PROFILE-01, -02, -09).
    func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry]
    /// All that the service keeps of the person, oldest first (SEC-07).
    func ownRecords(of role: Role) -> [OwnRecord]
    /// The home page is opened: the fact to note, and the answer (UI-03).
    func dashboard(of account: Account) -> [AccountDirective]

    /// The person may no longer act in the service, or may again (ACCOUNT-PROFILE-07). Everybody may until this says otherwise.
    func permit(_ role: Role, isValid: Bool)
    /// The account is confirmed, was found so at a restart, or has other values now. Comes when the service's rules return `enter`.
    func entered(_ account: Account)
    /// The name that others see of the person (TAXI-OFFER-07C). Comes before the first `sessionBegan`, and again when the name
    /// was changed.
    func named(_ role: Role, username: String)
    /// The person logged in with this client. May come again for another client while a session is open.
    func sessionBegan(_ role: Role, _ client: ClientKind)
    /// The person's last session is over.
    func sessionEnded(_ role: Role)
    /// The account is gone: whatever the service keeps of the person is stripped to a pseudonym or erased
    /// (DEC-ACCOUNT-DELETE). Comes after `sessionEnded`. Returns how many records were erased.
    func forget(_ role: Role) -> Int
}

// A service that says nothing of it keeps nothing of its persons, and does nothing when they come and go.
extension RolePort {
    /// Does nothing.
    public func giveBack(_ role: Role) {}
    /// Nothing.
    public func obstacle(toDeleting role: Role) -> DeletionRefusal? { nil }
    /// Nothing.
    public func leave(_ role: Role) -> Int { 0 }
    /// None.
    public func badReports(of role: Role) -> Int32 { 0 }
    /// None.
    public func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] { [] }
    /// None.
    public func ownRecords(of role: Role) -> [OwnRecord] { [] }
    /// A page without anything of the person.
    public func dashboard(of account: Account) -> [AccountDirective] { [.answer(.dashboard(last: nil))] }
    /// Does nothing.
    public func permit(_ role: Role, isValid: Bool) {}
    /// Does nothing.
    public func entered(_ account: Account) {}
    /// Does nothing.
    public func named(_ role: Role, username: String) {}
    /// Does nothing.
    public func sessionBegan(_ role: Role, _ client: ClientKind) {}
    /// Does nothing.
    public func sessionEnded(_ role: Role) {}
    /// Nothing.
    public func forget(_ role: Role) -> Int { 0 }
}

/// One thing that a service keeps of a person, as its owner gets it (SEC-07).
public struct OwnRecord: Hashable, Sendable, Codable {
    /// What it is, such as "visit".
    public let kind: String
    /// Its values by name, in words.
    public let fields: [String: String]

    /// Makes a record.
    public init(_ kind: String, _ fields: [String: String]) {
        self.kind = kind
        self.fields = fields
    }
}
