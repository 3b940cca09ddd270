// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the account service did: the object `accounts` of `summary.json`. All counts from the end of the warm-up on, but for
/// `total`; keys of dictionaries are the words of the event log.
public struct AccountResult: Codable, Hashable, Sendable {
    /// Accounts that can be used when the run ends.
    public let total: Int
    /// Forms sent by type of account.
    public let started: [String: Int]
    /// Forms that came back, by reason.
    public let rejected: [String: Int]
    /// How often a field was missing.
    public let missing: [String: Int]
    /// Attempts that ended, by reason.
    public let aborted: [String: Int]
    /// Accounts that waited for their confirmation.
    public let accepted: Int
    /// Confirmed accounts by how.
    public let confirmed: [String: Int]
    /// Accounts that nobody confirmed in time.
    public let expired: Int
    /// Mails sent and delivered, by kind.
    public let mailSent, mailDelivered: [String: Int]
    /// Logins by what they named the account by.
    public let loginAttempts: [String: Int]
    /// Logins by kind and system of the client (OPS-04).
    public let loginClients, loginSystems: [String: Int]
    /// Sessions that began, by how.
    public let logins: [String: Int]
    /// Logins refused, by reason.
    public let loginsRefused: [String: Int]
    /// Sessions that ended.
    public let loggedOut: Int
    /// Temporary passwords that took effect, and new passwords.
    public let passwordsReset, passwordsChanged: Int
    /// Profiles, histories and home pages that were read.
    public let profileViewed, historyViewed, dashboardOpened: Int
    /// Stored changes of a profile, and the fields in them.
    public let profileChanged: Int
    /// How often a field was changed.
    public let fieldsChanged: [String: Int]
    /// Dropped changes by reason.
    public let profileRejected: [String: Int]
    /// Edits that were given up, and new addresses in force.
    public let editsAborted, emailsChanged: Int
    /// Licences that ended and that were renewed.
    public let licencesExpired, licencesRenewed: Int
    /// Deletions asked for and done.
    public let deletionAsked, deleted: Int
    /// Deletions refused by reason.
    public let deletionRefused: [String: Int]
    /// Data written without consent, warm-up included; must be 0 (ACCOUNT-PRIV-01).
    public let privacyViolations: Int
    /// The cost of a password hash, in words; empty when it is not known.
    public let passwordCost: String
    /// Whether that cost is below the one that a real service should use.
    public let isCostReduced: Bool
}

extension AccountFold {
    func result(_ context: ServerContext.Accounts?) -> AccountResult {
        AccountResult(
            total: total, started: byWord(AccountType.self, started),
            rejected: byWord(RegistrationRefusal.self, rejected), missing: byWord(AccountField.self, missing),
            aborted: byWord(RegistrationEnd.self, aborted), accepted: accepted,
            confirmed: byWord(ProofKind.self, confirmed), expired: expired, mailSent: byWord(MailKind.self, mailSent),
            mailDelivered: byWord(MailKind.self, mailDelivered),
            loginAttempts: byWord(IdentifierKind.self, attempted),
            loginClients: byWord(ClientKind.self, attemptsByClient),
            loginSystems: byWord(ClientSystem.self, attemptsBySystem), logins: byWord(ProofKind.self, loggedIn),
            loginsRefused: byWord(LoginRefusal.self, loginRefused), loggedOut: loggedOut,
            passwordsReset: passwordsReset, passwordsChanged: passwordsChanged, profileViewed: profileViewed,
            historyViewed: historyViewed, dashboardOpened: dashboardOpened, profileChanged: profileChanged,
            fieldsChanged: byWord(AccountField.self, fieldsChanged),
            profileRejected: byWord(ProfileRefusal.self, profileRejected), editsAborted: editsAborted,
            emailsChanged: emailsChanged, licencesExpired: licencesExpired, licencesRenewed: licencesRenewed,
            deletionAsked: deletionAsked, deleted: deleted,
            deletionRefused: byWord(DeletionRefusal.self, deletionRefused), privacyViolations: privacyViolations,
            passwordCost: context?.passwordCost ?? "", isCostReduced: context?.isCostReduced ?? false)
    }

    /// The judgement on the accounts.
    var verdicts: [Verdict] {
        [
            Verdict(
                id: "ACCOUNT-PRIV-01", outcome: privacyViolations == 0 ? .pass : .flag,
                text: "Personal data written without consent: \(privacyViolations), none allowed")
        ]
    }
}
