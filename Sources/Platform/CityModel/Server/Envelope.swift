// SPDX-License-Identifier: GPL-3.0-or-later

/// A client's message as it stands on the wire: what is sent, over which channel, with which session.
public struct Envelope: Sendable {
    /// The connection that gets the answer. Proves nothing: who somebody is follows from the token.
    public var connection: Connection
    /// Encrypted or not (SEC-01).
    public var channel: Channel
    /// Mobile or web.
    public var client: ClientKind
    /// What the client runs on (OPS-04).
    public var system: ClientSystem
    /// The sender's address, for limits and the login log (SEC-04).
    public var source: SourceAddress
    /// The session; nil before login.
    public var token: Token?
    /// When it reached the server; set by the gateway for a message that is served while timers are held: it is in time
    /// when that was before the deadline (AVAIL-02).
    public var reached: CityTime?
    /// The request of a live client that it belongs to, where that has a key.
    public var request: RequestKey?
    /// Length on the wire, in bytes (PERF-17).
    public var bytes: Int32
    /// What is sent, to whichever service.
    public var message: any ServedMessage
    /// The client's own number for this message, which comes back with the answer; 0 when the client needs none.
    public var serial: Int32

    /// Puts a message in an envelope.
    public init(
        _ message: any ServedMessage, from connection: Connection, token: Token? = nil, channel: Channel = .tls,
        client: ClientKind = .mobile, system: ClientSystem = .unknown, source: SourceAddress = .unknown,
        bytes: Int32 = 0,
        serial: Int32 = 0
    ) {
        self.message = message
        self.serial = serial
        self.connection = connection
        self.token = token
        self.channel = channel
        self.client = client
        self.system = system
        self.source = source
        self.bytes = bytes
    }
}

/// A client that is logged in.
public struct Session: Hashable, Sendable {
    /// What later messages carry (ACCOUNT-LOGIN-07).
    public let token: Token
    /// Whose session it is.
    public let account: AccountID
    /// The role that the account has in its service.
    public let role: Role
    /// Only a new password may be set: the person came with a temporary one (ACCOUNT-LOGIN-04).
    public var mustChangePassword: Bool

    /// Makes a session.
    public init(token: Token, account: AccountID, role: Role, mustChangePassword: Bool = false) {
        self.token = token
        self.account = account
        self.role = role
        self.mustChangePassword = mustChangePassword
    }
}
