// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

extension Session {
    /// The connection of the session's person.
    public var connection: Connection { Connection(role) }
}

extension CityClient {
    /// The session of a token, as far as this client knows; nil for one that has ended.
    public func session(of token: Token) -> Session? { sessions[token] }

    /// The session of a token, as far as this client knows, for a message that the server will check.
    public func session<Failure: ServiceError>(of token: Token, _: Failure.Type) throws(Failure) -> Session {
        guard let session = sessions[token] else { throw .access(isClosed ? .closed : .notLoggedIn) }
        return session
    }

    /// The session of a token, for calls that no message reports to the server: a session that the server has closed is none.
    public func openSession<Failure: ServiceError>(_ token: Token, _: Failure.Type) throws(Failure) -> Session {
        guard !isClosed else { throw .access(.closed) }
        guard let session = sessions[token], gateway.isOpen(token) else {
            forget(token)
            throw .access(.notLoggedIn)
        }
        return session
    }

    /// The same for what reaches its service past the gateway: the session is used so, and does not end for want of messages.
    public func useSession<Failure: ServiceError>(_ token: Token, _ failure: Failure.Type) throws(Failure) -> Session {
        let session = try openSession(token, failure)
        gateway.use(token)
        return session
    }

    /// A session began: its person's notices come here.
    public func begin(_ session: Session) {
        let isNew = sessions.updateValue(session, forKey: session.token) == nil
        boxes.open(for: session.connection.key)
        guard isNew else { return }
        for part in partsInOrder { part.began(session, at: self) }
    }

    /// A session was opened at the gateway: also one that an input log holds.
    nonisolated public func opened(_ session: Session) {
        onLoop { client in if client.sessions[session.token] == nil { client.begin(session) } }
    }

    /// A session was closed there: whoever waits with it finds that out.
    nonisolated public func closed(_ session: Session) {
        onLoop { client in
            client.boxes.wake(session.connection.key)
            client.forget(session.token)
        }
    }

    /// Logs all other sessions of an account out, as after a new password.
    public func logOutOthers(than token: Token) async {
        guard let own = sessions[token] else { return }
        let others = sessions.values.filter { $0.account == own.account && $0.token != token }
        // In a fixed order: the order of a dictionary differs from process to process.
        for other in others.sorted(by: { ($0.token.high, $0.token.low) < ($1.token.high, $1.token.low) }) {
            try? await logout(other.token)
        }
    }

    /// A session is over; who waits for its person's news gets none when there is no other.
    public func forget(_ token: Token) {
        guard let session = sessions.removeValue(forKey: token) else { return }
        positions[token] = nil
        guard !sessions.values.contains(where: { $0.role == session.role }) else {
            // Whoever waits with this token is told; the person's other devices wait on.
            return boxes.wake(session.connection.key)
        }
        boxes.leave(session.connection.key)
        for part in partsInOrder { part.left(session.role) }
    }
}
