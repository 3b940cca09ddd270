// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage
import TaxiRules

extension AccountsSection {
    static let section = Section(
        "accounts", "Accounts, and how people use them; needs `server`.", blank: AccountsSection(),
        [
            Field(
                "password-cost", \.passwordCost, .word(),
                "What hashing a password costs (SEC-03): `reduced` for large populations, `interactive` for logins that people "
                    + "wait for, `moderate` for more."),
            Field(
                "registered", \.registered, .whole(0...100_000_000),
                "Accounts that exist before the run, beside those of the people who use the service (PERF-05)."),
            Field(
                "wrong-passwords", \.wrongPasswords, .share,
                "Share of logins whose first attempt has a wrong password (ACCOUNT-LOGIN-02)."),
            Field(
                "early-retries", \.earlyRetries, .share,
                "Share of refused logins that are tried again too early (ACCOUNT-LOGIN-05)."),
            Field(
                "forgotten-passwords", \.forgotten, .share,
                "Share of logins before which the person asks for a new password (ACCOUNT-LOGIN-03)."),
            Field(
                "by-email", \.byEmail, .share,
                "Share of logins that name the account by its address (ACCOUNT-LOGIN-01)."),
            Field(
                "provider", \.provider, .share,
                "Share of passengers who come through the identity provider (ACCOUNT-FB-01)."),
            Field(
                "provider-delay", \.providerDelay, .law(.time),
                "How long the identity provider takes for an answer (DEC-FACEBOOK)."),
            Field("mail-delay", \.mailDelay, .law(.time), "How long a mail is under way (ACCOUNT-REG-19)."),
            Field("mail-reading", \.mailReading, .law(.time), "How long a mail with a new password lies unread."),
            Field(
                "expired-licences", \.expiredLicences, .share,
                "Share of drivers whose licence is over when the run begins (DEC-LICENCE-EXPIRY)."),
            Field(
                "licence-left", \.licenceLeft, .law(.time),
                "How long the licences of the other drivers are valid, from the start of the run on."),
            Field(
                "licence-renewal", \.licenceRenewal, ValueFormat<Distribution>.law(.time).orNone,
                "How long after its end a driver stores a new licence; never without it."),
            Field(
                "edit-pause", \.editPause, ValueFormat<Distribution>.law(.time).neverZero.orNone,
                "Time between two edits of a registrant's profile; no edits without it (ACCOUNT-PROFILE-05A)."),
            Field("wrong-edits", \.wrongEdits, .share, "Share of edits that break a rule (ACCOUNT-PROFILE-06)."),
            Field(
                "abandoned-edits", \.abandonedEdits, .share,
                "Share of edits that are given up (ACCOUNT-PROFILE-05K)."),
            Field(
                "lifetime", \.lifetime, ValueFormat<Distribution>.law(.time).orNone,
                "Time from a registrant's first login to the deletion of the account; never without it (ACCOUNT-PROFILE-04A)."
            ),
            Field(
                "registrants", \.registrants, Registrants.section.format.orNone,
                "People who register; nobody without it."),
        ])
}

extension Registrants {
    fileprivate static let section = Section(
        "registrants", "People who register during the run, as a Poisson stream.", blank: Registrants(perDay: 0),
        [
            Field(
                "per-day", \.perDay,
                .quantity(.measured("number", "a number of people", "40", [], needsUnit: false, 0...10_000_000)),
                isRequired: true, "Mean number a day."),
            Field("drivers", \.drivers, .share, "Share of drivers; the rest are passengers (ACCOUNT-REG-01)."),
            Field("web", \.web, .share, "Share of web clients; the rest are mobile."),
            Field(
                "no-consent", \.noConsent, .share, "Share that refuses the use of the data (ACCOUNT-REG-10)."),
            Field("mistakes", \.mistakes, RegistrationMistakes.section.format, "Mistakes of first forms, by kind."),
            Field(
                "correction", \.correction, .law(.time),
                "How long a returned form lies before it is corrected and sent again (ACCOUNT-REG-13)."),
            Field(
                "aborts", \.aborts, .share,
                "Share that breaks the registration off before it is confirmed (ACCOUNT-REG-11)."),
            Field("silent", \.silent, .share, "Share that never follows the link (ACCOUNT-REG-12C)."),
            Field(
                "clicking", \.clicking, .law(.time),
                "How long the mail lies before its link is followed (ACCOUNT-REG-12A)."),
        ])
}

extension RegistrationMistakes {
    fileprivate static let section = Section(
        "registration-mistakes",
        "Shares of first forms with a mistake, by the reason for which the form comes back; together at most 1. Mistakes of "
            + "drivers' fields are made by drivers only.",
        blank: RegistrationMistakes(),
        RegistrationMistakes.reasons.map { reason in
            let share = ValueFormat<Double>.share
            return Field<RegistrationMistakes>(
                reason.key, form: share.form, isRequired: false, reason.meaning,
                read: { item, reading, mistakes in
                    if let value = share.checked(item, reading) { mistakes[reason] = value }
                },
                write: { mistakes, writing in share.write(mistakes[reason], writing) })
        })
}

extension RegistrationRefusal {
    fileprivate var meaning: String {
        switch self {
        case .missingField: "A field is left out (ACCOUNT-REG-14)."
        case .duplicateUsername: "The name of somebody else (ACCOUNT-REG-04)."
        case .duplicateEmail: "The address of somebody else (ACCOUNT-REG-04)."
        case .duplicateLicence: "The licence of another driver (ACCOUNT-REG-05)."
        case .duplicatePlate: "The plate of another driver (ACCOUNT-REG-05)."
        case .badUsername: "A name that is none (ACCOUNT-REG-06)."
        case .badEmail: "An address that is none (ACCOUNT-REG-16)."
        case .weakPassword: "A weak password (ACCOUNT-REG-07)."
        case .passwordMismatch: "Two different passwords (ACCOUNT-REG-09)."
        case .licenceNotValid: "A licence that is over (ACCOUNT-REG-15)."
        case .badLicence: "A licence number that is not above 0 (INV-DriverMandatoryData)."
        case .badSeats: "No seats (INV-DriverMandatoryData)."
        default: "Never made by people."
        }
    }
}
