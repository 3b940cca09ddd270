// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The events that a maker gives when one of so many fields is changed: `step[i]` is 1 for the changed field, else 0.
private func vary<Event>(_ fields: Int, _ make: ([Int32]) -> Event) -> [Event] {
    (0..<fields).map { changed in make((0..<fields).map { $0 == changed ? 1 : 0 }) }
}

private func time(_ step: Int32) -> CityTime { CityTime(nanoseconds: Int64(step)) }
private func span(_ step: Int32) -> TimeSpan { TimeSpan(nanoseconds: Int64(step)) }

/// The example event with one field changed, for each of its fields.
func variants(of event: AccountEvent) -> [AccountEvent] {
    switch event {
    case .registrationStarted:
        vary(4) {
            .registrationStarted(
                attempt: 1 + $0[0], type: $0[1] == 0 ? .passenger : .driver, client: $0[2] == 0 ? .mobile : .web,
                fields: AccountFields(rawValue: 1 << 7 + $0[3]))
        }
    case .registrationRejected:
        vary(4) {
            .registrationRejected(
                attempt: 1 + $0[0], type: $0[1] == 0 ? .passenger : .driver,
                reason: $0[2] == 0 ? .missingField : .badEmail, missing: AccountFields(rawValue: 1 << 7 + $0[3]))
        }
    case .registrationAborted:
        vary(3) {
            .registrationAborted(
                attempt: 1 + $0[0], account: AccountID(1 + $0[1]), reason: $0[2] == 0 ? .noConsent : .byUser)
        }
    case .registrationAccepted:
        vary(3) {
            .registrationAccepted(
                attempt: 1 + $0[0], account: AccountID(1 + $0[1]), type: $0[2] == 0 ? .passenger : .driver)
        }
    case .registrationConfirmed:
        vary(3) {
            .registrationConfirmed(
                account: AccountID(1 + $0[0]), type: $0[1] == 0 ? .passenger : .driver,
                via: $0[2] == 0 ? .mail : .password)
        }
    case .registrationExpired: vary(1) { .registrationExpired(account: AccountID(1 + $0[0])) }
    case .mailSent:
        vary(2) { .mailSent(account: AccountID(1 + $0[0]), kind: $0[1] == 0 ? .confirmation : .passwordReset) }
    case .mailDelivered:
        vary(2) { .mailDelivered(account: AccountID(1 + $0[0]), kind: $0[1] == 0 ? .confirmation : .passwordReset) }
    case .loginAttempted:
        vary(5) {
            .loginAttempted(
                account: AccountID(1 + $0[0]), identifier: $0[1] == 0 ? .username : .email,
                client: $0[2] == 0 ? .mobile : .web, system: $0[3] == 0 ? .android : .ios, source: UInt32(1 + $0[4]))
        }
    case .loginSucceeded:
        vary(3) {
            .loginSucceeded(
                account: AccountID(1 + $0[0]), type: $0[1] == 0 ? .passenger : .driver,
                via: $0[2] == 0 ? .mail : .password)
        }
    case .loginRefused:
        vary(2) { .loginRefused(account: AccountID(1 + $0[0]), reason: $0[1] == 0 ? .backOff : .malformed) }
    case .loggedOut: vary(1) { .loggedOut(account: AccountID(1 + $0[0])) }
    case .loginLogPruned: vary(2) { .loginLogPruned(removed: 1 + $0[0], kept: 1 + $0[1]) }
    case .passwordReset: vary(1) { .passwordReset(account: AccountID(1 + $0[0])) }
    case .passwordChangeRequired: vary(1) { .passwordChangeRequired(account: AccountID(1 + $0[0])) }
    case .passwordChanged: vary(1) { .passwordChanged(account: AccountID(1 + $0[0])) }
    case .profileViewed: vary(2) { .profileViewed(account: AccountID(1 + $0[0]), badReports: 1 + $0[1]) }
    case .historyViewed: vary(2) { .historyViewed(account: AccountID(1 + $0[0]), count: 1 + $0[1]) }
    case .dashboardOpened: vary(2) { .dashboardOpened(account: AccountID(1 + $0[0]), lastTaxi: RequestID(1 + $0[1])) }
    case .profileChanged:
        vary(2) { .profileChanged(account: AccountID(1 + $0[0]), fields: AccountFields(rawValue: 1 << 7 + $0[1])) }
    case .profileChangeRejected:
        vary(3) {
            .profileChangeRejected(
                account: AccountID(1 + $0[0]), reason: $0[1] == 0 ? .badUsername : .badEmail,
                missing: AccountFields(rawValue: 1 << 7 + $0[2]))
        }
    case .profileEditAborted: vary(1) { .profileEditAborted(account: AccountID(1 + $0[0])) }
    case .emailChanged: vary(1) { .emailChanged(account: AccountID(1 + $0[0])) }
    case .licenceExpired: vary(2) { .licenceExpired(account: AccountID(1 + $0[0]), driver: DriverID(1 + $0[1])) }
    case .licenceRenewed: vary(2) { .licenceRenewed(account: AccountID(1 + $0[0]), driver: DriverID(1 + $0[1])) }
    case .accountDeletionAsked: vary(1) { .accountDeletionAsked(account: AccountID(1 + $0[0])) }
    case .accountDeleted: vary(2) { .accountDeleted(account: AccountID(1 + $0[0]), erased: 1 + $0[1]) }
    case .deletionRefused:
        vary(2) { .deletionRefused(account: AccountID(1 + $0[0]), reason: $0[1] == 0 ? .badPassword : .notOwner) }
    case .privacyViolation: vary(1) { .privacyViolation(account: AccountID(1 + $0[0])) }
    }
}

