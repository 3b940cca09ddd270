// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import EventLog

extension AccountRegistry {
    /// Carries out what the rules returned, in order. Returns the answer among it.
    @discardableResult
    func carryOut(_ directives: [AccountDirective]) -> AccountAnswer? {
        var answer: AccountAnswer?
        for directive in directives {
            switch directive {
            case .save(let account, let otherwise):
                guard write(account) else { return carryOut(otherwise) }
            case .keep(let account): _ = write(account)
            case .remove(let id, let pseudonym, let otherwise):
                let count = attempt { try store.remove(id, pseudonym: pseudonym) }
                guard let count else { return carryOut(otherwise) }
                erased = count
            case .note(let event): log.note(event)
            case .noteFact(let fact): note(fact.event)
            case .mail(let mail): around.mailer?.send(mail)
            case .answer(let given): answer = given
            case .identify(let request): answer = identify(request)
            case .wake(let timer, let id, let time): wake(Self.tag(timer, id), at: time)
            case .letSleep(let id):
                for timer in AccountTimer.allCases { letSleep(Self.tag(timer, id)) }
            case .letOneSleep(let timer, let id): letSleep(Self.tag(timer, id))
            case .wakeToPrune(let time): wake(Self.pruneTag, at: time)
            case .logLogin, .pruneLogins: carryOutLog(directive)
            case .openSession, .liftSessions, .closeSession, .closeSessions: carryOutSession(directive)
            case .permit(let role, let isValid): port.permit(role, isValid: isValid)
            case .name(let role, let username): port.named(role, username: username)
            case .giveBack(let role): port.giveBack(role)
            case .leaveService(let role): erased += port.leave(role)
            case .forget(let role): erased += port.forget(role)
            case .noteErased(let id):
                log.note(.accountDeleted(account: id, erased: Int32(clamping: erased)))
            }
        }
        return answer
    }

    /// Stores an account; false when it was not stored. No personal data are written without permission (ACCOUNT-PRIV-01).
    private func write(_ account: Account) -> Bool {
        if let violation = rules.violation(writing: account) {
            log.note(violation)
            return false
        }
        return attempt { try store.save(account) } != nil
    }

    private func note<Fact: Event>(_ event: Fact) { log.log.channel(Fact.self).note(event) }

    /// What the store gives; nil when it failed, which is kept for the operator.
    private func attempt<Found>(_ work: () throws -> Found) -> Found? {
        do {
            return try work()
        } catch {
            storeFailure = storeFailure ?? error
            return nil
        }
    }

    private func identify(_ request: ProviderRequest) -> AccountAnswer? {
        guard let provider = around.provider else {
            return carryOut(rules.identified(request, as: nil, accounts: store, port: port, at: loop.now))
        }
        provider.identify(request.sender.connection) { [self] identity in
            onLoop { $0.identified(request, as: identity) }
        }
        return nil
    }

    // MARK: Sessions

    private func carryOutSession(_ directive: AccountDirective) {
        switch directive {
        case .openSession(let session, let client):
            sessions[sessions.place(opening: session.account.number)].append(session)
            around.sessions?.open(session)
            if !session.mustChangePassword { port.sessionBegan(session.role, client) }
        case .liftSessions(let id, let role, let client):
            if let place = sessions.place(of: id.number) {
                for index in sessions[place].indices { sessions[place][index].mustChangePassword = false }
            }
            around.sessions?.restrict(id, mustChangePassword: false)
            port.sessionBegan(role, client)
        case .closeSession(let session):
            let left = (sessions.value(of: session.account.number) ?? []).filter { $0.token != session.token }
            around.sessions?.close(session.token)
            replaceSessions(of: session.account, session.role, by: left)
        case .closeSessions(let id, let role):
            for _ in sessions.value(of: id.number) ?? [] { log.note(.loggedOut(account: id)) }
            around.sessions?.closeSessions(of: id)
            replaceSessions(of: id, role, by: [])
        default: break
        }
    }

    /// Tells the service when nobody is logged in any more. A session that must set a password first never counted.
    private func replaceSessions(of id: AccountID, _ role: Role, by left: [Session]) {
        let before = sessions.close(id.number) ?? []
        if !left.isEmpty { sessions.open(id.number, left) }
        let wasOpen = before.contains { !$0.mustChangePassword }
        if wasOpen, !left.contains(where: { !$0.mustChangePassword }) { port.sessionEnded(role) }
    }

    // MARK: The login log

    private func carryOutLog(_ directive: AccountDirective) {
        switch directive {
        case .logLogin(let account, let source, let isSuccess):
            let row = LoginRow(time: loop.now, account: account, source: source, isSuccess: isSuccess)
            _ = attempt { try store.add(row) }
        case .pruneLogins(let time):
            guard let (removed, kept) = attempt({ try store.pruneLogins(before: time) }) else { return }
            carryOut(rules.pruned(removed: removed, kept: kept, at: loop.now))
        default: break
        }
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
