// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AccountRules {
    /// Somebody sent a form: a pending account is made and its mail sent, or the form comes back, or the attempt ends
    /// (ACCOUNT-REG-13).
    mutating func register(
        _ form: RegistrationForm, from sender: Sender, _ accounts: some AccountIndex, _ port: some RolePort,
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
            return end(attempt, nil, .noConsent, &directives)
        }
        if let refusal = roles.registrationRefusal(of: form.type) {
            directives += rejection(of: attempt, form.type, FormFault(refusal))
            return
        }
        if let fault = fault(in: form, hasPassword: true, accounts, at: now) {
            directives += rejection(of: attempt, form.type, fault)
            return
        }
        var account = newAccount(
            form, person: newPerson(form.type, from: sender, accounts, port), password: hashed(form.password ?? ""),
            at: now)
        guard roles.isConfirmedByMail(form.type) else { return open(&account, attempt, at: now, &directives) }
        let link = newLink(.confirmation, until: now + parameters.expiryAfter, accounts)
        account.links = [link]
        attempts.open(account.id.number, attempt)
        let rejected = rejection(of: attempt, form.type, FormFault(.notStored))
        directives.append(.save(account, otherwise: [.giveBack(account.role)] + rejected))
        directives.append(.note(.registrationAccepted(attempt: attempt, account: account.id, type: account.type)))
        post(.confirmation, to: account, link: link, &directives)
        planConfirmation(of: account, &directives)
        directives.append(.answer(.registered(account.id)))
    }

    /// An account that waits for no mail can be used as soon as it is stored.
    private func open(
        _ account: inout Account, _ attempt: Int32, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        account.isConfirmed = true
        let rejected = rejection(of: attempt, account.type, FormFault(.notStored))
        directives.append(.save(account, otherwise: [.giveBack(account.role)] + rejected))
        directives.append(.note(.registrationAccepted(attempt: attempt, account: account.id, type: account.type)))
        directives.append(.note(.registrationConfirmed(account: account.id, type: account.type, via: .enrolled)))
        directives += roles.confirmed(account, at: now)
        directives.append(.answer(.active(account.id)))
    }

    /// Adds a confirmed account at once, for populations that exist before a run: the rules of a registration hold, but no
    /// mail is sent. `password` is the hash, so that it may be made once for many; the form's own is not looked at.
    public mutating func enroll(
        _ form: RegistrationForm, person: Int32, password: String?, accounts: some AccountIndex, at now: CityTime
    ) -> [AccountDirective] {
        guard form.consent else { return [.answer(.ended(.noConsent))] }
        if let fault = fault(in: form, hasPassword: false, accounts, at: now) {
            return [.answer(.rejected(fault.reason, missing: fault.missing))]
        }
        var account = newAccount(form, person: person, password: password, at: now)
        account.isConfirmed = true
        var directives: [AccountDirective] = [
            .save(account, otherwise: [.answer(.rejected(.notStored, missing: AccountFields([])))]),
            .note(.registrationConfirmed(account: account.id, type: account.type, via: .enrolled)),
        ]
        directives += roles.confirmed(account, at: now)
        directives.append(.answer(.active(account.id)))
        return directives
    }

    /// A number for a new person. Accounts of before a restart, or that were enrolled, have numbers that the service did not
    /// give in this run.
    func newPerson(
        _ type: RoleName, from sender: Sender, _ accounts: some AccountIndex, _ port: some RolePort
    ) -> Int32 {
        while true {
            let person = port.newPerson(type, from: sender.connection)
            if accounts.account(type, person: person) == nil { return person }
        }
    }

    /// An account of a form without a fault.
    mutating func newAccount(
        _ form: RegistrationForm, person: Int32, password: String?, at now: CityTime
    ) -> Account {
        lastNumber += 1
        let (username, email) = names(of: form)
        var account = Account(
            id: AccountID(lastNumber), type: form.type, person: person, username: username, email: email,
            password: password, name: form.name ?? "", surname: form.surname ?? "",
            consent: form.consent, isConfirmed: false, registered: now)
        account.address = Patterns.isBlank(form.address) ? nil : form.address
        account.phone = Patterns.isBlank(form.phone) ? nil : form.phone
        account.details = roles.own(form.details, of: form.type)
        return account
    }

    func rejection(
        of attempt: Int32, _ type: RoleName, _ fault: FormFault<RegistrationRefusal>
    ) -> [AccountDirective] {
        [
            .note(.registrationRejected(attempt: attempt, type: type, reason: fault.reason, missing: fault.missing)),
            .answer(.rejected(fault.reason, missing: fault.missing)),
        ]
    }

    func end(
        _ attempt: Int32, _ account: AccountID?, _ reason: RegistrationEnd, _ directives: inout [AccountDirective]
    ) {
        directives.append(.note(.registrationAborted(attempt: attempt, account: account, reason: reason)))
        directives.append(.answer(.ended(reason)))
    }
}
