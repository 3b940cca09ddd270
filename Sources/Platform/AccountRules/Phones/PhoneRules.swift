// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of accounts by phone: a person opens one, and logs in, by giving back a one-time code that came by SMS
/// (ACCOUNT-R1, ACCOUNT-SMS-01, -02).
///
/// A value, told `at now:`. It reads accounts from an index and remembers only the codes under way. It trusts the gateway
/// with sessions, and looks at the account behind one each time.
public struct PhoneRules: Sendable {
    /// The numbers of the rules.
    public let parameters: PhoneParameters
    /// How accounts are numbered.
    public let numbering: PersonNumbering
    private var tokens: any TokenSource
    private var codes = CodesSent()
    private var lastSms: Int32 = 0

    /// Rules without accounts.
    public init(
        _ numbering: PersonNumbering, parameters: PhoneParameters = PhoneParameters(), tokens: any TokenSource
    ) {
        self.parameters = parameters
        self.numbering = numbering
        self.tokens = tokens
    }

    /// How many phones have a code under way, or had one within a day.
    public var phonesRemembered: Int { codes.count }

    /// A message came. The directives hold one answer.
    public mutating func receive(
        _ message: PhoneMessage, from sender: Sender, session: Session?, accounts: some PhoneIndex,
        port: some RolePort, at now: CityTime
    ) -> [PhoneDirective] {
        var directives: [PhoneDirective] = []
        codes.sweep(at: now)
        switch message {
        case .askCode(let phone): askCode(phone, from: sender, accounts, at: now, &directives)
        case .giveCode(let phone, let code):
            giveCode(phone, code, from: sender, accounts, at: now, &directives)
        case .logout, .exportData, .deleteAccount:
            // A session can end while its message waits for a worker; one of another service is none here, whatever its number.
            guard let session, session.role == numbering.role(of: session.account),
                let account = accounts.account(session.account)
            else {
                return [.answer(sender.connection, .loggedOut)]
            }
            receive(message, from: sender, account, session, port, &directives)
        }
        return directives
    }

    /// The carrier says that an SMS cannot reach its phone: its code is void (ACCOUNT-SMS-02).
    public mutating func undelivered(
        _ sms: Sms, accounts: some PhoneIndex, at now: CityTime
    ) -> [PhoneDirective] {
        var directives: [PhoneDirective] = []
        if codes[sms.phone]?.sms == sms.number {
            codes[sms.phone]?.code = nil
            codes[sms.phone]?.void = .noSms
            refuse(.noSms, sms.phone, from: sms.sender, accounts, at: now, &directives)
        }
        return directives
    }

    // MARK: Codes

    private mutating func askCode(
        _ text: String, from sender: Sender, _ accounts: some PhoneIndex, at now: CityTime,
        _ directives: inout [PhoneDirective]
    ) {
        guard let phone = PhoneNumber(text) else {
            return refuse(.badPhone, nil, from: sender, accounts, at: now, &directives)
        }
        let before = codes[phone]
        if let before, now < before.last + parameters.resendAfter {
            return refuse(.tooSoon, phone, from: sender, accounts, at: now, &directives)
        }
        if let before, before.count >= parameters.mostCodes {
            return refuse(.tooManyCodes, phone, from: sender, accounts, at: now, &directives)
        }
        lastSms += 1
        // The remainder of 64 drawn bits favours no code by more than 1 in 10 million million.
        let digits = String(tokens.next().low % 1_000_000)
        let code = String(repeating: "0", count: 6 - digits.count) + digits
        let sms = Sms(number: lastSms, phone: phone, code: code, sender: sender)
        codes.add(sms, at: now)
        directives.append(
            .note(.smsSent(sms: sms.number, account: accounts.account(phone)?.id, isResend: before?.code != nil)))
        directives.append(.send(sms))
        directives.append(.answer(sender.connection, .codeSent))
    }

