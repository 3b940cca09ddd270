// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel

extension AccountRegistry {
    /// Carries out what the rules returned, in order. Returns the answer among it; nil when there is none, and when it comes later.
    @discardableResult
    func carryOut(_ directives: [AccountDirective]) -> AccountAnswer? {
        if case .done(let answer) = carryOut(directives[...], for: .nobody) { answer } else { nil }
    }

    /// The same for somebody who gets the answer. `answer` is the one that was found so far.
    func carryOut(
        _ directives: ArraySlice<AccountDirective>, for reply: AccountReply, _ found: AccountAnswer? = nil
    ) -> CarriedOut {
        var answer = found
        for index in directives.indices {
            let rest = directives[(index + 1)...]
            switch directives[index] {
            case .save(let account, let otherwise):
                guard isPermitted(account) else { return carryOut(otherwise[...], for: reply) }
                switch make(.save(account)) {
                case .made: break
                case .failed: return carryOut(otherwise[...], for: reply)
                case .begun(let begun): return write(begun, rest, or: otherwise[...], for: reply, answer)
                }
            case .keep(let account):
                guard isPermitted(account) else { break }
                if case .begun(let begun) = make(.save(account)) {
                    return write(begun, rest, or: rest, for: reply, answer)
                }
            case .remove(let id, let pseudonym, let otherwise):
                switch make(.remove(id, pseudonym: pseudonym)) {
                case .made(let removed, _): erased = removed
                case .failed: return carryOut(otherwise[...], for: reply)
                case .begun(let begun):
                    return write(begun, rest, or: otherwise[...], for: reply, answer) { $0.erased = begun.removed }
                }
            case .logLogin(let account, let source, let isSuccess):
                let row = LoginRow(time: loop.now, account: account, source: source, isSuccess: isSuccess)
                if case .begun(let begun) = make(.addLogin(row)) {
                    return write(begun, rest, or: rest, for: reply, answer)
                }
            case .pruneLogins(let time):
                switch make(.pruneLogins(before: time)) {
                case .made(let removed, let kept): carryOut(rules.pruned(removed: removed, kept: kept, at: loop.now))
                case .failed: break
                case .begun(let begun):
                    return write(begun, rest, or: rest, for: reply, answer) { registry in
                        registry.carryOut(
                            registry.rules.pruned(removed: begun.removed, kept: begun.kept, at: registry.loop.now))
                    }
                }
            case .identify(let request):
                guard let provider = around.provider else {
                    let directives = rules.identified(request, as: nil, accounts: store, port: port, at: loop.now)
                    return carryOut((directives + rest)[...], for: reply, answer)
                }
                provider.identify(request.sender.connection) { [self] identity in
                    onLoop { $0.identified(request, as: identity) }
                }
            case .note(let event): log.note(event)
            case .noteFact(let fact): note(fact.event)
            case .mail(let mail): around.mailer?.send(mail)
            case .answer(let given): answer = given
            case .wake(let timer, let id, let time): wake(Self.tag(timer, id), at: time)
            case .letSleep(let id):
                for timer in AccountTimer.allCases { letSleep(Self.tag(timer, id)) }
            case .letOneSleep(let timer, let id): letSleep(Self.tag(timer, id))
            case .wakeToPrune(let time): wake(Self.pruneTag, at: time)
            case .openSession(let session, let client): open(session, client)
            case .liftSessions(let id, let role, let client): liftSessions(of: id, role, client)
            case .closeSession(let session): close(session)
            case .closeSessions(let id, let role): closeSessions(of: id, role)
            case .permit(let role, let isValid): port.permit(role, isValid: isValid)
            case .enter(let account): port.entered(account)
            case .name(let role, let username): port.named(role, username: username)
            case .giveBack(let role): port.giveBack(role)
            case .leaveService(let role): erased += port.leave(role)
            case .forget(let role): erased += port.forget(role)
            case .noteErased(let id):
                log.note(.accountDeleted(account: id, erased: Int32(clamping: erased)))
            }
        }
        return .done(answer)
    }

    /// Whether an account may be written: no personal data are without permission (ACCOUNT-PRIV-01).
    private func isPermitted(_ account: Account) -> Bool {
        guard let violation = rules.violation(writing: account) else { return true }
        log.note(violation)
        return false
    }

    private func note<Fact: Event>(_ event: Fact) { log.log.channel(Fact.self).note(event) }

    // MARK: Sessions

    private func open(_ session: Session, _ client: ClientKind) {
        sessions[sessions.index(opening: session.account.number)].append(session)
        around.sessions?.open(session)
        if !session.mustChangePassword { port.sessionBegan(session.role, client) }
    }

    private func liftSessions(of id: AccountID, _ role: Role, _ client: ClientKind) {
        if let slot = sessions.index(of: id.number) {
            for index in sessions[slot].indices { sessions[slot][index].mustChangePassword = false }
        }
        around.sessions?.restrict(id, mustChangePassword: false)
        port.sessionBegan(role, client)
    }

    private func close(_ session: Session) {
        let left = (sessions.value(of: session.account.number) ?? []).filter { $0.token != session.token }
        around.sessions?.close(session.token)
        replaceSessions(of: session.account, session.role, by: left)
    }

    private func closeSessions(of id: AccountID, _ role: Role) {
        for _ in sessions.value(of: id.number) ?? [] { log.note(.loggedOut(account: id)) }
        around.sessions?.closeSessions(of: id)
        replaceSessions(of: id, role, by: [])
    }

    /// Notifies the service when nobody is logged in any more. A session that must set a password first never counted.
    private func replaceSessions(of id: AccountID, _ role: Role, by left: [Session]) {
        let before = sessions.close(id.number) ?? []
        if !left.isEmpty { sessions.open(id.number, left) }
        let wasOpen = before.contains { !$0.mustChangePassword }
        if wasOpen, !left.contains(where: { !$0.mustChangePassword }) { port.sessionEnded(role) }
    }

    // MARK: Timers

    /// No account has the number 0.
    static let pruneTag: TimerTag = 0
    /// What the identity provider said in an outage is looked at. No timer of an account has this kind.
    static let wordTag: TimerTag = 255

    static func tag(_ timer: AccountTimer, _ account: AccountID) -> TimerTag {
        TimerTag(UInt32(bitPattern: account.number)) << 8 | TimerTag(timer.rawValue)
    }

    static func timer(of tag: TimerTag) -> (AccountTimer, AccountID)? {
        AccountTimer(rawValue: UInt8(truncatingIfNeeded: tag)).map {
            ($0, AccountID(Int32(truncatingIfNeeded: tag >> 8)))
        }
    }

    private func wake(_ tag: TimerTag, at time: CityTime) {
        letSleep(tag)
        timers[tag] = loop.schedule(self, tag, at: time, as: .deadline)
    }

    private func letSleep(_ tag: TimerTag) {
        if let timer = timers.removeValue(forKey: tag) { loop.cancel(timer) }
    }
}
