// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The metrics of the accounts; all count from the end of the warm-up on.
extension Metric where Source == AccountFold {
    static func all(_ load: ServedLoad) -> [Metric] { registrations + changes(load) + logins }

    @MetricList private static var registrations: [Metric] {
        count("accounts.total", \.total).by(.wholeRun)
        count("accounts.started", sum: \.started)
        counts("accounts.rejected", of: RegistrationRefusal.told, \.rejected).by(.wholeRun)
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

    @MetricList private static func changes(_ load: ServedLoad) -> [Metric] {
        count("accounts.profileChanged", \.profileChanged)
        count("accounts.profileRejected", sum: \.profileRejected)
        for (note, index, metric) in load.countedMetrics {
            count(metric) { $0.noted(note, index) }
        }
        count("accounts.deleted", \.deleted)
        count("accounts.deletionRefused", sum: \.deletionRefused)
        count("accounts.privacyViolations", \.privacyViolations).by(.wholeRun)
    }

    @MetricList private static var logins: [Metric] {
        count("logins.attempted", sum: \.loginAttempts)
        each("logins.attempted", about: "logins.attempted.*client", \.loginClients)
        each("logins.attempted", about: "logins.attempted.*system", \.loginSystems)
        count("logins.succeeded", sum: \.logins)
        counts("logins.refused", of: LoginRefusal.told, \.loginsRefused)
        count("logins.passwordsReset", \.passwordsReset)
        count("logins.passwordsChanged", \.passwordsChanged)
        count("logins.ended", \.loggedOut)
    }
}
