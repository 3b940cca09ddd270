// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of accounts: who may have one, who may log in, what becomes of a profile, and how an account ends
/// (ACCOUNT-*, SEC-03, SEC-04).
///
/// A value, told `at now:`. It reads accounts from an index and remembers only what no account holds: drafts of edits, the
/// first step of deletions, and the number of the form behind each pending account. It trusts the gateway with sessions,
/// and looks at the account behind one each time.
public struct AccountRules: Sendable {
    /// The numbers of the rules.
    public let parameters: AccountParameters
    /// The last number given to an account.
    public internal(set) var lastNumber: Int32 = 0

    /// What the service decides.
    let roles: any RoleRules
    let hash: any PasswordHash
    /// What was worked out beside the loop for the message that is taken now.
    var worked = PasswordOutcome()
    var tokens: any TokenSource
    /// A hash that no password has: an unknown name takes as long to refuse as a wrong password.
    let decoy: String
    /// The number of the last form.
    var lastAttempt: Int32 = 0
    /// The form behind each pending account.
    var attempts = OpenTable(blank: Int32(0))
    /// The draft of each edit, by account.
    var drafts = OpenTable(blank: ProfileEdit())
    /// Accounts whose owner asked for deletion and has not given the password.
    var deletions = OpenTable(blank: true)
    /// Whether `pruneDue` is planned.
    var isPrunePlanned = false

    /// Rules without accounts.
    public init(
        parameters: AccountParameters = AccountParameters(), roles: any RoleRules, hash: any PasswordHash,
        tokens: any TokenSource
    ) {
        self.parameters = parameters
        self.roles = roles
        self.hash = hash
        var tokens = tokens
        decoy = hash.hash(tokens.next().password)
        self.tokens = tokens
    }

    // MARK: Messages

