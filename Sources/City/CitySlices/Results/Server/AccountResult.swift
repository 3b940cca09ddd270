// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// What the account service did: the object `accounts` of `summary.json`. All counts from the end of the warm-up on, but for
/// `total`; they are by the words of the event log.
package struct AccountResult: Codable, Hashable, Sendable {
    /// Forms sent by type of account.
    package internal(set) var started = Counts<RoleName>()
    /// Forms that came back, by reason.
    package internal(set) var rejected = Counts<RegistrationRefusal>()
    /// How often a field was missing.
    package internal(set) var missing = Counts<AccountField>()
    /// Attempts that ended, by reason.
    package internal(set) var aborted = Counts<RegistrationEnd>()
    /// Confirmed accounts by how.
    package internal(set) var confirmed = Counts<ProofKind>()
    package internal(set) var mailSent = Counts<MailKind>(), mailDelivered = Counts<MailKind>()
    /// Logins by what they named the account by.
    package internal(set) var loginAttempts = Counts<IdentifierKind>()
    /// Logins by kind of the client (OPS-04).
    package internal(set) var loginClients = Counts<ClientKind>()
    /// Logins by system of the client (OPS-04).
    package internal(set) var loginSystems = Counts<ClientSystem>()
    /// Sessions that began, by how.
    package internal(set) var logins = Counts<ProofKind>()
    /// Logins refused, by reason.
    package internal(set) var loginsRefused = Counts<LoginRefusal>()
    /// How often a field was changed.
    package internal(set) var fieldsChanged = Counts<AccountField>()
    /// Dropped changes by reason.
    package internal(set) var profileRejected = Counts<ProfileRefusal>()
    /// Deletions refused by reason.
    package internal(set) var deletionRefused = Counts<DeletionRefusal>()
    /// The cost of a password hash, in words; empty when it is not known.
    package internal(set) var passwordCost = ""
    /// Whether that cost is below the one that a real service should use.
    package internal(set) var isCostReduced = false
    /// Accounts that can be used when the run ends.
    package internal(set) var total = 0
    /// Accounts that waited for their confirmation.
    package internal(set) var accepted = 0
    /// Accounts that nobody confirmed in time.
    package internal(set) var expired = 0
    package internal(set) var loggedOut = 0
    /// Temporary passwords that took effect, and new passwords.
    package internal(set) var passwordsReset = 0, passwordsChanged = 0
    /// Profiles and histories that were read.
    package internal(set) var profileViewed = 0, historyViewed = 0
    /// Stored changes of a profile.
    package internal(set) var profileChanged = 0
    /// Edits that were given up, and new addresses in force.
    package internal(set) var editsAborted = 0, emailsChanged = 0
    /// What services noted themselves, such as pages that were opened.
    package internal(set) var noted: [Row] = []
    /// Deletions asked for and done.
    package internal(set) var deletionAsked = 0, deleted = 0
    /// Data written without consent, warm-up included; must be 0 (ACCOUNT-PRIV-01).
    package internal(set) var privacyViolations = 0

    /// Confirmed accounts without those that were there before.
    var registered: Int { confirmed.total - confirmed[.enrolled] }

    /// A number of things of one kind.
    package struct Row: Codable, Hashable, Sendable {
        /// What was counted, and by which word.
        package let what, word: String
        package let count: Int
    }

    /// Everything that was counted: what, by which word.
    var rows: [Row] {
        func by<Word: LogWord>(_ what: String, _ counts: Counts<Word>) -> [Row] {
            counts.words.map { Row(what: what, word: $0.word, count: counts[$0]) }
        }
        func one(_ what: String, _ word: String, _ count: Int) -> [Row] { [Row(what: what, word: word, count: count)] }
        let parts: [[Row]] = [
            one("accounts", "atEnd", total), by("started", started), by("rejected", rejected), by("missing", missing),
            by("aborted", aborted), one("accepted", "all", accepted), by("confirmed", confirmed),
            one("expired", "all", expired), by("mailSent", mailSent), by("mailDelivered", mailDelivered),
            by("loginAttempted", loginAttempts), by("loginClient", loginClients), by("loginSystem", loginSystems),
            by("loginSucceeded", logins), by("loginRefused", loginsRefused), one("loggedOut", "all", loggedOut),
            one("password", "reset", passwordsReset), one("password", "changed", passwordsChanged),
            one("viewed", "profile", profileViewed), one("viewed", "history", historyViewed), noted,
            one("profile", "changed", profileChanged), one("profile", "editAborted", editsAborted),
            one("profile", "emailChanged", emailsChanged), by("fieldChanged", fieldsChanged),
            by("profileRejected", profileRejected), one("deletion", "asked", deletionAsked),
            one("deletion", "done", deleted), by("deletionRefused", deletionRefused),
            one("privacyViolation", "all", privacyViolations),
        ]
        return parts.flatMap(\.self)
    }
}

extension AccountResult {
    /// Made only for a run that has accounts.
    package static let table = ResultTable<Row>(
        "accounts", keys: ["what", "word"], .text("what", "what was counted") { $0.what },
        .text("word", "account type, field or reason; `all` when there is none") { $0.word },
        .integer("count", "how many times") { $0.count })
}
