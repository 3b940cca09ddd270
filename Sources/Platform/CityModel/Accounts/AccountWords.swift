// SPDX-License-Identifier: GPL-3.0-or-later

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

/// What a login names the account by (ACCOUNT-LOGIN-01).
public enum IdentifierKind: UInt8, EventWord {
    case username, email
    /// Both or neither: a malformed login.
    case malformed
    /// The external identity provider.
    case provider
}