    /// A message came. The directives hold one answer, or one request to the identity provider. `worked` is what came of the
    /// `passwordWork` for the message.
    public mutating func receive(
        _ message: AccountMessage, from sender: Sender, session: Session?, worked: PasswordOutcome = PasswordOutcome(),
        accounts: some AccountIndex, port: some RolePort, at now: CityTime
    ) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        self.worked = worked
        defer { self.worked = PasswordOutcome() }
        switch message {
        case .register(let form): register(form, from: sender, accounts, port, at: now, &directives)
        case .abortRegistration(let token): abort(token, accounts, reached: sender.reached ?? now, &directives)
        case .followLink(let token):
            follow(token, accounts, reached: sender.reached ?? now, at: now, &directives)
        case .login(let form): login(form, from: sender, accounts, at: now, &directives)
        case .providerRegister(let consent): startProviderRegistration(consent: consent, from: sender, &directives)
        case .providerLogin:
            directives.append(.identify(ProviderRequest(purpose: .login, sender: sender)))
        case .forgotPassword(let email): forgot(email, accounts, at: now, &directives)
        case .logout, .changePassword, .viewProfile, .viewHistory, .openDashboard, .draft, .done, .abandonEdit,
            .askDeletion, .confirmDeletion:
            // A session can end while its message waits for a worker.
            guard let session, let account = accounts.account(session.account), account.isConfirmed else {
                return [.answer(.loggedOut)]
            }
            receive(message, from: sender, account, session, accounts, port, at: now, &directives)
        }
        return directives
    }

    /// A message of a person who is logged in.
    private mutating func receive(
        _ message: AccountMessage, from sender: Sender, _ account: Account, _ session: Session,
        _ accounts: some AccountIndex, _ port: some RolePort, at now: CityTime, _ directives: inout [AccountDirective]
    ) {
        switch message {
        case .logout: logout(account, session, &directives)
        case .changePassword(let change): changePassword(change, of: account, session, sender.client, &directives)
        case .viewProfile: view(account, port, &directives)
        case .viewHistory(let from, let to): viewHistory(of: account, from: from, to: to, port, &directives)
        case .openDashboard: directives += port.dashboard(of: account)
        case .draft(let edit): draft(edit, of: account, &directives)
        case .done: done(account, accounts, at: now, &directives)
        case .abandonEdit: abandonEdit(of: account, &directives)
        case .askDeletion(let id): askDeletion(of: id, by: account, &directives)
        case .confirmDeletion(let password, let proceed):
            confirmDeletion(of: account, password: password, proceed: proceed, port, &directives)
        case .register, .abortRegistration, .followLink, .login, .providerRegister, .providerLogin, .forgotPassword:
            preconditionFailure("a message without a session was taken for one with a session")
        }
    }

    // MARK: Time

    /// What an account was waked for is due.
    public mutating func due(
        _ timer: AccountTimer, _ id: AccountID, accounts: some AccountIndex, at now: CityTime
    ) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        guard let account = accounts.account(id) else { return directives }
        switch timer {
        case .reminder: remind(account, accounts, at: now, &directives)
        case .expiry: expire(account, &directives)
        case .emailLinkEnd: endEmailChange(of: account, &directives)
        case .serviceReminder, .serviceEnd:
            if account.isConfirmed { directives += roles.due(timer, account, at: now) }
        }
        return directives
    }

    // MARK: Restart

    /// Takes over the numbers that the store knows, before the first message.
    public mutating func restore(lastNumber: Int32) {
        self.lastNumber = max(self.lastNumber, lastNumber)
    }

    /// Plans again what an account of the store waits for; what fell due meanwhile comes at once.
    public func restore(_ account: Account, at now: CityTime) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        if account.isConfirmed {
            directives += roles.confirmed(account, at: now)
            if let link = account.links.last(where: { $0.kind == .emailChange }) {
                directives.append(.wake(.emailLinkEnd, account.id, at: link.expires))
            }
        } else {
            planConfirmation(of: account, &directives)
        }
        return directives
    }

    // MARK: Permission

    /// The gate in front of every write of personal data (ACCOUNT-PRIV-01): what to do instead when the person never gave
    /// permission; nil when the write may go on. With right rules the answer is always nil; the registry asks all the same.
    public func violation(writing account: Account) -> AccountEvent? {
        account.consent ? nil : .privacyViolation(account: account.id)
    }

    // MARK: Used by all themes

    mutating func newLink(_ kind: MailKind, until time: CityTime, _ accounts: some AccountIndex) -> MailLink {
        var token = tokens.next()
        // Only a simulation's tokens come twice: after a restart with the same seed.
        while accounts.account(link: token) != nil { token = tokens.next() }
        return MailLink(token: token, kind: kind, expires: time)
    }

    /// Sends a mail to the account's address in force, unless another is given.
    func post(
        _ kind: MailKind, to account: Account, address: String? = nil, link: MailLink? = nil,
        temporaryPassword: String? = nil, _ directives: inout [AccountDirective]
    ) {
        directives.append(.note(.mailSent(account: account.id, kind: kind)))
        directives.append(
            .mail(
                Mail(
                    account: account.id, kind: kind, address: address ?? account.email, link: link?.token,
                    temporaryPassword: temporaryPassword)))
    }

    func isPassword(_ password: String, of account: Account) -> Bool {
        guard let stored = account.password else {
            _ = verify(password, against: decoy)
            return false
        }
        return verify(password, against: stored)
    }

    // What was not worked out beside the loop, since things stood otherwise then, is worked out here.

    func verify(_ password: String, against stored: String) -> Bool {
        worked.verify(password, against: stored) ?? hash.verify(password, against: stored)
    }

    func hashed(_ password: String) -> String { worked.hash(password) ?? hash.hash(password) }

    /// Drops what is remembered of an account.
    mutating func forget(_ id: AccountID) {
        attempts.close(id.number)
        drafts.close(id.number)
        deletions.close(id.number)
    }
}
