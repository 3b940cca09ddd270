// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A person as the external identity provider knows it (DEC-FACEBOOK).
public struct ProviderIdentity: Hashable, Sendable {
    /// The address, which the provider has proved; accounts are found by it.
    public var email: String
    /// First name.
    public var name: String
    /// Last name.
    public var surname: String
    /// The name that the person would like to have; another is made when it is taken or breaks a rule.
    public var username: String

    /// Describes a person.
    public init(email: String, name: String, surname: String, username: String) {
        self.email = email
        self.name = name
        self.surname = surname
        self.username = username
    }
}

/// Says who stands behind a connection (ACCOUNT-FB-01).
public protocol IdentityProvider: AnyObject, Sendable {
    /// Asks who it is. The answer comes later, on the loop, exactly once; nil when the provider does not confirm the person.
    func identify(_ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void)
}
