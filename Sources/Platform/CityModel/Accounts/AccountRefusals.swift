// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a form of registration was returned; the person may correct and send it again (ACCOUNT-REG-13).
public struct RegistrationRefusal: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// ACCOUNT-REG-14; the event lists the fields.
    public static let missingField = RegistrationRefusal(0, "missingField")
    /// ACCOUNT-REG-04.
    public static let duplicateUsername = RegistrationRefusal(1, "duplicateUsername")
    /// ACCOUNT-REG-04.
    public static let duplicateEmail = RegistrationRefusal(2, "duplicateEmail")
    /// ACCOUNT-REG-06.
    public static let badUsername = RegistrationRefusal(5, "badUsername")
    /// ACCOUNT-REG-16.
    public static let badEmail = RegistrationRefusal(6, "badEmail")
    /// ACCOUNT-REG-07.
    public static let weakPassword = RegistrationRefusal(7, "weakPassword")
    /// ACCOUNT-REG-09.
    public static let passwordMismatch = RegistrationRefusal(8, "passwordMismatch")
    /// The account could not be stored durably, so it is not made.
    public static let notStored = RegistrationRefusal(12, "notStored")
    /// The service has no accounts of this type. Not one of `ofAccounts`: no client of the service sends such a form.
    public static let unknownType = RegistrationRefusal(13, "unknownType")

    /// The reasons that hold for every service.
    public static let ofAccounts: [RegistrationRefusal] = [
        .missingField, .duplicateUsername, .duplicateEmail, .badUsername, .badEmail, .weakPassword,
        .passwordMismatch, .notStored,
    ]
}

/// Why a login failed.
public struct LoginRefusal: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// ACCOUNT-LOGIN-01.
    public static let malformed = LoginRefusal(0, "malformed")
    /// ACCOUNT-LOGIN-02: no such account, or another password.
    public static let badCredentials = LoginRefusal(1, "badCredentials")
    /// ACCOUNT-REG-12A: the account waits for its confirmation.
    public static let notConfirmed = LoginRefusal(2, "notConfirmed")
    /// ACCOUNT-LOGIN-05.
    public static let backOff = LoginRefusal(3, "backOff")
    /// ACCOUNT-FB-02: the provider does not know the person, or there is no account.
    public static let providerRefused = LoginRefusal(5, "providerRefused")

    /// The reasons that hold for every service.
    public static let ofAccounts: [LoginRefusal] = [
        .malformed, .badCredentials, .notConfirmed, .backOff, .providerRefused,
    ]
}

/// Why an edit of the profile was dropped (ACCOUNT-PROFILE-06).
public struct ProfileRefusal: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// A field is empty that must not be.
    public static let missingField = ProfileRefusal(0, "missingField")
    /// ACCOUNT-REG-04.
    public static let duplicateUsername = ProfileRefusal(1, "duplicateUsername")
    /// ACCOUNT-REG-04.
    public static let duplicateEmail = ProfileRefusal(2, "duplicateEmail")
    /// ACCOUNT-REG-06.
    public static let badUsername = ProfileRefusal(5, "badUsername")
    /// ACCOUNT-REG-16.
    public static let badEmail = ProfileRefusal(6, "badEmail")
    /// ACCOUNT-REG-07.
    public static let weakPassword = ProfileRefusal(7, "weakPassword")
    /// The password in force is another.
    public static let badOldPassword = ProfileRefusal(8, "badOldPassword")
    /// ACCOUNT-REG-09.
    public static let passwordMismatch = ProfileRefusal(9, "passwordMismatch")
    /// A change of address is asked for while the link of another is open for the same address (ACCOUNT-PROFILE-05D).
    public static let emailPending = ProfileRefusal(13, "emailPending")
    /// Done without a draft.
    public static let noDraft = ProfileRefusal(14, "noDraft")
    /// Could not be stored durably, so it is not changed.
    public static let notStored = ProfileRefusal(15, "notStored")

    /// The reasons that hold for every service.
    public static let ofAccounts: [ProfileRefusal] = [
        .missingField, .duplicateUsername, .duplicateEmail, .badUsername, .badEmail, .weakPassword, .badOldPassword,
        .passwordMismatch, .emailPending, .noDraft, .notStored,
    ]
}

/// Why an account was not deleted.
public struct DeletionRefusal: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// ACCOUNT-PROFILE-04B.
    public static let badPassword = DeletionRefusal(0, "badPassword")
    /// ACCOUNT-PROFILE-04B: the last step was not taken.
    public static let notProceeded = DeletionRefusal(1, "notProceeded")
    /// ACCOUNT-PROFILE-04A: the account of somebody else.
    public static let notOwner = DeletionRefusal(3, "notOwner")
    /// Nothing was asked for before.
    public static let notAsked = DeletionRefusal(4, "notAsked")
    /// Could not be erased durably, so it is not deleted.
    public static let notStored = DeletionRefusal(5, "notStored")

    /// The reasons that hold for every service.
    public static let ofAccounts: [DeletionRefusal] = [
        .badPassword, .notProceeded, .notOwner, .notAsked, .notStored,
    ]
}
