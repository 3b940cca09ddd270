// SPDX-License-Identifier: GPL-3.0-or-later

/// A field of a registration form and of a profile. Events name fields, never values (ACCOUNT-REG-18). Numbers below 31.
public struct AccountField: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// The name to log in with.
    public static let username = AccountField(0, "username")
    /// The password.
    public static let password = AccountField(1, "password")
    /// The password once more.
    public static let passwordRepeat = AccountField(2, "passwordRepeat")
    /// The address that mail goes to.
    public static let email = AccountField(3, "email")
    /// First name.
    public static let name = AccountField(4, "name")
    /// Last name.
    public static let surname = AccountField(5, "surname")
    /// Postal address.
    public static let address = AccountField(6, "address")
    /// Phone number.
    public static let phone = AccountField(7, "phone")
    /// Whether the data may be used.
    public static let consent = AccountField(12, "consent")
    /// The password in force, when it is changed.
    public static let currentPassword = AccountField(13, "currentPassword")

    /// What everybody's form has.
    public static let ofAccounts: [AccountField] = [
        .username, .password, .passwordRepeat, .email, .name, .surname, .address, .phone, .consent, .currentPassword,
    ]
}

/// Some fields of a form, as plain bits.
@frozen
public struct AccountFields: OptionSet, Hashable, Sendable {
    /// Bit `AccountField.number` for each field.
    public let rawValue: Int32

    /// Takes the bits.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The set of these fields.
    public init(_ fields: [AccountField]) {
        self.init(rawValue: fields.reduce(0) { $0 | 1 << Int32($1.number) })
    }

    /// Whether a field is among them.
    public func contains(_ field: AccountField) -> Bool { rawValue & (1 << Int32(field.number)) != 0 }

    /// Those that are among them, of whichever service, by number.
    public var fields: [AccountField] { (0..<31).map(AccountField.init(number:)).filter { contains($0) } }

    /// Those of a list that are among them, in the list's order.
    public func fields(of list: [AccountField]) -> [AccountField] { list.filter { contains($0) } }
}
