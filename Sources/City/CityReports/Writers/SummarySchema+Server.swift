// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension SummarySchema {
    /// The parts of the server and of the accounts: absent without them.
    static let server: [(String, JSONValue)] = [
        (
            "server",
            record(
                [
                    ("verdict", text), ("arrivals", integer), ("unanswered", integer), ("processing", processing),
                    ("kinds", rows(kind)), ("breaches", rows(breach)), ("refused", words(ServerRefusal.self)),
                    ("refusedHours", rows(record([("hour", integer), ("refused", words(ServerRefusal.self))]))),
                    ("refusedMost", rows(record([("account", integer), ("count", integer), ("error", integer)]))),
                    ("stepSeconds", number), ("bins", rows(bin)), ("outages", integer), ("downSeconds", number),
                    ("clients", rows(client)), ("sensitivity", sensitivity),
                ],
                optional: [("workers", integer), ("wait", statistics), ("passengers", level), ("drivers", level)])
        ),
        ("accounts", accounts),
    ]

    private static let processing = record(
        [("count", integer), ("underFive", integer), ("underTen", integer)], optional: [("time", statistics)])

    private static let kind = record([
        ("kind", text), ("processing", processing), ("refused", words(ServerRefusal.self)),
    ])

    private static let breach = record([
        ("message", integer), ("kind", text), ("arrivedSeconds", number), ("seconds", number),
    ])

    private static let level = record([("min", integer), ("mean", number)])

    private static let bin = record(
        [
            ("arrivals", integer), ("answered", integer), ("refused", integer), ("waitingMean", number),
            ("waitingMax", integer),
        ], optional: [("utilisation", number), ("p95", number), ("max", number)])

    private static let client = record(
        [("client", text), ("actions", words(ClientActionKind.self))],
        optional: [("latency", statistics), ("input", statistics)])

    private static let sensitivity = record([
        (
            "cells",
            rows(
                record(
                    [
                        ("workers", integer), ("scale", integer), ("isRun", ["type": "boolean"]),
                        ("keepsTarget", ["type": "boolean"]), ("processing", processing), ("callsUnderFive", integer),
                        ("calls", integer),
                    ], optional: [("utilisation", number)]))
        ),
        ("refused", integer), ("leftOut", integer),
    ])

    private static let accounts = record(
        [
            ("started", words(AccountType.self)), ("rejected", words(RegistrationRefusal.self)),
            ("missing", words(AccountField.self)), ("aborted", words(RegistrationEnd.self)),
            ("confirmed", words(ProofKind.self)), ("mailSent", words(MailKind.self)),
            ("mailDelivered", words(MailKind.self)), ("loginAttempts", words(IdentifierKind.self)),
            ("loginClients", words(ClientKind.self)), ("loginSystems", words(ClientSystem.self)),
            ("logins", words(ProofKind.self)), ("loginsRefused", words(LoginRefusal.self)),
            ("fieldsChanged", words(AccountField.self)), ("profileRejected", words(ProfileRefusal.self)),
            ("deletionRefused", words(DeletionRefusal.self)), ("passwordCost", text),
            ("isCostReduced", ["type": "boolean"]),
        ]
            + [
                "total", "accepted", "expired", "loggedOut", "passwordsReset", "passwordsChanged", "profileViewed",
                "historyViewed", "dashboardOpened", "profileChanged", "editsAborted", "emailsChanged",
                "licencesExpired", "licencesRenewed", "deletionAsked", "deleted", "privacyViolations",
            ].map { ($0, integer) })
}
