// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of accounts by device tell the registry to do, in order.
public enum DeviceDirective: Hashable, Sendable {
    /// Store a new account durably. When that fails, leave out all that follows and do the others instead.
    case save(DeviceAccount, otherwise: [DeviceDirective])
    /// Note a fact in the event log.
    case note(DeviceEvent)
    /// Answer a client.
    case answer(Connection, DeviceAnswer)
    /// A session begins.
    case openSession(Session)
    /// A session is over.
    case closeSession(Session)
}

/// The rules of accounts by device: who opens the app is recognised by the device's cloud identifier, without a login, also after the
/// app was removed and installed again (ACCOUNT-TRIP-R1, -02).
///
/// A value, told `at now:`. It never sees an identifier, but what a key has made of it; it reads accounts from an index and remembers
/// only the sessions that are open.
public struct DeviceRules: Sendable {
    /// How many sessions a user has at once: with one more the oldest ends, so that memory follows the users, not how often they open
    /// the app.
    public static let mostSessions = 10

    /// How accounts are numbered.
    public let numbering: PersonNumbering
    private var tokens: any TokenSource
    /// The open sessions by account, the oldest first.
    private var sessions: [AccountID: [Session]] = [:]

    /// Rules without accounts.
    public init(_ numbering: PersonNumbering, tokens: any TokenSource) {
        self.numbering = numbering
        self.tokens = tokens
    }

    /// An app is opened; `hash` is nil when its device gave no identifier. The directives hold one answer.
    public mutating func open(
        _ hash: IdentifierHash?, from sender: Sender, accounts: some DeviceIndex, at now: CityTime
    ) -> [DeviceDirective] {
        guard let hash else { return refuse(.badIdentifier, sender) }
        var directives: [DeviceDirective] = []
        let known = accounts.account(hash)
        let account =
            known
            ?? DeviceAccount(
                id: numbering.newAccount(from: sender.connection, above: accounts.lastNumber) {
                    accounts.account($0) == nil
                }, hash: hash, created: now)
        if known == nil {
            directives.append(.save(account, otherwise: refuse(.notStored, sender)))
            directives.append(.note(.deviceAccountCreated(account: account.id)))
        }
        let session = Session(token: tokens.next(), account: account.id, role: numbering.role(of: account.id))
        directives.append(.note(.deviceRecognised(account: account.id, system: sender.system)))
        directives.append(.openSession(session))
        directives.append(.answer(sender.connection, .opened(session, isNew: known == nil)))
        return directives
    }

    /// A session has begun; the oldest of too many ends.
    public mutating func began(_ session: Session) -> [DeviceDirective] {
        sessions[session.account, default: []].append(session)
        guard let open = sessions[session.account], open.count > Self.mostSessions else { return [] }
        return end(open[0])
    }

    /// An app is closed. The directives hold one answer.
    public mutating func close(_ session: Session?, from sender: Sender) -> [DeviceDirective] {
        // A session can end while its message waits for a worker; one of another service is none here.
        guard let session, sessions[session.account]?.contains(session) == true else {
            return [.answer(sender.connection, .closed)]
        }
        return end(session) + [.answer(sender.connection, .closed)]
    }

    private mutating func end(_ session: Session) -> [DeviceDirective] {
        sessions[session.account]?.removeAll { $0 == session }
        if sessions[session.account]?.isEmpty == true { sessions[session.account] = nil }
        return [.closeSession(session), .note(.deviceSessionEnded(account: session.account))]
    }

    private func refuse(_ reason: DeviceRefusal, _ sender: Sender) -> [DeviceDirective] {
        [.note(.deviceRefused(reason: reason)), .answer(sender.connection, .refused(reason))]
    }
}
