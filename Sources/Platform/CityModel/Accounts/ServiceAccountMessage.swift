// SPDX-License-Identifier: GPL-3.0-or-later

/// A message about the accounts of a named service, in a city where several have accounts: no service reads another's
/// (DEC-ONE-PERSON). A message with a session needs no name, since the session is of one service.
public struct ServiceAccountMessage: ServedMessage {
    /// The account services.
    public static let service = ServiceID.accounts
    /// Whose accounts.
    public let owner: ServiceID
    /// What is sent.
    public let message: AccountMessage

    /// Names the service of a message.
    public init(_ owner: ServiceID, _ message: AccountMessage) {
        self.owner = owner
        self.message = message
    }

    /// As of the message.
    public var traits: MessageTraits { message.traits }
    /// As of the message.
    public var admission: Admission { message.admission }
}
