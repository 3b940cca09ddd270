// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AccountRules {
    // MARK: Links

    /// Somebody followed the link of a mail. A click that reached the server in time counts, also when the server was down
    /// then (AVAIL-02).
    mutating func follow(
        _ token: Token, _ accounts: some AccountIndex, reached: CityTime, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        guard let account = accounts.account(link: token), let link = account.link(token, at: reached) else {
            return directives.append(.answer(.linkUnknown))
        }
        switch link.kind {
        case .confirmation, .confirmationReminder: confirm(account, by: link, at: now, &directives)
        case .passwordReset: reset(account, by: link, &directives)
        case .emailChange: changeEmail(of: account, by: link, accounts, &directives)
        // The mails of a service have no link.
        default: directives.append(.answer(.linkUnknown))
        }
    }

    /// Both links work until the deletion, and either confirms (DEC-CONFIRM-TIMERS).
    private mutating func confirm(
        _ pending: Account, by link: MailLink, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        var account = pending
        account.isConfirmed = true
        account.drop(.confirmation, .confirmationReminder)
        attempts.close(account.id.number)
        directives.append(.save(account, otherwise: [.answer(.linkUnknown)]))
        directives.append(.letSleep(account.id))
        directives.append(.note(.registrationConfirmed(account: account.id, type: account.type, via: .mail)))
        directives += roles.confirmed(account, at: now)
        directives.append(.answer(.linkFollowed(link.kind)))
    }

    // MARK: Time

    /// Plans the reminder and the end of a pending account, both counted from the first mail (DEC-CONFIRM-TIMERS).
    func planConfirmation(of account: Account, _ directives: inout [AccountDirective]) {
        if !account.links.contains(where: { $0.kind == .confirmationReminder }) {
            directives.append(.wake(.reminder, account.id, at: account.registered + parameters.reminderAfter))
        }
        directives.append(.wake(.expiry, account.id, at: account.registered + parameters.expiryAfter))
    }

    /// The one further mail (ACCOUNT-REG-12B).
    mutating func remind(
        _ pending: Account, _ accounts: some AccountIndex, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        let end = pending.registered + parameters.expiryAfter
        // After a long outage the account may be at its end already.
        guard !pending.isConfirmed, now < end, !pending.links.contains(where: { $0.kind == .confirmationReminder })
        else { return }
        var account = pending
        let link = newLink(.confirmationReminder, until: end, accounts)
        account.links.append(link)
        directives.append(.save(account, otherwise: []))
        post(.confirmationReminder, to: account, link: link, &directives)
    }

    /// Nobody followed a link: the pending account is deleted (ACCOUNT-REG-12C).
    mutating func expire(_ pending: Account, _ directives: inout [AccountDirective]) {
        guard !pending.isConfirmed else { return }
        forget(pending.id)
        directives.append(.letSleep(pending.id))
        directives.append(.remove(pending.id, pseudonym: nil, otherwise: []))
        directives.append(.giveBack(pending.role))
        directives.append(.note(.registrationExpired(account: pending.id)))
    }

    // MARK: Breaking off

    /// The person breaks off a registration that is not confirmed (ACCOUNT-REG-11).
    mutating func abort(
        _ token: Token, _ accounts: some AccountIndex, reached: CityTime, _ directives: inout [AccountDirective]
    ) {
        guard let account = accounts.account(link: token), !account.isConfirmed,
            account.link(token, at: reached) != nil
        else {
            return directives.append(.answer(.linkUnknown))
        }
        // A pending account of before a restart has lost its form's number.
        let attempt = attempts.value(of: account.id.number) ?? 0
        forget(account.id)
        directives.append(.remove(account.id, pseudonym: nil, otherwise: [.answer(.linkUnknown)]))
        directives.append(.giveBack(account.role))
        directives.append(.letSleep(account.id))
        end(attempt, account.id, .byUser, &directives)
    }
}
