// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Why nobody was registered (API-01). A form that was refused or had fields missing may be corrected and sent again.
public enum RegistrationError: ServiceError {
    /// The form broke this rule.
    case refused(RegistrationRefusal)
    /// ACCOUNT-REG-14: these fields are missing.
    case missing([AccountField])
    /// The form is one for the other type of account (ACCOUNT-REG-01).
    case wrongType
    /// The registration ended without an account.
    case ended(RegistrationEnd)
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: RegistrationRefusal, missing: AccountFields) {
        self = refusal == .missingField ? .missing(missing.fields) : .refused(refusal)
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
public typealias LoginError = RefusedError<LoginRefusal>

/// Why a profile was not changed (API-03, ACCOUNT-PROFILE-06). No field was changed.
public enum ProfileError: ServiceError {
    /// The change broke this rule.
    case refused(ProfileRefusal)
    /// These fields are missing.
    case missing([AccountField])
    /// The profile of somebody else (API-03).
    case notOwner
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: ProfileRefusal, missing: AccountFields) {
        self = refusal == .missingField ? .missing(missing.fields) : .refused(refusal)
    }
}

/// Why an account was not deleted.
public typealias DeletionError = RefusedError<DeletionRefusal>

/// Why no code was sent, or no session began (ACCOUNT-SMS-01, -02); `PhoneRefusal.advice` is what to tell the person.
public typealias PhoneError = RefusedError<PhoneRefusal>
