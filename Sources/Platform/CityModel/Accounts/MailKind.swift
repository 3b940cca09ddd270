// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of mail.
public struct MailKind: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// ACCOUNT-REG-12A.
    public static let confirmation = MailKind(0, "confirmation")
    /// ACCOUNT-REG-12B.
    public static let confirmationReminder = MailKind(1, "confirmationReminder")
    /// ACCOUNT-LOGIN-03.
    public static let passwordReset = MailKind(2, "passwordReset")
    /// ACCOUNT-PROFILE-05E.
    public static let emailChange = MailKind(3, "emailChange")

    /// The mails of the accounts of every service.
    public static let ofAccounts: [MailKind] = [
        .confirmation, .confirmationReminder, .passwordReset, .emailChange,
    ]
}
