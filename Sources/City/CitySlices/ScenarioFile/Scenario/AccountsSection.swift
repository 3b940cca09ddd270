// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The accounts of a city and how people use them, when a scenario has a server.
package struct AccountsSection: Sendable {
    /// What hashing a password costs.
    package enum PasswordCost: String, Sendable, CaseIterable {
        /// The least cost the hash allows: for large populations.
        case reduced
        /// The cost for logins that people wait for.
        case interactive
        case moderate
    }

    /// What hashing a password costs (SEC-03).
    package var passwordCost: PasswordCost = .reduced
    /// Accounts that exist before the run beside those of the people who use the service (PERF-05).
    package var registered = 0
    /// Share of logins whose first attempt has a wrong password.
    package var wrongPasswords = 0.0
    /// Share of refused logins that are tried again before the wait is over (ACCOUNT-LOGIN-05).
    package var earlyRetries = 0.0
    /// Share of logins before which the person has forgotten the password (ACCOUNT-LOGIN-03).
    package var forgotten = 0.0
    /// Share of logins that name the account by its address (ACCOUNT-LOGIN-01).
    package var byEmail = 0.0
    /// Share of customers who come through the identity provider (ACCOUNT-FB-01).
    package var provider = 0.0
    /// How long the identity provider takes for an answer, in seconds (DEC-FACEBOOK). No source says how long.
    package var providerDelay: Distribution = .exponential(mean: 1)
    /// How long a mail is under way, in seconds (ACCOUNT-REG-19).
    package var mailDelay: Distribution = .constant(10)
    /// How long a delivered mail lies before it is read and its link followed, in seconds.
    package var mailReading: Distribution = .constant(60)
    /// Time between two edits of the own profile, in seconds; nil for no edits.
    package var editPause: Distribution?
    /// Share of edits that break a rule (ACCOUNT-PROFILE-06).
    package var wrongEdits = 0.0
    /// Share of edits that are given up (ACCOUNT-PROFILE-05K).
    package var abandonedEdits = 0.0
    /// Time from the first login of a registrant to the deletion of the account, in seconds; nil for never.
    package var lifetime: Distribution?
    /// People who register; nil for none.
    package var registrants: Registrants?
    /// What services say of accounts beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    /// Accounts of the people who use the service, and no mistakes.
    package init() {}
}

/// People who register during the run, as a Poisson stream.
package struct Registrants: Sendable {
    /// Mean number a day.
    package var perDay: Double
    /// Share of web clients; the rest are mobile.
    package var web = 0.0
    /// Share that refuses the use of the data (ACCOUNT-REG-10).
    package var noConsent = 0.0
    /// Mistakes of the first form, by kind.
    package var mistakes = RegistrationMistakes()
    /// How long a form lies before it is corrected and sent again, in seconds (ACCOUNT-REG-13).
    package var correction: Distribution = .constant(30)
    /// Share that breaks the registration off with the link of the mail (ACCOUNT-REG-11).
    package var aborts = 0.0
    /// Share that never follows the link (ACCOUNT-REG-12).
    package var silent = 0.0
    /// How long the mail lies before its link is followed, in seconds.
    package var clicking: Distribution = .constant(300)
    /// What services say of them beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    /// So many a day, without mistakes.
    package init(perDay: Double) {
        self.perDay = perDay
    }
}

/// Shares of the first forms that are rejected, by reason; together at most 1.
package struct RegistrationMistakes: Sendable, Equatable {
    private var shares: [RegistrationRefusal: Double] = [:]

    package init() {}

    /// The share of forms with this mistake, 0 to 1. Mistakes that only one type of account can have are not made by others.
    package subscript(reason: RegistrationRefusal) -> Double {
        get { shares[reason] ?? 0 }
        set { shares[reason] = newValue == 0 ? nil : newValue }
    }

    /// The share of forms with a mistake.
    package var sum: Double { shares.sorted { $0.key.number < $1.key.number }.reduce(0) { $0 + $1.value } }
}
