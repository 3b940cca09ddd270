// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// The metrics of the accounts; all count from the end of the warm-up on.
extension Metric where Source == AccountFold {
    static let all = registrations + changes + logins

    @MetricList private static var registrations: [Metric] {
        count("accounts.total", \.total).by(.wholeRun)
        count("accounts.started", sum: \.started)
        counts("accounts.rejected", of: RegistrationRefusal.allOfTaxi, \.rejected).by(.wholeRun)
        counts("accounts.aborted", \.aborted).by(.wholeRun)
        count("accounts.pending", \.accepted).by(.wholeRun)
        count("accounts.openAtEnd", \.formsOpen).by(.wholeRun)
        count("accounts.toConfirm", \.toConfirm).by(.wholeRun)
        count("accounts.waiting", \.waiting).by(.wholeRun)
        count("accounts.registered", \.registered)
        count("accounts.expired", \.expired)
        count("accounts.mailSent", sum: \.mailSent)
        count("accounts.mailDelivered", sum: \.mailDelivered)
    }

    @MetricList private static var changes: [Metric] {
        count("accounts.profileChanged", \.profileChanged)
        count("accounts.profileRejected", sum: \.profileRejected)
        count("accounts.licencesExpired", \.licencesExpired)
        count("accounts.licencesRenewed", \.licencesRenewed)
        count("accounts.deleted", \.deleted)
        count("accounts.deletionRefused", sum: \.deletionRefused)
        count("accounts.privacyViolations", \.privacyViolations).by(.wholeRun)
    }

    @MetricList private static var logins: [Metric] {
        count("logins.attempted", sum: \.loginAttempts)
        each("logins.attempted", about: "logins.attempted.*client", \.loginClients)
        each("logins.attempted", about: "logins.attempted.*system", \.loginSystems)
        count("logins.succeeded", sum: \.logins)
        counts("logins.refused", of: LoginRefusal.allOfTaxi, \.loginsRefused)
        count("logins.passwordsReset", \.passwordsReset)
        count("logins.passwordsChanged", \.passwordsChanged)
        count("logins.ended", \.loggedOut)
    }
}
