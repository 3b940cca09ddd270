// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension AccountsSection {
    static func section(_ services: [ServiceKey]) -> Section<AccountsSection> {
        Section(
            "accounts", "Accounts, and how people use them; needs `server`.", blank: AccountsSection(),
            [
                Field(
                    "password-cost", \.passwordCost, .word(),
                    "What hashing a password costs (SEC-03): `reduced` for large populations, `interactive` for logins that people "
                        + "wait for, `moderate` for more."),
                Field(
                    "registered", \.registered, .whole(0...100_000_000),
                    "Accounts that exist before the run, besides those of the people who use the service (PERF-05)."),
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
                    "Share of logins that use the e-mail address instead of the name (ACCOUNT-LOGIN-01)."),
                Field(
                    "provider", \.provider, .share,
                    "Share of customers who register through the identity provider (ACCOUNT-FB-01)."),
                Field(
                    "provider-delay", \.providerDelay, .distribution(.time),
                    "How long the identity provider takes to answer (DEC-FACEBOOK)."),
                Field(
                    "mail-delay", \.mailDelay, .distribution(.time), "How long a mail takes to arrive (ACCOUNT-REG-19)."
                ),
                Field(
                    "mail-reading", \.mailReading, .distribution(.time),
                    "How long a mail with a new password stays unread."
                ),
                Field(
                    "edit-pause", \.editPause, ValueFormat<Distribution>.distribution(.time).neverZero.orNone,
                    "Time between two edits of a registrant's profile; by default no edits (ACCOUNT-PROFILE-05A)."),
                Field("wrong-edits", \.wrongEdits, .share, "Share of edits that break a rule (ACCOUNT-PROFILE-06)."),
                Field(
                    "abandoned-edits", \.abandonedEdits, .share,
                    "Share of edits that are given up (ACCOUNT-PROFILE-05K)."),
                Field(
                    "lifetime", \.lifetime, ValueFormat<Distribution>.distribution(.time).orNone,
                    "Time from a registrant's first login to the deletion of the account; by default never (ACCOUNT-PROFILE-04A)."
                ),
                Field(
                    "registrants", \.registrants, Registrants.section(services).format.orNone,
                    "People who register; by default nobody."),
            ]
        ).adding(services.flatMap(\.fields.accounts))
    }
}

extension Registrants {
    fileprivate static func section(_ services: [ServiceKey]) -> Section<Registrants> {
        Section(
            "registrants", "People who register during the run, as a Poisson process.", blank: Registrants(perDay: 0),
            [
                Field(
                    "per-day", \.perDay,
                    .quantity(.measured("number", "a number of people", "40", [], needsUnit: false, 0...10_000_000)),
                    isRequired: true, "Mean number a day."),
                Field("web", \.web, .share, "Share of web clients; the rest are mobile."),
                Field(
                    "no-consent", \.noConsent, .share, "Share who refuse the use of their data (ACCOUNT-REG-10)."),
                Field(
                    "mistakes", \.mistakes, RegistrationMistakes.section(services).format,
                    "Mistakes in first forms, by type."),
                Field(
                    "correction", \.correction, .distribution(.time),
                    "Time until a returned form is corrected and sent again (ACCOUNT-REG-13)."),
                Field(
                    "aborts", \.aborts, .share,
                    "Share who break off the registration before it is confirmed (ACCOUNT-REG-11)."),
                Field("silent", \.silent, .share, "Share who never follow the link (ACCOUNT-REG-12C)."),
                Field(
                    "clicking", \.clicking, .distribution(.time),
                    "Time until the link in the mail is followed (ACCOUNT-REG-12A)."),
            ]
        ).adding(services.flatMap(\.fields.registrants))
    }
}

extension RegistrationMistakes {
    fileprivate static func section(_ services: [ServiceKey]) -> Section<RegistrationMistakes> {
        let meanings = services.reduce(into: RegistrationRefusal.meanings) { all, service in
            all.merge(service.words.mistakes) { own, _ in own }
        }
        return Section(
            "registration-mistakes",
            "Shares of first forms with a mistake, by the reason for which the form is returned; together at most 1. Mistakes in "
                + "fields that only one type of account has are made only with that type.",
            blank: RegistrationMistakes(),
            meanings.sorted { $0.key.number < $1.key.number }.map { reason, meaning in
                let share = ValueFormat<Double>.share
                return Field<RegistrationMistakes>(
                    reason.key, form: share.form, isRequired: false, meaning,
                    read: { item, reading, mistakes in
                        if let value = share.checked(item, reading) { mistakes[reason] = value }
                    },
                    write: { mistakes, writing in share.write(mistakes[reason], writing) })
            })
    }
}

extension RegistrationRefusal {
    /// What a form of any service can be made wrong by.
    fileprivate static let meanings: [RegistrationRefusal: String] = [
        .missingField: "A field is left out (ACCOUNT-REG-14).",
        .duplicateUsername: "The name of somebody else (ACCOUNT-REG-04).",
        .duplicateEmail: "The address of somebody else (ACCOUNT-REG-04).",
        .badUsername: "An invalid username (ACCOUNT-REG-06).",
        .badEmail: "An invalid address (ACCOUNT-REG-16).",
        .weakPassword: "A weak password (ACCOUNT-REG-07).",
        .passwordMismatch: "Two different passwords (ACCOUNT-REG-09).",
    ]
}