    /// Any code that is not the last one counts as a try; one that reached the server in time is in time, also when the server
    /// was down then (AVAIL-02).
    private mutating func giveCode(
        _ text: String, _ code: String, from sender: Sender, _ accounts: some PhoneIndex, at now: CityTime,
        _ directives: inout [PhoneDirective]
    ) {
        let phone = PhoneNumber(text)
        directives.append(
            .note(
                .phoneLoginAttempted(
                    account: phone.flatMap { accounts.account($0)?.id }, client: sender.client, system: sender.system,
                    source: sender.source.network)))
        if let phone, let refusal = refusal(of: code, phone, at: sender.reached ?? now) {
            return refuse(refusal, phone, from: sender, accounts, at: now, &directives)
        }
        guard let phone else { return refuse(.badPhone, nil, from: sender, accounts, at: now, &directives) }
        codes[phone]?.code = nil
        let known = accounts.account(phone)
        let account =
            known
            ?? PhoneAccount(
                id: numbering.newAccount(from: sender.connection, above: accounts.lastNumber) {
                    accounts.account($0) == nil
                }, phone: phone, created: now)
        if known == nil {
            var refused: [PhoneDirective] = []
            refuse(.notStored, phone, from: sender, accounts, at: now, &refused)
            directives.append(.save(account, otherwise: refused))
            directives.append(.note(.accountCreated(account: account.id)))
        }
        let session = Session(token: tokens.next(), account: account.id, role: numbering.role(of: account.id))
        directives.append(logLogin(account.id, sender, isSuccess: true, at: now))
        directives.append(.note(.phoneLoginSucceeded(account: account.id)))
        directives.append(.openSession(session, sender.client))
        directives.append(.answer(sender.connection, .loggedIn(session, isNew: known == nil)))
    }

    /// What speaks against a code; nil when it is the right one.
    private mutating func refusal(of code: String, _ phone: PhoneNumber, at now: CityTime) -> PhoneRefusal? {
        let isCode = code.utf8.count == 6 && code.isDigits
        guard isCode else { return .badCode }
        guard let sent = codes[phone] else { return .noCode }
        guard let right = sent.code else { return sent.void }
        guard now <= sent.last + parameters.codeLife else { return .codeExpired }
        guard code != right else { return nil }
        codes[phone]?.tries += 1
        guard sent.tries + 1 >= parameters.mostTries else { return .wrongCode }
        codes[phone]?.code = nil
        codes[phone]?.void = .tooManyTries
        return .tooManyTries
    }

    private func refuse(
        _ refusal: PhoneRefusal, _ phone: PhoneNumber?, from sender: Sender, _ accounts: some PhoneIndex,
        at now: CityTime, _ directives: inout [PhoneDirective]
    ) {
        let account = phone.flatMap { accounts.account($0)?.id }
        directives.append(logLogin(account, sender, isSuccess: false, at: now))
        directives.append(.note(.phoneLoginRefused(account: account, reason: refusal)))
        directives.append(.answer(sender.connection, .refused(refusal)))
    }

    private func logLogin(
        _ account: AccountID?, _ sender: Sender, isSuccess: Bool, at now: CityTime
    ) -> PhoneDirective {
        .logLogin(
            account, source: sender.source, isSuccess: isSuccess, dropBefore: now - parameters.loginRetention)
    }

    // MARK: With a session

    private mutating func receive(
        _ message: PhoneMessage, from sender: Sender, _ account: PhoneAccount, _ session: Session,
        _ port: some RolePort, _ directives: inout [PhoneDirective]
    ) {
        let role = numbering.role(of: account.id)
        switch message {
        case .logout:
            directives.append(.closeSession(session))
            directives.append(.note(.phoneLoggedOut(account: account.id)))
            directives.append(.answer(sender.connection, .loggedOut))
        case .exportData:
            let data = PersonalData(
                phone: account.phone, created: account.created, records: port.ownRecords(of: role))
            directives.append(.note(.dataExported(records: Int32(clamping: data.records.count))))
            directives.append(.answer(sender.connection, .data(data)))
        case .deleteAccount(let isConfirmed):
            func refuse(_ refusal: DeletionRefusal) -> [PhoneDirective] {
                [
                    .note(.phoneDeletionRefused(account: account.id, reason: refusal)),
                    .answer(sender.connection, .deletionRefused(refusal)),
                ]
            }
            // The session is the proof: it began with a code on the owner's phone.
            if let refusal = isConfirmed ? port.obstacle(toDeleting: role) : .notProceeded {
                directives += refuse(refusal)
                return
            }
            codes[account.phone]?.code = nil
            directives.append(.remove(account.id, pseudonym: tokens.next(), otherwise: refuse(.notStored)))
            directives.append(.forget(account.id, role))
            directives.append(.noteErased(account.id))
            directives.append(.answer(sender.connection, .deleted))
        case .askCode, .giveCode: preconditionFailure("a message without a session was taken for one with a session")
        }
    }
}
