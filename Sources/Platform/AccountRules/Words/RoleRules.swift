// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a service decides about its accounts: the types there are, what their forms ask for, and what becomes due while they
/// last. A value, told `at now:`; what it returns is added to the directives of the account rules.
public protocol RoleRules: Sendable {
    /// The types of account that there are (ACCOUNT-REG-01).
    var types: [RoleName] { get }
    /// Why nobody opens an account of this type by a form, such as one that is made at deployment; nil when anybody may.
    func registrationRefusal(of type: RoleName) -> RegistrationRefusal?
    /// The type of account that the identity provider opens (ACCOUNT-FB-01).
    var providerType: RoleName { get }
    /// Why an account of this type cannot log in through the identity provider; nil when it can (ACCOUNT-FB-02).
    func providerRefusal(of type: RoleName) -> LoginRefusal?

    /// What a form must have beyond what everybody's must (ACCOUNT-REG-03).
    func required(of type: RoleName) -> AccountFields
    /// The fields that only accounts of this type have, in the order in which duplicates are looked for. No two types have
    /// the same field.
    func details(of type: RoleName) -> [DetailField]
    /// The field of this type's own that its accounts log in with in place of a username, such as a number that somebody else gave
    /// out; nil where the person chooses a username. It is required, no two accounts share it, and `fault` refuses every value that
    /// could be a username. Such an account needs neither last name nor address of mail.
    func nameField(of type: RoleName) -> AccountField?
    /// Whether a new account waits until its owner has followed the link of a mail; when not, it is confirmed at once.
    func isConfirmedByMail(_ type: RoleName) -> Bool
    /// The first rule that new details break by themselves; `old` are those in force, none for a registration.
    func fault(in new: AccountDetails, over old: AccountDetails, at now: CityTime) -> RoleFault?

    /// The account is confirmed, or was found so at a restart: plans what it waits for.
    func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective]
    /// An edit that breaks no rule made `account` of `old`, and is about to be stored. May change more; returns what is to be
    /// done once it is stored.
    func changed(_ account: inout Account, from old: Account, at now: CityTime) -> [AccountDirective]
    /// What a confirmed account was waked for by the service is due.
    func due(_ timer: AccountTimer, _ account: Account, at now: CityTime) -> [AccountDirective]
}

// A service that says nothing of it has accounts as everybody's: with no fields of its own, and nothing to wait for.
extension RoleRules {
    /// Anybody may open an account of each type that there is.
    public func registrationRefusal(of type: RoleName) -> RegistrationRefusal? {
        types.contains(type) ? nil : .unknownType
    }
    /// None may.
    public func providerRefusal(of type: RoleName) -> LoginRefusal? { .providerRefused }
    /// Nothing.
    public func required(of type: RoleName) -> AccountFields { AccountFields([]) }
    /// None.
    public func details(of type: RoleName) -> [DetailField] { [] }
    /// A username.
    public func nameField(of type: RoleName) -> AccountField? { nil }
    /// It waits.
    public func isConfirmedByMail(_ type: RoleName) -> Bool { true }
    /// None.
    public func fault(in new: AccountDetails, over old: AccountDetails, at now: CityTime) -> RoleFault? { nil }
    /// Nothing.
    public func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective] { [] }
    /// Nothing.
    public func changed(_ account: inout Account, from old: Account, at now: CityTime) -> [AccountDirective] { [] }
    /// Nothing.
    public func due(_ timer: AccountTimer, _ account: Account, at now: CityTime) -> [AccountDirective] { [] }

    /// The fields of all types of account; what a store has columns for.
    public var details: [DetailField] { types.flatMap { details(of: $0) } }

    /// The details that an account of this type keeps of a form.
    func own(_ details: AccountDetails, of type: RoleName) -> AccountDetails {
        details.only(AccountFields(self.details(of: type).map(\.field)))
    }
}

/// A field that only a service asks for.
public struct DetailField: Hashable, Sendable {
    /// Which field of a form.
    public let field: AccountField
    /// What two accounts with the same value break; nil when they may have it.
    public let shared: RoleFault?

    /// Describes a field.
    public init(_ field: AccountField, shared: RoleFault? = nil) {
        self.field = field
        self.shared = shared
    }
}

/// A rule of a service that a form breaks, as a registration and an edit name it.
public struct RoleFault: Hashable, Sendable {
    /// In a registration.
    public let registration: RegistrationRefusal
    /// In an edit of the profile.
    public let profile: ProfileRefusal

    /// Names a rule.
    public init(_ registration: RegistrationRefusal, _ profile: ProfileRefusal) {
        self.registration = registration
        self.profile = profile
    }
}
