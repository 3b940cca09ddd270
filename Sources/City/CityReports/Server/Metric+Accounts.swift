// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The metrics of the accounts; all count from the end of the warm-up on.
extension Metric where Source == AccountFold {
    static let all = registrations + changes + logins

    @MetricList private static var registrations: [Metric] {
        count("accounts.total", "accounts at the end", "Accounts that can be used when the run ends (PERF-05).") {
            $0.total
        }
        count("accounts.started", "forms of registration", "Forms of registration (ACCOUNT-REG-01).") {
            $0.started.reduce(0, +)
        }
        count("accounts.rejected", "forms returned", "Forms that came back (ACCOUNT-REG-13).") {
            $0.rejected.reduce(0, +)
        }
        counts(
            "accounts.rejected", "forms returned", "Forms that came back for the reason %.",
            RegistrationRefusal.allCases
        ) { $0.rejected }
        count("accounts.aborted", "registrations ended", "Attempts that ended without an account.") {
            $0.aborted.reduce(0, +)
        }
        counts(
            "accounts.aborted", "registrations ended", "Attempts that ended for the reason %.",
            RegistrationEnd.allCases
        ) { $0.aborted }
        count(
            "accounts.pending", "forms accepted", "Accepted forms: accounts that a link or the provider confirms."
        ) { $0.accepted }
        count(
            "accounts.openAtEnd", "forms under way at the end", "Forms without an answer when the run ended."
        ) { $0.formsOpen }
        count(
            "accounts.toConfirm", "accounts to be confirmed",
            "Accounts that waited for their confirmation: accepted after the warm-up, or waiting at its end."
        ) { $0.toConfirm }
        count("accounts.waiting", "accounts still waiting", "Of these, still waiting when the run ended.") {
            $0.waiting
        }
        count("accounts.registered", "accounts confirmed", "Accounts that were confirmed (ACCOUNT-REG-12A).") {
            $0.registered
        }
        count("accounts.expired", "accounts expired", "Accounts that nobody confirmed in time (ACCOUNT-REG-12C).") {
            $0.expired
        }
        count("accounts.mailSent", "mails sent", "Mails sent.") { $0.mailSent.reduce(0, +) }
        count("accounts.mailDelivered", "mails delivered", "Mails delivered (ACCOUNT-REG-19).") {
            $0.mailDelivered.reduce(0, +)
        }
    }

    @MetricList private static var changes: [Metric] {
        count("accounts.profileChanged", "profiles changed", "Stored changes of profiles (ACCOUNT-PROFILE-05L).") {
            $0.profileChanged
        }
        count(
            "accounts.profileRejected", "changes of profiles rejected",
            "Dropped changes of profiles (ACCOUNT-PROFILE-06)."
        ) { $0.profileRejected.reduce(0, +) }
        count("accounts.licencesExpired", "licences expired", "Licences that ended (DEC-LICENCE-EXPIRY).") {
            $0.licencesExpired
        }
        count("accounts.licencesRenewed", "licences renewed", "Licences that were renewed.") { $0.licencesRenewed }
        count("accounts.deleted", "accounts deleted", "Accounts deleted (ACCOUNT-PROFILE-04C).") { $0.deleted }
        count("accounts.deletionRefused", "deletions refused", "Deletions refused.") {
            $0.deletionRefused.reduce(0, +)
        }
        count(
            "accounts.privacyViolations", "data written without consent",
            "Personal data written without consent; must be 0 (ACCOUNT-PRIV-01)."
        ) { $0.privacyViolations }
    }

    @MetricList private static var logins: [Metric] {
        count("logins.attempted", "logins", "Attempts to log in (SEC-04).") { $0.attempted.reduce(0, +) }
        counts("logins.attempted", "logins", "Attempts to log in on % clients (OPS-04).", ClientKind.allCases) {
            $0.attemptsByClient
        }
        counts("logins.attempted", "logins", "Attempts to log in on the system % (OPS-04).", ClientSystem.allCases) {
            $0.attemptsBySystem
        }
        count("logins.succeeded", "logins that succeeded", "Sessions that began.") { $0.loggedIn.reduce(0, +) }
        count("logins.refused", "logins refused", "Logins refused.") { $0.loginRefused.reduce(0, +) }
        counts("logins.refused", "logins refused", "Logins refused for the reason %.", LoginRefusal.allCases) {
            $0.loginRefused
        }
        count("logins.passwordsReset", "passwords reset", "Temporary passwords that took effect.") {
            $0.passwordsReset
        }
        count("logins.passwordsChanged", "passwords changed", "New passwords in force.") { $0.passwordsChanged }
        count("logins.ended", "sessions ended", "Sessions that ended.") { $0.loggedOut }
    }
}
