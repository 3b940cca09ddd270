// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting

/// What the account service did: the object `accounts` of `summary.json`. All counts from the end of the warm-up on, but for
/// `total`; they are by the words of the event log.
public struct AccountResult: Codable, Hashable, Sendable {
    /// Forms sent by type of account.
    public internal(set) var started = Counts<RoleName>()
    /// Forms that came back, by reason.
    public internal(set) var rejected = Counts<RegistrationRefusal>()
    /// How often a field was missing.
    public internal(set) var missing = Counts<AccountField>()
    /// Attempts that ended, by reason.
    public internal(set) var aborted = Counts<RegistrationEnd>()
    /// Confirmed accounts by how.
    public internal(set) var confirmed = Counts<ProofKind>()
    /// Mails sent and delivered, by kind.
    public internal(set) var mailSent = Counts<MailKind>(), mailDelivered = Counts<MailKind>()
    /// Logins by what they named the account by.
    public internal(set) var loginAttempts = Counts<IdentifierKind>()
    /// Logins by kind of the client (OPS-04).
    public internal(set) var loginClients = Counts<ClientKind>()
    /// Logins by system of the client (OPS-04).
    public internal(set) var loginSystems = Counts<ClientSystem>()
    /// Sessions that began, by how.
    public internal(set) var logins = Counts<ProofKind>()
    /// Logins refused, by reason.
    public internal(set) var loginsRefused = Counts<LoginRefusal>()
    /// How often a field was changed.
    public internal(set) var fieldsChanged = Counts<AccountField>()
    /// Dropped changes by reason.
    public internal(set) var profileRejected = Counts<ProfileRefusal>()
    /// Deletions refused by reason.
    public internal(set) var deletionRefused = Counts<DeletionRefusal>()
    /// The cost of a password hash, in words; empty when it is not known.
    public internal(set) var passwordCost = ""
    /// Whether that cost is below the one that a real service should use.
    public internal(set) var isCostReduced = false
    /// Accounts that can be used when the run ends.
    public internal(set) var total = 0
    /// Accounts that waited for their confirmation.
    public internal(set) var accepted = 0
    /// Accounts that nobody confirmed in time.
    public internal(set) var expired = 0
    /// Sessions that ended.
    public internal(set) var loggedOut = 0
    /// Temporary passwords that took effect, and new passwords.
    public internal(set) var passwordsReset = 0, passwordsChanged = 0
    /// Profiles and histories that were read.
    public internal(set) var profileViewed = 0, historyViewed = 0
    /// Stored changes of a profile.
    public internal(set) var profileChanged = 0
    /// Edits that were given up, and new addresses in force.
    public internal(set) var editsAborted = 0, emailsChanged = 0
    /// What services noted themselves, such as pages that were opened.
    public internal(set) var noted: [Row] = []
    /// Deletions asked for and done.
    public internal(set) var deletionAsked = 0, deleted = 0
    /// Data written without consent, warm-up included; must be 0 (ACCOUNT-PRIV-01).
    public internal(set) var privacyViolations = 0

    /// Confirmed accounts without those that were there before.
    var registered: Int { confirmed.total - confirmed[.enrolled] }

    /// A number of things of one kind.
    public struct Row: Codable, Hashable, Sendable {
        /// What was counted, and by which word.
        public let what, word: String
        /// How many times.
        public let count: Int
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
