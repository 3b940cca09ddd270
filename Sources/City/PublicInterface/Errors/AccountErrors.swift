// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Which rule a registration broke (API-01). The form may be corrected and sent again, but for the last four.
public enum RegistrationError: ServiceError {
    /// ACCOUNT-REG-14: these fields are missing.
    case missing([AccountField])
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
    /// INV-DriverMandatoryData.
    case badLicence
    /// INV-DriverMandatoryData.
    case badSeats
    /// The account could not be stored durably.
    case notStored
    /// The form is one for the other kind of account (ACCOUNT-REG-01).
    case wrongType
    /// ACCOUNT-REG-10.
    case noConsent
    /// ACCOUNT-FB-01: the person is a passenger already.
    case alreadyRegistered
    /// ACCOUNT-FB-01: the identity provider does not confirm the person.
    case notConfirmed
    /// ACCOUNT-REG-11: broken off.
    case aborted
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: RegistrationRefusal, missing: AccountFields) {
        self =
            switch refusal {
            case .missingField: .missing(missing.fields)
            case .duplicateUsername: .duplicateUsername
            case .duplicateEmail: .duplicateEmail
            case .duplicateLicence: .duplicateLicence
            case .duplicatePlate: .duplicatePlate
            case .badUsername: .badUsername
            case .badEmail: .badEmail
            case .weakPassword: .weakPassword
            case .passwordMismatch: .passwordMismatch
            case .licenceNotValid: .licenceNotValid
            case .badLicence: .badLicence
            case .badSeats: .badSeats
            case .notStored: .notStored
            }
    }

    init(_ end: RegistrationEnd) {
        self =
            switch end {
            case .noConsent: .noConsent
            case .byUser: .aborted
            case .alreadyRegistered: .alreadyRegistered
            case .notConfirmed: .notConfirmed
            }
    }
}

/// Why the link of a mail did nothing.
public enum LinkError: ServiceError {
    /// No such link, or its time is over.
    case unknown
    /// The call did not reach the service.
    case access(AccessError)
}

/// Why a login failed (API-02).
public enum LoginError: ServiceError {
    /// ACCOUNT-LOGIN-01: not exactly one of name and address.
    case malformed
    /// ACCOUNT-LOGIN-02.
    case badCredentials
    /// ACCOUNT-REG-12A.
    case notConfirmed
    /// ACCOUNT-LOGIN-05: too soon after a wrong password.
    case backOff
    /// ACCOUNT-FB-02: a driver came through the provider.
    case driverAccount
    /// ACCOUNT-FB-02: the provider does not know the person, or there is no account.
    case providerRefused
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: LoginRefusal) {
        self =
            switch refusal {
            case .malformed: .malformed
            case .badCredentials: .badCredentials
            case .notConfirmed: .notConfirmed
            case .backOff: .backOff
            case .driverAccount: .driverAccount
            case .providerRefused: .providerRefused
            }
    }
}

/// Which rule a change of the profile broke (API-03, ACCOUNT-PROFILE-06). No field was changed.
public enum ProfileError: ServiceError {
    /// These fields are missing.
    case missing([AccountField])
    /// ACCOUNT-PROFILE-05B.
    case duplicateUsername
    /// ACCOUNT-PROFILE-05D.
    case duplicateEmail
    /// ACCOUNT-REG-05.
    case duplicateLicence
    /// ACCOUNT-REG-05.
    case duplicatePlate
    /// ACCOUNT-PROFILE-05C.
    case badUsername
    /// ACCOUNT-REG-16.
    case badEmail
    /// ACCOUNT-PROFILE-05G.
    case weakPassword
    /// ACCOUNT-PROFILE-05H.
    case badOldPassword
    /// ACCOUNT-PROFILE-05J.
    case passwordMismatch
    /// ACCOUNT-REG-15.
    case licenceNotValid
    /// INV-DriverMandatoryData.
    case badLicence
    /// INV-DriverMandatoryData.
    case badSeats
    /// ACCOUNT-PROFILE-05D: the link of another change is open for this address.
    case emailPending
    /// Nothing was to be changed.
    case noDraft
    /// The change could not be stored durably.
    case notStored
    /// The profile of somebody else (API-03).
    case notOwner
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: ProfileRefusal, missing: AccountFields) {
        self =
            switch refusal {
            case .missingField: .missing(missing.fields)
            case .duplicateUsername: .duplicateUsername
            case .duplicateEmail: .duplicateEmail
            case .duplicateLicence: .duplicateLicence
            case .duplicatePlate: .duplicatePlate
            case .badUsername: .badUsername
            case .badEmail: .badEmail
            case .weakPassword: .weakPassword
            case .badOldPassword: .badOldPassword
            case .passwordMismatch: .passwordMismatch
            case .licenceNotValid: .licenceNotValid
            case .badLicence: .badLicence
            case .badSeats: .badSeats
            case .emailPending: .emailPending
            case .noDraft: .noDraft
            case .notStored: .notStored
            }
    }
}

/// Why an account was not deleted.
public enum DeletionError: ServiceError {
    /// ACCOUNT-PROFILE-04B.
    case badPassword
    /// ACCOUNT-PROFILE-04B: the last step was not taken.
    case notProceeded
    /// ACCOUNT-PROFILE-04C: the person waits for, rides in or drives a taxi.
    case activeRide
    /// ACCOUNT-PROFILE-04A: the account of somebody else.
    case notOwner
    /// The first step was not taken.
    case notAsked
    /// The account could not be erased durably.
    case notStored
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: DeletionRefusal) {
        self =
            switch refusal {
            case .badPassword: .badPassword
            case .notProceeded: .notProceeded
            case .activeRide: .activeRide
            case .notOwner: .notOwner
            case .notAsked: .notAsked
            case .notStored: .notStored
            }
    }
}
