// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Registration and login through the external identity provider, for one type of account (ACCOUNT-FB-01, -02,
/// DEC-FACEBOOK).
extension AccountRules {
    mutating func startProviderRegistration(
        consent: Bool, from sender: Sender, _ directives: inout [AccountDirective]
    ) {
        lastAttempt += 1
        directives.append(
            .note(
                .registrationStarted(
                    attempt: lastAttempt, type: roles.providerType, client: sender.client,
                    fields: AccountFields([]))))
        if let refusal = roles.registrationRefusal(of: roles.providerType) {
            directives += rejection(of: lastAttempt, roles.providerType, FormFault(refusal))
        } else if consent {
            directives.append(
                .identify(ProviderRequest(purpose: .register(attempt: lastAttempt), sender: sender)))
        } else {
            end(lastAttempt, nil, .noConsent, &directives)
        }
    }

    /// The provider's word came: who stands behind the connection, or nil when it does not know. The directives hold the
    /// answer to the message of the request.
    public mutating func identified(
        _ request: ProviderRequest, as identity: ProviderIdentity?, accounts: some AccountIndex, port: some RolePort,
        at now: CityTime
    ) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        switch request.purpose {
        case .register(let attempt):
            register(identity, attempt, from: request.sender, accounts, port, at: now, &directives)
        case .login: login(identity, from: request.sender, accounts, at: now, &directives)
        }
        return directives
    }

    private mutating func register(
        _ identity: ProviderIdentity?, _ attempt: Int32, from sender: Sender, _ accounts: some AccountIndex,
        _ port: some RolePort, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        guard let identity, isComplete(identity) else {
            return end(attempt, nil, .notConfirmed, &directives)
        }
        // Looked up now and not when the request began: two requests of one person may be under way.
        guard accounts.account(email: identity.email) == nil else {
            return end(attempt, nil, .alreadyRegistered, &directives)
        }
        var form = RegistrationForm(roles.providerType)
        form.username = freeUsername(like: identity.username, accounts)
        form.email = identity.email
        form.name = identity.name
        form.surname = identity.surname
        var account = newAccount(
            form, person: newPerson(form.type, from: sender, accounts, port), password: nil, at: now)
        account.isConfirmed = true
        let rejected = rejection(of: attempt, form.type, FormFault(.notStored))
        directives.append(.save(account, otherwise: [.giveBack(account.role)] + rejected))
        directives.append(.note(.registrationAccepted(attempt: attempt, account: account.id, type: form.type)))
        directives.append(.note(.registrationConfirmed(account: account.id, type: form.type, via: .provider)))
        directives.append(.answer(.active(account.id)))
    }

    private mutating func login(
        _ identity: ProviderIdentity?, from sender: Sender, _ accounts: some AccountIndex, at now: CityTime,
        _ directives: inout [AccountDirective]
    ) {
        let account = identity.flatMap {
            Patterns.isEmail($0.email) ? self.account(email: $0.email, accounts) : nil
        }
        noteAttempt(account, .provider, from: sender, &directives)
        guard let account else { return refuse(.providerRefused, nil, from: sender, at: now, &directives) }
        if let refusal = roles.providerRefusal(of: account.type) {
            refuse(refusal, account, from: sender, at: now, &directives)
        } else if !account.isConfirmed {
            refuse(.notConfirmed, account, from: sender, at: now, &directives)
        } else {
            admit(account, via: .provider, from: sender, at: now, &directives)
        }
    }

    /// Whether the provider gave all that a user must have (INV-UniqueUsers).
    private func isComplete(_ identity: ProviderIdentity) -> Bool {
        Patterns.isEmail(identity.email)
            && [identity.name, identity.surname].allSatisfy { !Patterns.isBlank($0) && Patterns.isReadable($0) }
    }

    /// The name that the person would like, or else the first free one of `user1`, `user2`, ..., from the account's number
    /// on.
    private func freeUsername(like wish: String, _ accounts: some AccountIndex) -> String {
        if Patterns.isUsername(wish), accounts.account(username: wish) == nil { return wish }
        var number = lastNumber + 1
        while accounts.account(username: "user\(number)") != nil { number += 1 }
        return "user\(number)"
    }
}
