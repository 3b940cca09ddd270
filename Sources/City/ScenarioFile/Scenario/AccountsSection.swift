// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The accounts of a city and how people use them, when a scenario has a server.
public struct AccountsSection: Sendable {
    /// What hashing a password costs.
    public enum PasswordCost: String, Sendable, CaseIterable {
        /// The least cost the hash allows: for large populations.
        case reduced
        /// The cost for logins that people wait for.
        case interactive
        /// More than that.
        case moderate
    }

    /// What hashing a password costs (SEC-03).
    public var passwordCost: PasswordCost = .reduced
    /// Accounts that exist before the run beside those of the people who use the service (PERF-05).
    public var registered = 0
    /// Share of logins whose first attempt has a wrong password.
    public var wrongPasswords = 0.0
    /// Share of refused logins that are tried again before the wait is over (ACCOUNT-LOGIN-05).
    public var earlyRetries = 0.0
    /// Share of logins before which the person has forgotten the password (ACCOUNT-LOGIN-03).
    public var forgotten = 0.0
    /// Share of logins that name the account by its address (ACCOUNT-LOGIN-01).
    public var byEmail = 0.0
    /// Share of customers who come through the identity provider (ACCOUNT-FB-01).
    public var provider = 0.0
    /// How long the identity provider takes for an answer, in seconds (DEC-FACEBOOK). No source says how long.
    public var providerDelay: Distribution = .exponential(mean: 1)
    /// How long a mail is under way, in seconds (ACCOUNT-REG-19).
    public var mailDelay: Distribution = .constant(10)
    /// How long a delivered mail lies before it is read and its link followed, in seconds.
    public var mailReading: Distribution = .constant(60)
    /// Time between two edits of the own profile, in seconds; nil for no edits.
    public var editPause: Distribution?
    /// Share of edits that break a rule (ACCOUNT-PROFILE-06).
    public var wrongEdits = 0.0
    /// Share of edits that are given up (ACCOUNT-PROFILE-05K).
    public var abandonedEdits = 0.0
    /// Time from the first login of a registrant to the deletion of the account, in seconds; nil for never.
    public var lifetime: Distribution?
    /// People who register; nil for none.
    public var registrants: Registrants?
    /// What services say of accounts beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    /// Accounts of the people who use the service, and no mistakes.
    public init() {}
}

/// People who register during the run, as a Poisson stream.
public struct Registrants: Sendable {
    /// Mean number a day.
    public var perDay: Double
    /// Share of web clients; the rest are mobile.
    public var web = 0.0
    /// Share that refuses the use of the data (ACCOUNT-REG-10).
    public var noConsent = 0.0
    /// Mistakes of the first form, by kind.
    public var mistakes = RegistrationMistakes()
    /// How long a form lies before it is corrected and sent again, in seconds (ACCOUNT-REG-13).
    public var correction: Distribution = .constant(30)
    /// Share that breaks the registration off with the link of the mail (ACCOUNT-REG-11).
    public var aborts = 0.0
    /// Share that never follows the link (ACCOUNT-REG-12).
    public var silent = 0.0
    /// How long the mail lies before its link is followed, in seconds.
    public var clicking: Distribution = .constant(300)
    /// What services say of them beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    /// So many a day, without mistakes.
    public init(perDay: Double) {
        self.perDay = perDay
    }
}

/// Shares of the first forms that are rejected, by reason; together at most 1.
public struct RegistrationMistakes: Sendable, Equatable {
    private var shares: [RegistrationRefusal: Double] = [:]

    /// No mistakes.
    public init() {}

    /// The share of forms with this mistake, 0 to 1. Mistakes that only one type of account can have are not made by others.
    public subscript(reason: RegistrationRefusal) -> Double {
        get { shares[reason] ?? 0 }
        set { shares[reason] = newValue == 0 ? nil : newValue }
    }

    /// The share of forms with a mistake.
    public var sum: Double { shares.sorted { $0.key.number < $1.key.number }.reduce(0) { $0 + $1.value } }
}
