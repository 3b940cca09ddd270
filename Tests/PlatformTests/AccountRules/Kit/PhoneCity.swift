// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Synchronization
import TaxiRules
import Testing

extension RoleName {
    /// Who has accounts by phone here.
    static let reader = RoleName(12, "reader")
}

/// The rules of accounts by phone with a stand-in for everything around them. Every SMS arrives but in an outage of the
/// carrier.
struct PhoneCity: PhoneIndex {
    struct Refused: Error {
        let answer: PhoneAnswer?
    }

    var rules = PhoneRules(PersonNumbering(.reader, above: 100), tokens: PhoneTokens())
    var accounts: [PhoneAccount] = []
    var lastNumber: Int32 = 0
    var sent: [Sms] = []
    var reported: [(connection: Connection, answer: PhoneAnswer)] = []
    var events: [PhoneEvent] = []
    var sessions: [Session] = []
    /// The accounts of the rows of the login log.
    var logins: [AccountID?] = []
    var isStoreBroken = false
    /// Seconds in which no phone has a link.
    var outage = 0..<0
    /// What the service keeps of everybody.
    var records: [OwnRecord] {
        get { port.state.withLock { $0.records } }
        nonmutating set { port.state.withLock { $0.records = newValue } }
    }
    /// Whose records were asked for.
    var asked: [Role] { port.state.withLock { $0.asked } }
    var forgotten: [Role] = []
    private let port = ReaderPort()

    func account(_ id: AccountID) -> PhoneAccount? { accounts.first { $0.id == id } }
    func account(_ phone: PhoneNumber) -> PhoneAccount? { accounts.first { $0.phone == phone } }

    /// The code of the last SMS.
    var lastCode: String? { sent.last?.code }

    /// Sends a message after so many seconds; returns its answer, the first one.
    @discardableResult
    mutating func send(
        _ seconds: Int, _ message: PhoneMessage, as session: Session? = nil, from sender: Sender = Sender(.visitor(1))
    ) -> PhoneAnswer? {
        let before = (reported.count, sent.count)
        let index = self
        carryOut(
            rules.receive(
                message, from: sender, session: session, accounts: index, port: port, at: .seconds(seconds)))
        let answer = reported.dropFirst(before.0).first?.answer
        if outage.contains(seconds), sent.count > before.1, let sms = sent.last {
            carryOut(rules.undelivered(sms, accounts: self, at: .seconds(seconds)))
        }
        return answer
    }

    /// Gives a code, which must open a session.
    mutating func logIn(
        _ seconds: Int, _ phone: String, _ code: String, isNew: Bool = true, from sender: Sender = Sender(.visitor(1))
    ) throws -> Session {
        let answer = send(seconds, .giveCode(phone: phone, code: code), from: sender)
        guard case .loggedIn(let session, isNew) = answer else { throw Refused(answer: answer) }
        return session
    }

    mutating func carryOut(_ directives: [PhoneDirective]) {
        for directive in directives {
            switch directive {
            case .save(let account, let otherwise):
                if isStoreBroken { return carryOut(otherwise) }
                accounts.append(account)
                lastNumber = max(lastNumber, account.id.number)
            case .remove(let id, _, let otherwise):
                if isStoreBroken { return carryOut(otherwise) }
                accounts.removeAll { $0.id == id }
            case .note(let event): events.append(event)
            case .send(let sms): sent.append(sms)
            case .answer(let connection, let answer): reported.append((connection, answer))
            case .logLogin(let id, _, _, _): logins.append(id)
            case .openSession(let session, _): sessions.append(session)
            case .closeSession(let session): sessions.removeAll { $0 == session }
            case .forget(let id, let role):
                sessions.removeAll { $0.account == id }
                forgotten.append(role)
            case .noteErased(let id): events.append(.phoneAccountDeleted(account: id, erased: 1))
            }
        }
    }
}

/// A service that keeps the same of everybody.
private final class ReaderPort: RolePort {
    struct State {
        var records: [OwnRecord] = []
        var asked: [Role] = []
    }

    let rules: any RoleRules = TaxiRoles()
    let state = Mutex(State())

    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { 0 }
    func ownRecords(of role: Role) -> [OwnRecord] {
        state.withLock { state in
            state.asked.append(role)
            return state.records
        }
    }
}

/// Tokens that differ, in a fixed order.
private struct PhoneTokens: TokenSource {
    private var last: UInt64 = 0

    mutating func next() -> Token {
        last += 1
        return Token(high: last, low: last &* 0x9e37_79b9_7f4a_7c15)
    }
}
