// SPDX-License-Identifier: GPL-3.0-or-later

extension Tag {
    /// A person known to the service: a registration that waits for its confirmation, or a confirmed user.
    public enum Account {}
    /// A message that a client sent to the server.
    public enum Message {}
}

/// The number of an account. The event log names accounts by it, never by name or address (DEC-ACCOUNT-DELETE).
public typealias AccountID = ID<Tag.Account>
/// The number of a message, given by the server as it arrives.
public typealias MessageID = ID<Tag.Message>
