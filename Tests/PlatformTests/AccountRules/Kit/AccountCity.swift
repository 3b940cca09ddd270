// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

/// The account rules with a stand-in for everything around them: a clock with timers, a list of accounts, sessions, mail.
///
/// A message of an instant comes before the timers of that instant, as in the city (DEC-CROSS-EVENTS).
struct AccountCity {
    struct Timer {
        var time: CityTime
        var order: Int
        var kind: AccountTimer?
        var account: AccountID
    }

    var rules: AccountRules
    var shelf = AccountShelf()
    let port = StandInPort()
    var now: CityTime
    var notes: [(time: CityTime, event: AccountEvent)] = []
    /// What the rules of the taxi service noted.
    var facts: [TaxiAccountEvent] { factNotes.map(\.event) }
    var factNotes: [(time: CityTime, event: TaxiAccountEvent)] = []
    var mails: [(time: CityTime, mail: Mail)] = []
    var sessions: [Session] = []
    var logins: [(time: CityTime, account: AccountID?, source: SourceAddress, isSuccess: Bool)] = []
    var timers: [Timer] = []
    var requests: [ProviderRequest] = []
    /// The store takes nothing while this is set.
    var isStoreBroken = false
    private var order = 0
    private var erased = 0

    init(start: CityTime = .epoch, seed: Int = 1) {
        now = start
        rules = AccountRules(roles: TaxiRoles(), hash: CountedHash(), tokens: SeededTokens(seed: seed))
    }

    // MARK: Script

    /// Sends a message at a time, after all timers before it.
    @discardableResult
    mutating func send(
        _ time: CityTime, _ message: AccountMessage, as session: Session? = nil,
        from sender: Sender = Sender(.visitor(1), source: 0x0A00_0001)
    ) -> AccountAnswer? {
        fire(before: time)
        now = max(now, time)
        return carryOut(
            rules.receive(message, from: sender, session: session, accounts: shelf, port: port, at: now))
    }

    /// Lets time pass, the timers of the last instant included.
    mutating func run(until time: CityTime) {
        fire(before: CityTime(nanoseconds: time.nanoseconds + 1))
        now = max(now, time)
    }

    /// The provider answers the oldest request.
    @discardableResult
    mutating func identify(_ time: CityTime, as identity: ProviderIdentity?) -> AccountAnswer? {
        fire(before: time)
        now = max(now, time)
        let request = requests.removeFirst()
        return carryOut(rules.identified(request, as: identity, accounts: shelf, port: port, at: now))
    }

    /// Registers and confirms at once.
    @discardableResult
    mutating func settle(_ time: CityTime, _ form: RegistrationForm) -> AccountID {
        guard case .registered(let id) = send(time, .register(form)) else {
            Issue.record("not registered")
            return AccountID(0)
        }
        #expect(send(time, .followLink(link(of: id, .confirmation))) == .linkFollowed(.confirmation))
        return id
    }

    /// Logs in, which must succeed.
    mutating func logIn(
        _ time: CityTime, _ username: String = "alice1", _ password: String = "Passw0rd"
    ) throws -> Session {
        let answer = send(time, .login(LoginForm(username: username, password: password)))
        guard case .loggedIn(let session) = answer else {
            throw Refused(answer: answer)
        }
        return session
    }

    struct Refused: Error {
        let answer: AccountAnswer?
    }

    /// Drafts an edit and is done.
    @discardableResult
    mutating func edit(
        _ time: CityTime, as session: Session, _ change: (inout ProfileEdit) -> Void
    ) -> AccountAnswer? {
        send(time, .draft(.of(change)), as: session)
        return send(time, .done, as: session)
    }

    private mutating func fire(before time: CityTime) {
        while let next = timers.indices.min(by: {
            (timers[$0].time, timers[$0].order) < (timers[$1].time, timers[$1].order)
        }), timers[next].time < time {
            let timer = timers.remove(at: next)
            now = max(now, timer.time)
            if let kind = timer.kind {
                carryOut(rules.due(kind, timer.account, accounts: shelf, at: now))
            } else {
                carryOut(rules.pruneDue(at: now))
            }
        }
    }

