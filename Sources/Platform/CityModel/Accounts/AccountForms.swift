// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person sends to open an account (ACCOUNT-REG-02, -03, -08, -10). A field that was left out is nil.
public struct RegistrationForm: Detailed, Hashable, Sendable, Codable {
    /// The part in the service; fixed when the account is made (ACCOUNT-REG-01).
    public var type: RoleName
    /// The name to log in with.
    public var username: String?
    /// The address that mail goes to.
    public var email: String?
    /// The password, in clear: never stored, logged or written.
    public var password: String?
    /// The password once more (ACCOUNT-REG-08).
    public var passwordRepeat: String?
    /// First name.
    public var name: String?
    /// Last name.
    public var surname: String?
    /// Postal address; the service says who must give it.
    public var address: String?
    /// Phone number; the service says who must give it.
    public var phone: String?
    /// What only the service asks for.
    public var details = AccountDetails()
    /// Whether the person allows the service to use the data (ACCOUNT-REG-10).
    public var consent: Bool

    /// An empty form with consent.
    public init(_ type: RoleName, consent: Bool = true) {
        self.type = type
        self.consent = consent
    }
}

/// What a person sends to log in: the password and exactly one of name and address (ACCOUNT-LOGIN-01).
public struct LoginForm: Hashable, Sendable, Codable {
    /// The name, when the person uses it.
    public var username: String?
    /// The address, when the person uses it.
    public var email: String?
    /// The password, in clear: never stored, logged or written.
    public var password: String

    /// Makes a form, right or wrong.
    public init(username: String? = nil, email: String? = nil, password: String) {
        self.username = username
        self.email = email
        self.password = password
    }
}

/// A change of the own password (ACCOUNT-PROFILE-05G to -05J).
public struct PasswordChange: Hashable, Sendable, Codable {
    /// The password in force, or the temporary one.
    public var current: String?
    /// The new one.
    public var new: String?
    /// The new one once more.
    public var newRepeat: String?

    /// Makes a change, right or wrong.
    public init(current: String? = nil, new: String? = nil, newRepeat: String? = nil) {
        self.current = current
        self.new = new
        self.newRepeat = newRepeat
    }
}

/// New values of the own profile. Nil leaves a value as it is (ACCOUNT-PROFILE-05A).
public struct ProfileEdit: Detailed, Hashable, Sendable, Codable {
    /// New name to log in with.
    public var username: String?
    /// New address; takes effect when the link in the mail is followed (ACCOUNT-PROFILE-05F).
    public var email: String?
    /// New password.
    public var password: PasswordChange?
    /// New first name.
    public var name: String?
    /// New last name.
    public var surname: String?
    /// New postal address.
    public var address: String?
    /// New phone number.
    public var phone: String?
    /// New values of what only the service asks for.
    public var details = AccountDetails()

    /// Changes nothing.
    public init() {}
}

/// A secret of 128 bits that a person gets by mail or as a session, and shows again.
@frozen
public struct Token: Hashable, Sendable, Codable {
    /// The upper 64 bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// A token of these bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
