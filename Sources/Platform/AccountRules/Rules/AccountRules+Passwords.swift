// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Token {
    /// The bits as a password that is strong by the catalogue's rule: 26 characters of a 32-character alphabet hold all 128
    /// bits; the first two are there for the rule.
    var password: String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        var (high, low) = (high, low)
        var bytes = Array("T7".utf8)
        for _ in 0..<13 {
            bytes.append(alphabet[Int(high & 31)])
            bytes.append(alphabet[Int(low & 31)])
            high >>= 5
            low >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension AccountRules {
    // MARK: Forgotten passwords

    /// Somebody asks for a new password: if the address is in force for a confirmed account, a mail with a link and a
    /// temporary password goes there, and nothing else changes (ACCOUNT-LOGIN-03). The answer tells nobody which addresses
    /// have accounts.
    mutating func forgot(
        _ email: String, _ accounts: some AccountIndex, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        if Patterns.isEmail(email), var account = self.account(email: email, accounts), account.isConfirmed {
            let temporary = worked.temporary ?? tokens.next().password
            let link = newLink(.passwordReset, until: now + parameters.linkLife, accounts)
            // One temporary password at a time: an older mail stops working.
            account.drop(.passwordReset)
            account.links.append(link)
            account.temporaryPassword = hashed(temporary)
            directives.append(.save(account, otherwise: [.answer(.mailUnderWay)]))
            post(.passwordReset, to: account, link: link, temporaryPassword: temporary, &directives)
        }
        directives.append(.answer(.mailUnderWay))
    }

    /// The link was followed: only now the temporary password replaces the old one (ACCOUNT-LOGIN-04). Sessions of the old
    /// password end, so that nothing can be done before a new one is set.
    mutating func reset(_ old: Account, by link: MailLink, _ directives: inout [AccountDirective]) {
        guard let temporary = old.temporaryPassword else {
            return directives.append(.answer(.linkUnknown))
        }
        var account = old
        account.password = temporary
        account.temporaryPassword = nil
        account.mustChangePassword = true
        account.drop(.passwordReset)
        drafts.close(account.id.number)
        deletions.close(account.id.number)
        directives.append(.save(account, otherwise: [.answer(.linkUnknown)]))
        directives.append(.note(.passwordReset(account: account.id)))
        directives.append(.closeSessions(account.id, account.role))
        directives.append(.answer(.linkFollowed(link.kind)))
    }

    // MARK: New passwords

    /// The owner sets a new password, after the temporary one or at any time.
    mutating func changePassword(
        _ change: PasswordChange, of old: Account, _ session: Session, _ client: ClientKind,
        _ directives: inout [AccountDirective]
    ) {
        if let fault = fault(in: change, of: old) {
            directives += rejection(of: old.id, fault)
        } else {
            var account = old
            account.password = hashed(change.new ?? "")
            account.mustChangePassword = false
            account.dropReset()
            directives.append(.save(account, otherwise: rejection(of: old.id, ProfileFault(.notStored))))
            directives.append(.note(.passwordChanged(account: account.id)))
            if session.mustChangePassword {
                directives.append(.name(account.role, account.username))
                directives.append(.liftSessions(account.id, account.role, client))
            }
            directives.append(.answer(.passwordChanged))
        }
    }

    /// The first rule that a change of password breaks (ACCOUNT-PROFILE-05G to -05J). The costly look at the old one comes
    /// last.
    func fault(in change: PasswordChange, of account: Account) -> ProfileFault? {
        let entries: [(AccountField, String?)] = [
            (.currentPassword, change.current), (.password, change.new), (.passwordRepeat, change.newRepeat),
        ]
        let missing = AccountFields(entries.filter { Patterns.isBlank($0.1) }.map(\.0))
        guard missing.isEmpty, let current = change.current, let new = change.new else {
            return ProfileFault(.missingField, missing: missing)
        }
        guard Patterns.isStrong(new) else { return ProfileFault(.weakPassword) }
        guard new == change.newRepeat else { return ProfileFault(.passwordMismatch) }
        guard isPassword(current, of: account) else { return ProfileFault(.badOldPassword) }
        // A temporary password went by mail in clear: nobody may keep it (ACCOUNT-LOGIN-04).
        guard !account.mustChangePassword || new != current else { return ProfileFault(.weakPassword) }
        return nil
    }
}
