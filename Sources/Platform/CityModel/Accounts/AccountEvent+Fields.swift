// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .registrationStarted(let attempt, let type, let client, let fields):
            visitor.number("attempt", Int64(attempt))
            visitor.word("type", type)
            visitor.word("client", client)
            visitor.number("fields", Int64(fields.rawValue))
        case .registrationRejected(let attempt, let type, let reason, let missing):
            visitor.number("attempt", Int64(attempt))
            visitor.word("type", type)
            visitor.word("reason", reason)
            visitor.number("missing", Int64(missing.rawValue))
        case .registrationAborted(let attempt, let account, let reason):
            visitor.number("attempt", Int64(attempt))
            visitor.optionalNumber("account", account.map { Int64($0.number) })
            visitor.word("reason", reason)
        case .registrationAccepted(let attempt, let account, let type):
            visitor.number("attempt", Int64(attempt))
            visitor.id("account", account)
            visitor.word("type", type)
        case .registrationConfirmed(let account, let type, let via):
            visitor.id("account", account)
            visitor.word("type", type)
            visitor.word("via", via)
        case .registrationExpired(let account):
            visitor.id("account", account)
        case .mailSent(let account, let kind):
            visitor.id("account", account)
            visitor.word("kind", kind)
        case .mailDelivered(let account, let kind):
            visitor.id("account", account)
            visitor.word("kind", kind)
        case .loginAttempted(let account, let identifier, let client, let system, let source):
            visitor.optionalNumber("account", account.map { Int64($0.number) })
            visitor.word("identifier", identifier)
            visitor.word("client", client)
            visitor.word("system", system)
            visitor.number("source", Int64(source))
        case .loginSucceeded(let account, let type, let via):
            visitor.id("account", account)
            visitor.word("type", type)
            visitor.word("via", via)
        case .loginRefused(let account, let reason):
            visitor.optionalNumber("account", account.map { Int64($0.number) })
            visitor.word("reason", reason)
        case .loggedOut(let account):
            visitor.id("account", account)
        case .loginLogPruned(let removed, let kept):
            visitor.number("removed", Int64(removed))
            visitor.number("kept", Int64(kept))
        case .passwordReset(let account):
            visitor.id("account", account)
        case .passwordChangeRequired(let account):
            visitor.id("account", account)
        case .passwordChanged(let account):
            visitor.id("account", account)
        case .profileViewed(let account, let badReports):
            visitor.id("account", account)
            visitor.number("badReports", Int64(badReports))
        case .historyViewed(let account, let count):
            visitor.id("account", account)
            visitor.number("count", Int64(count))
        case .dashboardOpened(let account, let lastTaxi):
            visitor.id("account", account)
            visitor.optionalNumber("lastTaxi", lastTaxi.map { Int64($0.number) })
        case .profileChanged(let account, let fields):
            visitor.id("account", account)
            visitor.number("fields", Int64(fields.rawValue))
        case .profileChangeRejected(let account, let reason, let missing):
            visitor.id("account", account)
            visitor.word("reason", reason)
            visitor.number("missing", Int64(missing.rawValue))
        case .profileEditAborted(let account):
            visitor.id("account", account)
        case .emailChanged(let account):
            visitor.id("account", account)
        case .licenceExpired(let account, let driver):
            visitor.id("account", account)
            visitor.id("driver", driver)
        case .licenceRenewed(let account, let driver):
            visitor.id("account", account)
            visitor.id("driver", driver)
        case .accountDeletionAsked(let account):
            visitor.id("account", account)
        case .accountDeleted(let account, let erased):
            visitor.id("account", account)
            visitor.number("erased", Int64(erased))
        case .deletionRefused(let account, let reason):
            visitor.id("account", account)
            visitor.word("reason", reason)
        case .privacyViolation(let account):
            visitor.id("account", account)
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    public var code: UInt8 {
        switch self {
        case .registrationStarted: 160
        case .registrationRejected: 161
        case .registrationAborted: 162
        case .registrationAccepted: 163
        case .registrationConfirmed: 164
        case .registrationExpired: 165
        case .mailSent: 166
        case .mailDelivered: 167
        case .loginAttempted: 168
        case .loginSucceeded: 169
        case .loginRefused: 170
        case .loggedOut: 171
        case .loginLogPruned: 172
        case .passwordReset: 173
        case .passwordChangeRequired: 174
        case .passwordChanged: 175
        case .profileViewed: 176
        case .historyViewed: 177
        case .dashboardOpened: 178
        case .profileChanged: 179
        case .profileChangeRejected: 180
        case .profileEditAborted: 181
        case .emailChanged: 182
        case .licenceExpired: 183
        case .licenceRenewed: 184
        case .accountDeletionAsked: 185
        case .accountDeleted: 186
        case .deletionRefused: 187
        case .privacyViolation: 188
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .registrationStarted: "registrationStarted"
        case .registrationRejected: "registrationRejected"
        case .registrationAborted: "registrationAborted"
        case .registrationAccepted: "registrationAccepted"
        case .registrationConfirmed: "registrationConfirmed"
        case .registrationExpired: "registrationExpired"
        case .mailSent: "mailSent"
        case .mailDelivered: "mailDelivered"
        case .loginAttempted: "loginAttempted"
        case .loginSucceeded: "loginSucceeded"
        case .loginRefused: "loginRefused"
        case .loggedOut: "loggedOut"
        case .loginLogPruned: "loginLogPruned"
        case .passwordReset: "passwordReset"
        case .passwordChangeRequired: "passwordChangeRequired"
        case .passwordChanged: "passwordChanged"
        case .profileViewed: "profileViewed"
        case .historyViewed: "historyViewed"
        case .dashboardOpened: "dashboardOpened"
        case .profileChanged: "profileChanged"
        case .profileChangeRejected: "profileChangeRejected"
        case .profileEditAborted: "profileEditAborted"
        case .emailChanged: "emailChanged"
        case .licenceExpired: "licenceExpired"
        case .licenceRenewed: "licenceRenewed"
        case .accountDeletionAsked: "accountDeletionAsked"
        case .accountDeleted: "accountDeleted"
        case .deletionRefused: "deletionRefused"
        case .privacyViolation: "privacyViolation"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [AccountEvent] = [
        .registrationStarted(attempt: 1, type: .passenger, client: .mobile, fields: AccountFields([.phone])),
        .registrationRejected(attempt: 1, type: .passenger, reason: .missingField, missing: AccountFields([.phone])),
        .registrationAborted(attempt: 1, account: AccountID(1), reason: .noConsent),
        .registrationAccepted(attempt: 1, account: AccountID(1), type: .passenger),
        .registrationConfirmed(account: AccountID(1), type: .passenger, via: .mail),
        .registrationExpired(account: AccountID(1)),
        .mailSent(account: AccountID(1), kind: .confirmation),
        .mailDelivered(account: AccountID(1), kind: .confirmation),
        .loginAttempted(
            account: AccountID(1), identifier: .username, client: .mobile, system: .android, source: 1),
        .loginSucceeded(account: AccountID(1), type: .passenger, via: .mail),
        .loginRefused(account: AccountID(1), reason: .backOff),
        .loggedOut(account: AccountID(1)),
        .loginLogPruned(removed: 1, kept: 1),
        .passwordReset(account: AccountID(1)),
        .passwordChangeRequired(account: AccountID(1)),
        .passwordChanged(account: AccountID(1)),
        .profileViewed(account: AccountID(1), badReports: 1),
        .historyViewed(account: AccountID(1), count: 1),
        .dashboardOpened(account: AccountID(1), lastTaxi: RequestID(1)),
        .profileChanged(account: AccountID(1), fields: AccountFields([.phone])),
        .profileChangeRejected(account: AccountID(1), reason: .badUsername, missing: AccountFields([.phone])),
        .profileEditAborted(account: AccountID(1)),
        .emailChanged(account: AccountID(1)),
        .licenceExpired(account: AccountID(1), driver: DriverID(1)),
        .licenceRenewed(account: AccountID(1), driver: DriverID(1)),
        .accountDeletionAsked(account: AccountID(1)),
        .accountDeleted(account: AccountID(1), erased: 1),
        .deletionRefused(account: AccountID(1), reason: .badPassword),
        .privacyViolation(account: AccountID(1)),
    ]
}
