// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A person as the external identity provider knows it (DEC-FACEBOOK).
public struct ProviderIdentity: Hashable, Sendable {
    /// The address, which the provider has proved; accounts are found by it.
    public var email: String
    /// First name.
    public var name: String
    /// Last name.
    public var surname: String
    /// The name that the person would like to have; another is made when it is taken or breaks a rule.
    public var username: String

    /// Describes a person.
    public init(email: String, name: String, surname: String, username: String) {
        self.email = email
        self.name = name
        self.surname = surname
        self.username = username
    }
}

/// A message that waits for the identity provider's word.
public struct ProviderRequest: Hashable, Sendable {
    /// What the person wants.
    public enum Purpose: Hashable, Sendable {
        /// To open an account; with the number of the attempt.
        case register(attempt: Int32)
        /// To log in.
        case login
    }

    /// What the person wants.
    public let purpose: Purpose
    /// Who sent it.
    public let sender: Sender
}

/// Where a message came from.
public struct Sender: Hashable, Sendable {
    /// Gets the answer.
    public let connection: Connection
    /// Mobile or web (ACCOUNT-LOGIN-09).
    public let client: ClientKind
    /// What the client runs on (OPS-04).
    public let system: ClientSystem
    /// The address (SEC-04).
    public let source: SourceAddress
    /// When the message reached the server, if that was not now: it waited through an outage (AVAIL-02).
    public let reached: CityTime?

    /// Names a sender.
    public init(
        _ connection: Connection, client: ClientKind = .mobile, system: ClientSystem = .unknown,
        source: SourceAddress = .unknown,
        reached: CityTime? = nil
    ) {
        self.reached = reached
        self.connection = connection
        self.client = client
        self.system = system
        self.source = source
    }

    /// The sender of an envelope.
    public init(_ envelope: Envelope) {
        self.init(
            envelope.connection, client: envelope.client, system: envelope.system, source: envelope.source,
            reached: envelope.reached)
    }
}
