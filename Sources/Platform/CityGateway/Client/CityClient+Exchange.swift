// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

extension CityClient {
    // MARK: What comes in

    /// A notice came to a person; it may belong to the message under way. Called by a service's part, which also keeps it where
    /// the person did not ask for it.
    public func note(_ notice: some Sendable, for connection: Connection) {
        conversations[connection]?.note(notice)
    }

    /// Whether a message of this connection is under way.
    public func isAsking(_ connection: Connection) -> Bool { conversations[connection]?.isWaiting ?? false }

    // MARK: What goes out

    /// Sends a message of the person of a token, and waits for the answer.
    public func exchange<Failure: ServiceError>(
        _ token: Token, _ failure: Failure.Type, _ message: (Session) -> any ServedMessage
    ) async throws(Failure) -> Exchange {
        let session = try session(of: token, failure)
        return try await exchange(message(session), session.connection, token, failure)
    }

    /// Sends any message of somebody without a session, from a client of this system, and waits for the answer.
    public func exchange<Failure: ServiceError>(
        asVisitor message: any ServedMessage, on system: ClientSystem = .unknown, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        lastVisitor += 1
        let connection = Connection.visitor(lastVisitor)
        try await take(connection, failure)
        defer { pass(connection) }
        return try await send(message, connection, nil, on: system, failure)
    }

    /// Sends a message from a connection, such as that of a device without an account, and waits for the answer.
    public func exchange<Failure: ServiceError>(
        _ message: any ServedMessage, _ connection: Connection, _ token: Token?, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        try await take(connection, failure)
        defer { pass(connection) }
        return try await send(message, connection, token, failure)
    }

    /// Takes a connection for one message or more; waits while somebody else has it.
    func take<Failure: ServiceError>(_ connection: Connection, _: Failure.Type) async throws(Failure) {
        guard !isClosed, !conversations[connection, default: Conversation()].takes() else { return }
        guard let line = conversations[connection]?.line, await line.wait(on: loop) else { throw .access(.cancelled) }
    }

    /// Gives a connection to the next who waits for it.
    func pass(_ connection: Connection) {
        conversations[connection]?.pass()
        if connection.role.name == .visitor { conversations[connection] = nil }
    }

    /// Sends a message on a connection that was taken, and waits for the answer. A session that the server does not know any
    /// more is forgotten.
    func send<Failure: ServiceError>(
        _ message: any ServedMessage, _ connection: Connection, _ token: Token?, on system: ClientSystem = .unknown,
        _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        guard !isClosed else { throw .access(.closed) }
        // What was sent cannot be taken back; its answer comes soon, and is waited for.
        guard !Task.isCancelled else { throw .access(.cancelled) }
        let sender = sender
        let found = await withCheckedContinuation { caller in
            conversations[connection]?.begin(message, caller)
            var envelope = Envelope(
                message, from: connection, token: token, client: sender.kind,
                system: system == .unknown ? sender.system : system, source: sender.address)
            envelope.request = sender.request
            gateway.arrive(envelope)
        }
        guard let found else { throw .access(.closed) }
        if case .refused(_, let reason) = found.answer {
            if reason == .notLoggedIn, let token { forget(token) }
            throw .access(AccessError(reason))
        }
        return found
    }
}
