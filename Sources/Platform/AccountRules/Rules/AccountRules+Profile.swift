// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AccountRules {
    // MARK: Reading

    /// The owner reads the own profile, with the reports of bad use (ACCOUNT-PROFILE-01, -02, -08).
    func view(_ account: Account, _ port: some RolePort, _ directives: inout [AccountDirective]) {
        let reports = port.badReports(of: account.role)
        directives.append(.note(.profileViewed(account: account.id, badReports: reports)))
        directives.append(
            .answer(
                .profile(
                    Profile(
                        account: account.id, type: account.type, username: account.username, email: account.email,
                        name: account.name, surname: account.surname, address: account.address, phone: account.phone,
                        details: account.details, badReports: reports))))
    }

    /// The owner reads the own past requests of a period (ACCOUNT-PROFILE-09).
    func viewHistory(
        of account: Account, from: CityTime?, to: CityTime?, _ port: some RolePort,
        _ directives: inout [AccountDirective]
    ) {
        let entries = port.history(of: account.role, from: from, to: to)
        directives.append(.note(.historyViewed(account: account.id, count: Int32(clamping: entries.count))))
        directives.append(.answer(.history(entries)))
    }

    // MARK: Editing

    /// The owner enters new values: they go on top of the draft, and nothing is stored (ACCOUNT-PROFILE-05L). An account has
    /// one draft, whatever device it is edited on.
    mutating func draft(_ edit: ProfileEdit, of account: Account, _ directives: inout [AccountDirective]) {
        let draft = drafts.value(of: account.id.number) ?? ProfileEdit()
        drafts.open(account.id.number, edit.over(draft))
        directives.append(.answer(.drafted))
    }

    /// The owner gives the draft up (ACCOUNT-PROFILE-05K).
    mutating func abandonEdit(of account: Account, _ directives: inout [AccountDirective]) {
        if drafts.close(account.id.number) != nil {
            directives.append(.note(.profileEditAborted(account: account.id)))
        }
        directives.append(.answer(.editAbandoned))
    }

    /// The owner is done: all values of the draft are stored together, or none is and the draft is dropped
    /// (ACCOUNT-PROFILE-05L, -06).
    mutating func done(
        _ old: Account, _ accounts: some AccountIndex, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        guard let edit = drafts.close(old.id.number) else {
            directives += rejection(of: old.id, ProfileFault(.noDraft))
            return
        }
        if let fault = fault(in: edit, of: old, accounts, at: now) {
            directives += rejection(of: old.id, fault)
            return
        }
        var (account, fields) = edited(old, by: edit)
        let consequences = roles.changed(&account, from: old, at: now)
        if let new = edit.password?.new {
            account.password = hashed(new)
            account.mustChangePassword = false
            account.dropReset()
            fields.insert(AccountFields([.password]))
        }
        var link: MailLink?
        if let email = edit.email, email != old.email {
            let asked = newLink(.emailChange, until: now + parameters.linkLife, accounts)
            account.drop(.emailChange)
            account.links.append(asked)
            account.pendingEmail = email
            link = asked
        }
        if account != old {
            directives.append(.save(account, otherwise: rejection(of: old.id, ProfileFault(.notStored))))
        }
        if account.username != old.username { directives.append(.name(account.role, account.username)) }
        directives.append(.note(.profileChanged(account: account.id, fields: fields)))
        if fields.contains(AccountFields([.password])) {
            directives.append(.note(.passwordChanged(account: account.id)))
        }
        if let link {
            post(.emailChange, to: account, address: account.pendingEmail, link: link, &directives)
            directives.append(.wake(.emailLinkEnd, account.id, at: link.expires))
        }
        directives += consequences
        directives.append(.answer(.profileChanged(fields)))
    }

    func rejection(of account: AccountID, _ fault: ProfileFault) -> [AccountDirective] {
        [
            .note(.profileChangeRejected(account: account, reason: fault.reason, missing: fault.missing)),
            .answer(.profileRefused(fault.reason, missing: fault.missing)),
        ]
    }

    // MARK: The address

    /// The link to the new address was followed: it replaces the old one (ACCOUNT-PROFILE-05F), if it is still free
    /// (ACCOUNT-PROFILE-05D).
    mutating func changeEmail(
        of old: Account, by link: MailLink, _ accounts: some AccountIndex, _ directives: inout [AccountDirective]
    ) {
        var account = old
        account.pendingEmail = nil
        account.drop(.emailChange)
        guard let email = old.pendingEmail, accounts.account(email: email).map({ $0.id == old.id }) ?? true else {
            directives.append(.keep(account))
            directives.append(.letOneSleep(.emailLinkEnd, account.id))
            directives.append(.answer(.linkUnknown))
            return
        }
        account.email = email
        // A mail for a new password that went to the old address must not open the account any more.
        account.dropReset()
        directives.append(.save(account, otherwise: [.answer(.linkUnknown)]))
        directives.append(.letOneSleep(.emailLinkEnd, account.id))
        directives.append(.note(.emailChanged(account: account.id)))
        directives.append(.answer(.linkFollowed(link.kind)))
    }

    /// Nobody followed the link to a new address: the address is free again.
    func endEmailChange(of old: Account, _ directives: inout [AccountDirective]) {
        guard old.pendingEmail != nil else { return }
        var account = old
        account.pendingEmail = nil
        account.drop(.emailChange)
        directives.append(.keep(account))
    }
}