/// The example event with one field changed, for each of its fields.
func variants(of event: ServerEvent) -> [ServerEvent] {
    switch event {
    case .messageAnswered:
        vary(8) {
            .messageAnswered(
                message: MessageID(1 + $0[0]), kind: $0[1] == 0 ? .call : .login, client: $0[2] == 0 ? .mobile : .web,
                channel: $0[3] == 0 ? .tls : .plain, account: AccountID(1 + $0[4]), arrived: time($0[5]),
                started: time($0[6]), waiting: 1 + $0[7])
        }
    case .messageRefused:
        vary(8) {
            .messageRefused(
                message: MessageID(1 + $0[0]), kind: $0[1] == 0 ? .call : .login, client: $0[2] == 0 ? .mobile : .web,
                channel: $0[3] == 0 ? .tls : .plain, account: AccountID(1 + $0[4]), arrived: time($0[5]),
                started: time($0[6]), reason: $0[7] == 0 ? .plainChannel : .rateLimited)
        }
    case .serverDown: []
    case .serverUp: vary(1) { .serverUp(waiting: 1 + $0[0]) }
    case .timersReleased: vary(1) { .timersReleased(count: 1 + $0[0]) }
    case .messageLeft:
        vary(8) {
            .messageLeft(
                message: MessageID(1 + $0[0]), kind: $0[1] == 0 ? .call : .login, client: $0[2] == 0 ? .mobile : .web,
                channel: $0[3] == 0 ? .tls : .plain, account: AccountID(1 + $0[4]), arrived: time($0[5]),
                started: time($0[6]), waiting: 1 + $0[7])
        }
    }
}

/// The example event with one field changed, for each of its fields.
func variants(of event: ClientEvent) -> [ClientEvent] {
    switch event {
    case .clientAction:
        vary(4) {
            .clientAction(
                actor: 1 + $0[0], role: $0[1] == 0 ? .passenger : .driver,
                kind: $0[2] == 0 ? .callConfirmed : .loggedIn, client: $0[3] == 0 ? .mobile : .web)
        }
    case .inputTaken:
        vary(4) {
            .inputTaken(
                actor: 1 + $0[0], role: $0[1] == 0 ? .passenger : .driver, client: $0[2] == 0 ? .mobile : .web,
                duration: span(1_000_000_000 + $0[3]))
        }
    case .answerShown:
        vary(5) {
            .answerShown(
                actor: 1 + $0[0], role: $0[1] == 0 ? .passenger : .driver, kind: $0[2] == 0 ? .call : .login,
                client: $0[3] == 0 ? .mobile : .web, latency: span(1_000_000_000 + $0[4]))
        }
    }
}
