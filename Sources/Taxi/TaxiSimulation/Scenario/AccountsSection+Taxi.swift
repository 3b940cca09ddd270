// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiRules

/// Drivers' licences, when a scenario has accounts.
private struct Licences: Sendable {
    var expired = 0.0
    var left: Distribution = .constant(366 * 86_400)
    var renewal: Distribution?
}

extension AccountsSection {
    private var licences: Licences {
        get { services[TaxiMessage.service] as? Licences ?? Licences() }
        set { services[TaxiMessage.service] = newValue }
    }

    /// Share of drivers whose licence is over when the run begins (DEC-LICENCE-EXPIRY). Default 0.
    package var expiredLicences: Double {
        get { licences.expired }
        set { licences.expired = newValue }
    }

    /// How long the licences of the other drivers are valid from the start of the run on, in seconds. Default 366 days.
    package var licenceLeft: Distribution {
        get { licences.left }
        set { licences.left = newValue }
    }

    /// How long after its end a driver stores a new licence, in seconds; nil, the default, for never.
    package var licenceRenewal: Distribution? {
        get { licences.renewal }
        set { licences.renewal = newValue }
    }

    static let taxiFields: [ServiceField<AccountsSection>] = [
        ServiceField(
            Field(
                "expired-licences", \.expiredLicences, .share,
                "Share of drivers whose licence has expired when the run begins (DEC-LICENCE-EXPIRY)."),
            behind: "mail-reading"),
        ServiceField(
            Field(
                "licence-left", \.licenceLeft, .distribution(.time),
                "How long the licences of the other drivers are still valid at the start of the run."),
            behind: "expired-licences"),
        ServiceField(
            Field(
                "licence-renewal", \.licenceRenewal, ValueFormat<Distribution>.distribution(.time).orNone,
                "How long after its expiry a driver enters a new licence; by default never."), behind: "licence-left"),
    ]
}

extension Registrants {
    /// Share of drivers; the rest are passengers. Default 0.
    package var drivers: Double {
        get { services[TaxiMessage.service] as? Double ?? 0 }
        set { services[TaxiMessage.service] = newValue }
    }

    static let taxiFields: [ServiceField<Registrants>] = [
        ServiceField(
            Field(
                "drivers", \.drivers, .share, "Share of drivers; the rest are passengers (ACCOUNT-REG-01)."),
            behind: "per-day")
    ]
}
