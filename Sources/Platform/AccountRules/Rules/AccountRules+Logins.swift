// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension LoginForm {
    /// What names the account: exactly one of the two, or the login is malformed (DEC-LOGIN-ID).
    var identifier: (kind: IdentifierKind, text: String) {
        guard Patterns.isReadable(username), Patterns.isReadable(email) else { return (.malformed, "") }
        return switch (username, email) {
        case (let username?, nil): (.username, username)
        case (nil, let email?): (.email, email)
        default: (.malformed, "")
        }
    }
}

extension AccountRules {
    // MARK: Logging in

    /// Somebody sent name and password (ACCOUNT-LOGIN-01, -02, -05). Every attempt is logged (SEC-04).
    mutating func login(
        _ form: LoginForm, from sender: Sender, _ accounts: some AccountIndex, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        let identifier = form.identifier
        let account = self.account(of: identifier, accounts)
        noteAttempt(account, identifier.kind, from: sender, &directives)
        if identifier.kind == .malformed || form.password.isEmpty || !Patterns.isReadable(form.password) {
            return refuse(.malformed, account, from: sender, at: now, &directives)
        }
        guard var account else {
            _ = verify(form.password, against: decoy)
            refuse(.badCredentials, nil, from: sender, at: now, &directives)
            return
        }
        if let next = account.nextAttempt, now < next {
            refuse(.backOff, account, from: sender, at: now, &directives)
        } else if !isPassword(form.password, of: account) {
            account.nextAttempt = now + parameters.backOff
            directives.append(.keep(account))
            refuse(.badCredentials, account, from: sender, at: now, &directives)
        } else if !account.isConfirmed {
            refuse(.notConfirmed, account, from: sender, at: now, &directives)
        } else {
            admit(account, via: .password, from: sender, at: now, &directives)
        }
    }

    func noteAttempt(
        _ account: Account?, _ identifier: IdentifierKind, from sender: Sender, _ directives: inout [AccountDirective]
    ) {
        directives.append(
            .note(
                .loginAttempted(
                    account: account?.id, identifier: identifier, client: sender.client, system: sender.system,
                    source: sender.source.network)))
    }

    func account(of identifier: (kind: IdentifierKind, text: String), _ accounts: some AccountIndex) -> Account? {
        switch identifier.kind {
        case .username: accounts.account(username: identifier.text)
        case .email: account(email: identifier.text, accounts)
        case .malformed, .provider: nil
        }
    }

    /// The account that has this address in force: one that is only asked for does not log in (ACCOUNT-PROFILE-05F).
    func account(email: String, _ accounts: some AccountIndex) -> Account? {
        accounts.account(email: email).flatMap { $0.email == email ? $0 : nil }
    }

    mutating func admit(
        _ account: Account, via proof: ProofKind, from sender: Sender, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        let session = Session(
            token: tokens.next(), account: account.id, role: account.role,
            mustChangePassword: account.mustChangePassword)
        logLogin(account, from: sender, isSuccess: true, at: now, &directives)
        directives.append(.note(.loginSucceeded(account: account.id, type: account.type, via: proof)))
        directives.append(
            session.mustChangePassword
                ? .note(.passwordChangeRequired(account: account.id)) : .name(account.role, account.username))
        directives.append(.openSession(session, sender.client))
        directives.append(.answer(.loggedIn(session)))
    }

    mutating func refuse(
        _ refusal: LoginRefusal, _ account: Account?, from sender: Sender, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        logLogin(account, from: sender, isSuccess: false, at: now, &directives)
        directives.append(.note(.loginRefused(account: account?.id, reason: refusal)))
        directives.append(.answer(.loginRefused(refusal)))
    }

    // MARK: Logging out

    /// The owner ends the session; an edit that was not finished is dropped with it.
    mutating func logout(_ account: Account, _ session: Session, _ directives: inout [AccountDirective]) {
        drafts.close(account.id.number)
        deletions.close(account.id.number)
        directives.append(.closeSession(session))
        directives.append(.note(.loggedOut(account: account.id)))
        directives.append(.answer(.loggedOut))
    }

    // MARK: The login log

    private mutating func logLogin(
        _ account: Account?, from sender: Sender, isSuccess: Bool, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        directives.append(.logLogin(account?.id, source: sender.source, isSuccess: isSuccess))
        planPrune(at: now + parameters.loginRetention, &directives)
    }

    /// Plans to look at the log at the first midnight from this time on. Looking each day keeps a row for 8 days at most.
    mutating func planPrune(at time: CityTime, _ directives: inout [AccountDirective]) {
        guard !isPrunePlanned else { return }
        isPrunePlanned = true
        let midnight = time.midnight
        directives.append(.wakeToPrune(at: midnight == time ? time : midnight + .hours(24)))
    }

    /// It is time to look at the log.
    public mutating func pruneDue(at now: CityTime) -> [AccountDirective] {
        isPrunePlanned = false
        return [.pruneLogins(before: now - parameters.loginRetention)]
    }

    /// So many rows went, and so many are left.
    public mutating func pruned(removed: Int, kept: Int, at now: CityTime) -> [AccountDirective] {
        var directives: [AccountDirective] = [
            .note(.loginLogPruned(removed: Int32(clamping: removed), kept: Int32(clamping: kept)))
        ]
        if kept > 0 { planPrune(at: now + .hours(24), &directives) }
        return directives
    }

    /// After a restart: rows of before are looked at again.
    public mutating func restore(loginRows count: Int, at now: CityTime) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        if count > 0 { planPrune(at: now, &directives) }
        return directives
    }
}