    // MARK: Carrying out

    @discardableResult
    mutating func carryOut(_ directives: [AccountDirective]) -> AccountAnswer? {
        var answer: AccountAnswer?
        for directive in directives {
            switch directive {
            case .save(let account, let otherwise):
                if isStoreBroken { return carryOut(otherwise) }
                shelf.put(account)
            case .keep(let account):
                if !isStoreBroken { shelf.put(account) }
            case .remove(let id, _, let otherwise):
                if isStoreBroken { return carryOut(otherwise) }
                shelf.accounts.removeAll { $0.id == id }
                erased = 1
            case .note(let event): notes.append((now, event))
            case .noteFact(let fact): if let event = fact.event as? TaxiAccountEvent { factNotes.append((now, event)) }
            case .mail(let mail): mails.append((now, mail))
            case .answer(let given):
                #expect(answer == nil, "one answer for each message")
                answer = given
            case .identify(let request): requests.append(request)
            case .wake(let kind, let id, let time):
                drop(kind, id)
                plan(kind, id, at: time)
            case .letSleep(let id): timers.removeAll { $0.account == id && $0.kind != nil }
            case .letOneSleep(let kind, let id): drop(kind, id)
            case .openSession(let session, _): sessions.append(session)
            case .liftSessions(let id, _, _):
                for place in sessions.indices where sessions[place].account == id {
                    sessions[place].mustChangePassword = false
                }
            case .closeSession(let session): sessions.removeAll { $0.token == session.token }
            case .closeSessions(let id, _): sessions.removeAll { $0.account == id }
            case .logLogin(let id, let source, let isSuccess): logins.append((now, id, source, isSuccess))
            case .pruneLogins(let time):
                let count = logins.count
                logins.removeAll { $0.time < time }
                carryOut(rules.pruned(removed: count - logins.count, kept: logins.count, at: now))
            case .wakeToPrune(let time): plan(nil, AccountID(0), at: time)
            case .permit(let role, let isValid): port.permit(role, isValid: isValid)
            case .name(let role, let username): port.named(role, username: username)
            case .enter(let account): port.entered(account)
            case .giveBack(let role): port.giveBack(role)
            case .leaveService(let role): erased += port.leave(role)
            case .forget(let role): erased += port.forget(role)
            case .noteErased(let id): notes.append((now, .accountDeleted(account: id, erased: Int32(erased))))
            }
        }
        return answer
    }

    private mutating func plan(_ kind: AccountTimer?, _ id: AccountID, at time: CityTime) {
        order += 1
        timers.append(Timer(time: time, order: order, kind: kind, account: id))
    }

    private mutating func drop(_ kind: AccountTimer, _ id: AccountID) {
        timers.removeAll { $0.kind == kind && $0.account == id }
    }

    // MARK: What happened

    /// The newest link of a kind that an account was sent; a token of nobody without one.
    func link(of account: AccountID, _ kind: MailKind) -> Token {
        let mail = mails.last { $0.mail.account == account && $0.mail.kind == kind }
        return mail?.mail.link ?? Token(high: 0, low: 0)
    }

    /// When mails of a kind were sent.
    func mailTimes(_ kind: MailKind) -> [CityTime] {
        mails.filter { $0.mail.kind == kind }.map(\.time)
    }

    /// The facts without their times.
    var events: [AccountEvent] { notes.map(\.event) }

    /// The reasons why forms were returned, in order.
    var rejections: [RegistrationRefusal] {
        events.compactMap { if case .registrationRejected(_, _, let reason, _) = $0 { reason } else { nil } }
    }

    /// How attempts ended, in order.
    var aborts: [RegistrationEnd] {
        events.compactMap { if case .registrationAborted(_, _, let reason) = $0 { reason } else { nil } }
    }

    /// What an account stands with.
    func account(_ id: AccountID) throws -> Account {
        try #require(shelf.account(id))
    }
}
