// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AccountRules {
    /// Somebody sent a form: a pending account is made and its mail sent, or the form comes back, or the attempt ends
    /// (ACCOUNT-REG-13).
    mutating func register(
        _ form: RegistrationForm, from sender: Sender, _ accounts: some AccountIndex, _ desk: some RoleDesk,
        at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        lastAttempt += 1
        let attempt = lastAttempt
        directives.append(
            .note(
                .registrationStarted(
                    attempt: attempt, type: form.type, client: sender.client,
                    // The event lists what was entered, and consent is not a field of that kind (ACCOUNT-REG-18).
                    fields: form.filledFields.subtracting(AccountFields([.consent])))))
        guard form.consent else {
            end(attempt, nil, .noConsent, &directives)
            return
        }
        switch verdict(on: form, hasPassword: true, accounts, at: now) {
        case .broken(let refusal, let missing):
            directives += rejection(of: attempt, form.type, refusal, missing)
        case .right(let terms):
            var account = newAccount(
                terms, person: newPerson(form.type, from: sender, accounts, desk), password: hashed(terms.password),
                at: now)
            let link = newLink(.confirmation, until: now + parameters.expiryAfter, accounts)
            account.links = [link]
            attempts.open(account.id.number, attempt)
            let rejected = rejection(of: attempt, form.type, .notStored, AccountFields([]))
            directives.append(.save(account, otherwise: [.giveBack(account.role)] + rejected))
            directives.append(
                .note(.registrationAccepted(attempt: attempt, account: account.id, type: account.type)))
            post(.confirmation, to: account, link: link, &directives)
            planConfirmation(of: account, &directives)
            directives.append(.answer(.registered(account.id)))
        }
    }

    /// Adds a confirmed account at once, for populations that exist before a run: the rules of a registration hold, but no
    /// mail is sent. `password` is the hash, so that it may be made once for many; the form's own is not looked at.
    public mutating func enroll(
        _ form: RegistrationForm, person: Int32, password: String?, accounts: some AccountIndex, at now: CityTime
    ) -> [AccountDirective] {
        guard form.consent else { return [.answer(.ended(.noConsent))] }
        switch verdict(on: form, hasPassword: false, accounts, at: now) {
        case .broken(let refusal, let missing):
            return [.answer(.rejected(refusal, missing: missing))]
        case .right(let terms):
            var account = newAccount(terms, person: person, password: password, at: now)
            account.isConfirmed = true
            var directives: [AccountDirective] = [
                .save(account, otherwise: [.answer(.rejected(.notStored, missing: AccountFields([])))]),
                .note(.registrationConfirmed(account: account.id, type: account.type, via: .enrolled)),
            ]
            directives += roles.confirmed(account, at: now)
            directives.append(.answer(.active(account.id)))
            return directives
        }
    }

    /// A number for a new person. Accounts of before a restart, or that were enrolled, have numbers that the service did not
    /// give in this run.
    func newPerson(
        _ type: AccountType, from sender: Sender, _ accounts: some AccountIndex, _ desk: some RoleDesk
    ) -> Int32 {
        var person = desk.newPerson(type, from: sender.connection)
        while accounts.account(type, person: person) != nil {
            person = desk.newPerson(type, from: sender.connection)
        }
        return person
    }

    mutating func newAccount(
        _ terms: RegistrationTerms, person: Int32, password: String?, at now: CityTime
    ) -> Account {
        let form = terms.form
        lastNumber += 1
        var account = Account(
            id: AccountID(lastNumber), type: form.type, person: person, username: terms.username, email: terms.email,
            password: password, name: terms.name, surname: terms.surname, consent: form.consent, isConfirmed: false,
            registered: now)
        account.address = Patterns.isBlank(form.address) ? nil : form.address
        account.phone = Patterns.isBlank(form.phone) ? nil : form.phone
        account.details = roles.own(form.details, of: form.type)
        return account
    }

    private func rejection(
        of attempt: Int32, _ type: AccountType, _ refusal: RegistrationRefusal, _ missing: AccountFields
    ) -> [AccountDirective] {
        [
            .note(.registrationRejected(attempt: attempt, type: type, reason: refusal, missing: missing)),
            .answer(.rejected(refusal, missing: missing)),
        ]
    }

    func end(
        _ attempt: Int32, _ account: AccountID?, _ reason: RegistrationEnd, _ directives: inout [AccountDirective]
    ) {
        directives.append(.note(.registrationAborted(attempt: attempt, account: account, reason: reason)))
        directives.append(.answer(.ended(reason)))
    }
}
