// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Work with passwords that a message asks for, done before the rules take the message and away from the loop's thread: one
/// hash takes as long as thousands of messages (SEC-03).
public struct PasswordWork: Sendable {
    /// A password to be compared with a stored hash.
    var checked: (password: String, against: String)?
    /// A password to be hashed.
    var hashed: String?
    /// Whether the hashed one was made up for a mail.
    var isTemporary = false

    /// Whether there is anything to do.
    public var isNone: Bool { checked == nil && hashed == nil }

    /// The work as one call, for any thread. Salts are drawn now, so that they do not depend on who is ready first.
    public func call(_ hash: any PasswordHash) -> @Sendable () -> PasswordOutcome {
        let (work, hashing) = (self, hashed.map { hash.hashing($0) })
        return {
            PasswordOutcome(
                work: work, isRight: work.checked.map { hash.verify($0.password, against: $0.against) },
                text: hashing.map { $0() })
        }
    }
}

/// What came of work with passwords; nothing when there was none.
public struct PasswordOutcome: Sendable {
    private var work = PasswordWork()
    private var isRight: Bool?
    private var text: String?
    /// What came of it when its message was served before; the message's passwords are masked then.
    private var again: KeptPasswordWork?

    /// Nothing was done: the rules do it themselves.
    public init() {}

    init(work: PasswordWork, isRight: Bool?, text: String?) {
        self.work = work
        self.isRight = isRight
        self.text = text
    }

    init(again: KeptPasswordWork) { self.again = again }

    /// What a log keeps of it.
    var keptWork: KeptPasswordWork {
        var kept = KeptPasswordWork()
        (kept.isRight, kept.text, kept.isTemporary) = (isRight, text, work.isTemporary)
        return again ?? kept
    }

    /// The password that was made up for a mail.
    var temporary: String? {
        if let again { return again.isTemporary ? "" : nil }
        return work.isTemporary ? work.hashed : nil
    }

    /// Whether the password is the one that was hashed; nil when that was not looked at.
    func verify(_ password: String, against hash: String) -> Bool? {
        if let again { return again.isRight }
        return work.checked.flatMap { $0.password == password && $0.against == hash ? isRight : nil }
    }

    /// The hash of the password; nil when it was not made.
    func hash(_ password: String) -> String? {
        if let again { return again.text }
        return work.hashed == password ? text : nil
    }
}

extension PasswordHash {
    /// The same as `hash`, in two steps: what is drawn is drawn now, and the call does the work, on any thread.
    public func hashing(_ password: String) -> @Sendable () -> String {
        { hash(password) }
    }
}

extension AccountRules {
    /// The work with passwords that a message asks for as things stand. Nothing changes but that a temporary password is made
    /// up. What has changed when the message is served is worked out then.
    public mutating func passwordWork(
        for message: AccountMessage, session: Session?, accounts: some AccountIndex, at now: CityTime
    ) -> PasswordWork {
        var work = PasswordWork()
        let own = session.flatMap { accounts.account($0.account) }
        switch message {
        case .login(let form):
            let account = self.account(of: form.identifier, accounts)
            guard form.identifier.kind != .malformed, !form.password.isEmpty, Patterns.isReadable(form.password),
                account?.nextAttempt.map({ now >= $0 }) ?? true
            else { return work }
            work.checked = (form.password, account?.password ?? decoy)
        case .register(let form):
            guard form.consent, roles.registrationRefusal(of: form.type) == nil,
                fault(in: form, hasPassword: true, accounts, at: now) == nil
            else { return work }
            work.hashed = form.password
        case .forgotPassword(let email):
            guard Patterns.isEmail(email), account(email: email, accounts)?.isConfirmed == true else { return work }
            work.hashed = tokens.next().password
            work.isTemporary = true
        case .changePassword(let change): work.add(change, own, decoy)
        case .done: if let own { drafts.value(of: own.id.number)?.password.map { work.add($0, own, decoy) } }
        case .confirmDeletion(let password, _):
            if let own, let stored = own.password, deletions.value(of: own.id.number) != nil {
                work.checked = (password, stored)
            }
        case .abortRegistration, .followLink, .providerRegister, .providerLogin, .logout, .viewProfile, .viewHistory,
            .openDashboard, .draft, .abandonEdit, .askDeletion:
            break
        }
        return work
    }
}

extension PasswordWork {
    fileprivate mutating func add(_ change: PasswordChange, _ account: Account?, _ decoy: String) {
        guard let account, let current = change.current, let new = change.new, Patterns.isStrong(new),
            new == change.newRepeat
        else { return }
        checked = (current, account.password ?? decoy)
        hashed = new
    }
}
