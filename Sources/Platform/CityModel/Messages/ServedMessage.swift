// SPDX-License-Identifier: GPL-3.0-or-later

/// A message that passes the gateway, to the service that its type belongs to.
public protocol ServedMessage: RecordedInput {
    /// What the gateway and the clients must know of the message.
    var traits: MessageTraits { get }
    /// Whose session the message needs.
    var admission: Admission { get }
}

extension ServedMessage {
    /// The kind that its service time and its latency are counted under.
    public var kind: MessageType { traits.kind }
    /// Whether only a person with a session may send it.
    public var needsSession: Bool { admission != .anybody }
}

/// What the gateway and the clients must know of a message, whoever sends it.
public struct MessageTraits: Hashable, Sendable {
    /// The kind that its service time and its latency are counted under.
    public let kind: MessageType
    /// What the user does who sends it; nil for what a client sends by itself, and for steps inside a form (UI-01).
    public let action: ClientActionKind?
    /// The module that must be on for it; nil for the core (API-10).
    public let module: ModuleName?
    /// Whether it is a form that the user fills in by hand (UI-04).
    public let isForm: Bool
    /// Whether it is worth sending a second time: not what the next one replaces, as a position or a poll.
    public let isSentAgain: Bool
    /// Whether it may come before a temporary password was replaced (ACCOUNT-LOGIN-04).
    public let precedesNewPassword: Bool

    /// States them.
    public init(
        _ kind: MessageType, _ action: ClientActionKind?, module: ModuleName? = nil, isForm: Bool = false,
        isSentAgain: Bool = true, precedesNewPassword: Bool = false
    ) {
        self.kind = kind
        self.action = action
        self.module = module
        self.isForm = isForm
        self.isSentAgain = isSentAgain
        self.precedesNewPassword = precedesNewPassword
    }
}

/// Whose session a message needs.
public enum Admission: Hashable, Sendable {
    /// None: registration, login and password recovery (ACCOUNT-REG-17).
    case anybody
    /// Any session.
    case session
    /// The session of this person in this role (ACCOUNT-LOGIN-08).
    case role(Role)
    /// No client may send it.
    case nobody
}
