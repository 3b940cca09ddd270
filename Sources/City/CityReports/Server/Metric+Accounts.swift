// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The metrics of the accounts; all count from the end of the warm-up on.
extension Metric where Source == AccountFold {
    static let all = registrations + changes + logins

    @MetricList private static var registrations: [Metric] {
        count(
            "accounts.total", "accounts at the end", "Accounts that can be used when the run ends (PERF-05).", \.total)
        count("accounts.started", "forms of registration", "Forms of registration (ACCOUNT-REG-01).", sum: \.started)
        counts(
            "accounts.rejected", "forms returned", "Forms that came back (ACCOUNT-REG-13).",
            each: "Forms that came back for the reason %.", RegistrationRefusal.allCases, \.rejected)
        counts(
            "accounts.aborted", "registrations ended", "Attempts that ended without an account.",
            each: "Attempts that ended for the reason %.", RegistrationEnd.allCases, \.aborted)
        count(
            "accounts.pending", "forms accepted", "Accepted forms: accounts that a link or the provider confirms.",
            \.accepted)
        count(
            "accounts.openAtEnd", "forms under way at the end", "Forms without an answer when the run ended.",
            \.formsOpen)
        count(
            "accounts.toConfirm", "accounts to be confirmed",
            "Accounts that waited for their confirmation: accepted after the warm-up, or waiting at its end.",
            \.toConfirm)
        count("accounts.waiting", "accounts still waiting", "Of these, still waiting when the run ended.", \.waiting)
        count(
            "accounts.registered", "accounts confirmed", "Accounts that were confirmed (ACCOUNT-REG-12A).", \.registered
        )
        count(
            "accounts.expired", "accounts expired", "Accounts that nobody confirmed in time (ACCOUNT-REG-12C).",
            \.expired)
        count("accounts.mailSent", "mails sent", "Mails sent.", sum: \.mailSent)
        count("accounts.mailDelivered", "mails delivered", "Mails delivered (ACCOUNT-REG-19).", sum: \.mailDelivered)
    }

    @MetricList private static var changes: [Metric] {
        count(
            "accounts.profileChanged", "profiles changed", "Stored changes of profiles (ACCOUNT-PROFILE-05L).",
            \.profileChanged)
        count(
            "accounts.profileRejected", "changes of profiles rejected",
            "Dropped changes of profiles (ACCOUNT-PROFILE-06).", sum: \.profileRejected)
        count(
            "accounts.licencesExpired", "licences expired", "Licences that ended (DEC-LICENCE-EXPIRY).",
            \.licencesExpired)
        count("accounts.licencesRenewed", "licences renewed", "Licences that were renewed.", \.licencesRenewed)
        count("accounts.deleted", "accounts deleted", "Accounts deleted (ACCOUNT-PROFILE-04C).", \.deleted)
        count("accounts.deletionRefused", "deletions refused", "Deletions refused.", sum: \.deletionRefused)
        count(
            "accounts.privacyViolations", "data written without consent",
            "Personal data written without consent; must be 0 (ACCOUNT-PRIV-01).", \.privacyViolations)
    }

    @MetricList private static var logins: [Metric] {
        count("logins.attempted", "logins", "Attempts to log in (SEC-04).", sum: \.loginAttempts)
        counts(
            "logins.attempted", "logins", "Attempts to log in on % clients (OPS-04).", ClientKind.allCases,
            \.loginClients)
        counts(
            "logins.attempted", "logins", "Attempts to log in on the system % (OPS-04).", ClientSystem.allCases,
            \.loginSystems)
        count("logins.succeeded", "logins that succeeded", "Sessions that began.", sum: \.logins)
        counts(
            "logins.refused", "logins refused", "Logins refused.", each: "Logins refused for the reason %.",
            LoginRefusal.allCases, \.loginsRefused)
        count("logins.passwordsReset", "passwords reset", "Temporary passwords that took effect.", \.passwordsReset)
        count("logins.passwordsChanged", "passwords changed", "New passwords in force.", \.passwordsChanged)
        count("logins.ended", "sessions ended", "Sessions that ended.", \.loggedOut)
    }
}
