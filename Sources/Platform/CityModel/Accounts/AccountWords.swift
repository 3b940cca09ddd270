// SPDX-License-Identifier: GPL-3.0-or-later

/// The two kinds of account (ACCOUNT-REG-01).
public enum AccountType: UInt8, EventWord {
    case passenger, driver
}

/// The fields of a registration form and of a profile. Events name fields, never values (ACCOUNT-REG-18).
public enum AccountField: UInt8, EventWord {
    case username, password, passwordRepeat, email, name, surname, address, phone, licence, licenceExpiry, taxiNumber
    case seats, consent
    /// The password in force, when it is changed.
    case currentPassword
}

/// Some fields of a form, as plain bits.
@frozen
public struct AccountFields: OptionSet, Hashable, Sendable {
    /// Bit `AccountField.rawValue` for each field.
    public let rawValue: Int32

    /// Takes the bits.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The set of these fields.
    public init(_ fields: [AccountField]) {
        self.init(rawValue: fields.reduce(0) { $0 | 1 << Int32($1.rawValue) })
    }

    /// The fields, in their order.
    public var fields: [AccountField] { AccountField.allCases.filter { rawValue & (1 << Int32($0.rawValue)) != 0 } }
}

/// Why a form of registration was returned; the person may correct and send it again (ACCOUNT-REG-13).
public enum RegistrationRefusal: UInt8, EventWord {
    /// ACCOUNT-REG-14; the event lists the fields.
    case missingField
    /// ACCOUNT-REG-04.
    case duplicateUsername
    /// ACCOUNT-REG-04.
    case duplicateEmail
    /// ACCOUNT-REG-05.
    case duplicateLicence
    /// ACCOUNT-REG-05.
    case duplicatePlate
    /// ACCOUNT-REG-06.
    case badUsername
    /// ACCOUNT-REG-16.
    case badEmail
    /// ACCOUNT-REG-07.
    case weakPassword
    /// ACCOUNT-REG-09.
    case passwordMismatch
    /// ACCOUNT-REG-15.
    case licenceNotValid
    /// INV-DriverMandatoryData: licence number not above 0.
    case badLicence
    /// INV-DriverMandatoryData: fewer than 1 seat.
    case badSeats
    /// The account could not be stored durably, so it is not made.
    case notStored
}

/// Why a registration ended; all that was entered is erased.
public enum RegistrationEnd: UInt8, EventWord {
    /// ACCOUNT-REG-10.
    case noConsent
    /// ACCOUNT-REG-11.
    case byUser
    /// ACCOUNT-FB-01: the provider's person is a passenger already.
    case alreadyRegistered
    /// ACCOUNT-FB-01: the provider does not confirm the person.
    case notConfirmed
}

/// How somebody proved who they are.
public enum ProofKind: UInt8, EventWord {
    /// The link of the confirmation mail.
    case mail
    /// A password.
    case password
    /// The external identity provider (ACCOUNT-FB-01).
    case provider
    /// The account was there before the run began.
    case enrolled
}

/// The kinds of mail.
public enum MailKind: UInt8, EventWord {
    /// ACCOUNT-REG-12A.
    case confirmation
    /// ACCOUNT-REG-12B.
    case confirmationReminder
    /// ACCOUNT-LOGIN-03.
    case passwordReset
    /// ACCOUNT-PROFILE-05E.
    case emailChange
    /// ACCOUNT-PROFILE-03.
    case licenceReminder
}

/// What a login names the account by (ACCOUNT-LOGIN-01).
public enum IdentifierKind: UInt8, EventWord {
    case username, email
    /// Both or neither: a malformed login.
    case malformed
    /// The external identity provider.
    case provider
}

/// Why a login failed.
public enum LoginRefusal: UInt8, EventWord {
    /// ACCOUNT-LOGIN-01.
    case malformed
    /// ACCOUNT-LOGIN-02: no such account, or another password.
    case badCredentials
    /// ACCOUNT-REG-12A: the account waits for its confirmation.
    case notConfirmed
    /// ACCOUNT-LOGIN-05.
    case backOff
    /// ACCOUNT-FB-02: a driver came through the provider.
    case driverAccount
    /// ACCOUNT-FB-02: the provider does not know the person, or there is no account.
    case providerRefused
}

/// Why an edit of the profile was dropped (ACCOUNT-PROFILE-06).
public enum ProfileRefusal: UInt8, EventWord {
    case missingField, duplicateUsername, duplicateEmail, duplicateLicence, duplicatePlate, badUsername, badEmail
    case weakPassword, badOldPassword, passwordMismatch, licenceNotValid, badLicence, badSeats
    /// An e-mail change is asked for while the link of another is open for the same address (ACCOUNT-PROFILE-05D).
    case emailPending
    /// Done without a draft.
    case noDraft
    /// Could not be stored durably, so it is not changed.
    case notStored
}

/// Why an account was not deleted.
public enum DeletionRefusal: UInt8, EventWord {
    /// ACCOUNT-PROFILE-04B.
    case badPassword
    /// ACCOUNT-PROFILE-04B: the last step was not taken.
    case notProceeded
    /// ACCOUNT-PROFILE-04C: the person waits for, rides in or drives a taxi.
    case activeRide
    /// ACCOUNT-PROFILE-04A: the account of somebody else.
    case notOwner
    /// Nothing was asked for before.
    case notAsked
    /// Could not be erased durably, so it is not deleted.
    case notStored
}
