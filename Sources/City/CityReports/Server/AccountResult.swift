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

    /// Every value by its path.
    func values(_ values: inout [String: Double]) {
        let counts: [(String, Int)] = [
            ("accounts.total", total), ("accounts.started", sum(started)),
            ("accounts.rejected", sum(rejected)), ("accounts.aborted", sum(aborted)),
            ("accounts.pending", accepted), ("accounts.openAtEnd", formsOpen),
            ("accounts.toConfirm", toConfirm), ("accounts.waiting", waiting), ("accounts.registered", registered),
            ("accounts.expired", expired),
            ("accounts.mailSent", sum(mailSent)), ("accounts.mailDelivered", sum(mailDelivered)),
            ("accounts.profileChanged", profileChanged), ("accounts.profileRejected", sum(profileRejected)),
            ("accounts.licencesExpired", licencesExpired), ("accounts.licencesRenewed", licencesRenewed),
            ("accounts.deleted", deleted), ("accounts.deletionRefused", sum(deletionRefused)),
            ("accounts.privacyViolations", privacyViolations), ("logins.attempted", sum(attempted)),
            ("logins.succeeded", sum(loggedIn)), ("logins.refused", sum(loginRefused)),
            ("logins.passwordsReset", passwordsReset), ("logins.passwordsChanged", passwordsChanged),
            ("logins.ended", loggedOut),
        ]
        for (name, count) in counts { values[name] = Double(count) }
        words("accounts.rejected", RegistrationRefusal.self, rejected, &values)
        words("accounts.aborted", RegistrationEnd.self, aborted, &values)
        words("logins.attempted", ClientKind.self, attemptsByClient, &values)
        words("logins.attempted", ClientSystem.self, attemptsBySystem, &values)
        words("logins.refused", LoginRefusal.self, loginRefused, &values)
    }

    private func sum(_ counts: [Int]) -> Int { counts.reduce(0, +) }

    private func words<Word: EventWord>(
        _ name: String, _ type: Word.Type, _ counts: [Int], _ values: inout [String: Double]
    ) {
        for word in Word.allCases { values["\(name).\(word.word)"] = Double(counts[Int(word.rawValue)]) }
    }
}

extension MetricDescription {
    /// The metrics of the accounts; all count from the end of the warm-up on.
    public static let accounts: [MetricDescription] = registrations + changes + logins

    private static let registrations: [MetricDescription] =
        [
            MetricDescription("accounts.total", "1", "Accounts that can be used when the run ends (PERF-05)."),
            MetricDescription("accounts.started", "1", "Forms of registration (ACCOUNT-REG-01)."),
            MetricDescription("accounts.rejected", "1", "Forms that came back (ACCOUNT-REG-13)."),
        ]
        + RegistrationRefusal.allCases.map {
            MetricDescription("accounts.rejected.\($0.word)", "1", "Forms that came back for the reason \($0.word).")
        } + [MetricDescription("accounts.aborted", "1", "Attempts that ended without an account.")]
        + RegistrationEnd.allCases.map {
            MetricDescription("accounts.aborted.\($0.word)", "1", "Attempts that ended for the reason \($0.word).")
        } + [
            MetricDescription(
                "accounts.pending", "1", "Accepted forms: accounts that a link or the provider confirms."),
            MetricDescription("accounts.openAtEnd", "1", "Forms without an answer when the run ended."),
            MetricDescription(
                "accounts.toConfirm", "1",
                "Accounts that waited for their confirmation: accepted after the warm-up, or waiting at its end."),
            MetricDescription("accounts.waiting", "1", "Of these, still waiting when the run ended."),
            MetricDescription("accounts.registered", "1", "Accounts that were confirmed (ACCOUNT-REG-12A)."),
            MetricDescription("accounts.expired", "1", "Accounts that nobody confirmed in time (ACCOUNT-REG-12C)."),
            MetricDescription("accounts.mailSent", "1", "Mails sent."),
            MetricDescription("accounts.mailDelivered", "1", "Mails delivered (ACCOUNT-REG-19)."),
        ]

    private static let changes: [MetricDescription] = [
        MetricDescription("accounts.profileChanged", "1", "Stored changes of profiles (ACCOUNT-PROFILE-05L)."),
        MetricDescription("accounts.profileRejected", "1", "Dropped changes of profiles (ACCOUNT-PROFILE-06)."),
        MetricDescription("accounts.licencesExpired", "1", "Licences that ended (DEC-LICENCE-EXPIRY)."),
        MetricDescription("accounts.licencesRenewed", "1", "Licences that were renewed."),
        MetricDescription("accounts.deleted", "1", "Accounts deleted (ACCOUNT-PROFILE-04C)."),
        MetricDescription("accounts.deletionRefused", "1", "Deletions refused."),
        MetricDescription(
            "accounts.privacyViolations", "1", "Personal data written without consent; must be 0 (ACCOUNT-PRIV-01)."),
    ]

    private static let logins: [MetricDescription] =
        [
            MetricDescription("logins.attempted", "1", "Attempts to log in (SEC-04).")
        ]
        + ClientKind.allCases.map {
            MetricDescription("logins.attempted.\($0.word)", "1", "Attempts to log in on \($0.word) clients (OPS-04).")
        }
        + ClientSystem.allCases.map {
            MetricDescription(
                "logins.attempted.\($0.word)", "1", "Attempts to log in on the system \($0.word) (OPS-04).")
        } + [
            MetricDescription("logins.succeeded", "1", "Sessions that began."),
            MetricDescription("logins.refused", "1", "Logins refused."),
        ]
        + LoginRefusal.allCases.map {
            MetricDescription("logins.refused.\($0.word)", "1", "Logins refused for the reason \($0.word).")
        } + [
            MetricDescription("logins.passwordsReset", "1", "Temporary passwords that took effect."),
            MetricDescription("logins.passwordsChanged", "1", "New passwords in force."),
            MetricDescription("logins.ended", "1", "Sessions that ended."),
        ]
}
