// SPDX-License-Identifier: GPL-3.0-or-later

/// A fact of the account service. Names accounts by number; holds no name, address, password or token (DEC-ACCOUNT-DELETE).
///
/// `attempt` counts forms, since a rejected form has no account.
public enum AccountEvent: Hashable, Sendable {
    // Registration
    /// A form arrived, with these fields filled in (ACCOUNT-REG-01, ACCOUNT-REG-18).
    case registrationStarted(attempt: Int32, type: RoleName, client: ClientKind, fields: AccountFields)
    /// The form was returned; `missing` only for a missing field.
    case registrationRejected(attempt: Int32, type: RoleName, reason: RegistrationRefusal, missing: AccountFields)
    /// The attempt ended and its data are erased; `account` when one was pending.
    case registrationAborted(attempt: Int32, account: AccountID?, reason: RegistrationEnd)
    /// A pending account exists and waits for its confirmation.
    case registrationAccepted(attempt: Int32, account: AccountID, type: RoleName)
    /// The account can be used.
    case registrationConfirmed(account: AccountID, type: RoleName, via: ProofKind)
    /// Nobody followed the link in time; the pending account is deleted (ACCOUNT-REG-12C).
    case registrationExpired(account: AccountID)

    // Mail
    /// A mail was handed to the mail system.
    case mailSent(account: AccountID, kind: MailKind)
    /// A mail reached its owner (ACCOUNT-REG-19).
    case mailDelivered(account: AccountID, kind: MailKind)

    // Logins
    /// Every attempt, good or bad (SEC-04, ACCOUNT-LOGIN-09); the account when the identifier names one.
    case loginAttempted(
        account: AccountID?, identifier: IdentifierKind, client: ClientKind, system: ClientSystem, source: SourceNetwork
    )
    /// A session began.
    case loginSucceeded(account: AccountID, type: RoleName, via: ProofKind)
    /// No session.
    case loginRefused(account: AccountID?, reason: LoginRefusal)
    /// A session ended.
    case loggedOut(account: AccountID)
    /// Old rows of the login log were removed; so many are left (SEC-04).
    case loginLogPruned(removed: Int32, kept: Int32)
    /// The temporary password is in force (ACCOUNT-LOGIN-04).
    case passwordReset(account: AccountID)
    /// The session may only set a new password (ACCOUNT-LOGIN-04).
    case passwordChangeRequired(account: AccountID)
    /// A new password is in force.
    case passwordChanged(account: AccountID)

    // Profile
    /// The owner read the profile (ACCOUNT-PROFILE-08).
    case profileViewed(account: AccountID, badReports: Int32)
    /// The owner read this many past requests (ACCOUNT-PROFILE-09).
    case historyViewed(account: AccountID, count: Int32)
    /// New values are stored, all at once (ACCOUNT-PROFILE-05L).
    case profileChanged(account: AccountID, fields: AccountFields)
    /// The draft was dropped (ACCOUNT-PROFILE-06).
    case profileChangeRejected(account: AccountID, reason: ProfileRefusal, missing: AccountFields)
    /// The owner gave the draft up (ACCOUNT-PROFILE-05K).
    case profileEditAborted(account: AccountID)
    /// The new address is in force (ACCOUNT-PROFILE-05F).
    case emailChanged(account: AccountID)

    // Deletion
    /// The owner asked for deletion (ACCOUNT-PROFILE-04A).
    case accountDeletionAsked(account: AccountID)
    /// Everything tied to the account is gone; so many records were erased (ACCOUNT-PROFILE-04C).
    case accountDeleted(account: AccountID, erased: Int32)
    /// Nothing was deleted.
    case deletionRefused(account: AccountID, reason: DeletionRefusal)

    /// Personal data were written without consent; must never happen (ACCOUNT-PRIV-01).
    case privacyViolation(account: AccountID)
}
