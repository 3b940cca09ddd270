// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

extension AccountRegistry {
    /// What the registry works with. What is nil is left out: mail is noted and not sent, the provider knows nobody.
    public struct Surroundings: Sendable {
        /// Sends mail.
        public var mailer: (any Mailer)?
        /// Keeps sessions.
        public var sessions: (any SessionGateway)?
        /// Knows persons (DEC-FACEBOOK).
        public var provider: (any IdentityProvider)?
        /// Takes answers that come later than their message.
        public var clients: (any AccountClients)?

        /// Makes the surroundings.
        public init(
            mailer: (any Mailer)? = nil, sessions: (any SessionGateway)? = nil, provider: (any IdentityProvider)? = nil,
            clients: (any AccountClients)? = nil
        ) {
            self.mailer = mailer
            self.sessions = sessions
            self.provider = provider
            self.clients = clients
        }
    }
}

/// Says who stands behind a connection (ACCOUNT-FB-01).
public protocol IdentityProvider: AnyObject, Sendable {
    /// Asks who it is. The answer comes later, on the loop, exactly once; nil when the provider does not confirm the person.
    func identify(_ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void)
}

/// Sends mail. What it takes always arrives (ACCOUNT-REG-19).
public protocol Mailer: AnyObject, Sendable {
    /// Takes a mail. Called on the loop; returns at once and never calls the account service back.
    func send(_ mail: Mail)
}

/// Reads simulated mail: the population, or a test.
public protocol MailReader: AnyObject, Sendable {
    /// A mail reached its address. Called on the loop.
    func receive(_ mail: Mail)
}

/// Where sessions are kept: the gateway, which looks at the token of every message.
///
/// Called on the loop; every call returns at once and never calls the account service back.
public protocol SessionGateway: AnyObject, Sendable {
    /// A session begins: later messages may carry its token (ACCOUNT-LOGIN-07).
    func open(_ session: Session)
    /// A session is over; nothing happens when there is none with this token.
    func close(_ token: Token)
    /// Every session of an account is over.
    func closeSessions(of account: AccountID)
    /// All sessions of an account may only set a new password, or may do everything again (ACCOUNT-LOGIN-04).
    func restrict(_ account: AccountID, mustChangePassword: Bool)
}
