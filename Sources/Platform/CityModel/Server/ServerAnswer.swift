// SPDX-License-Identifier: GPL-3.0-or-later

/// The first system answer to a message.
public enum ServerAnswer: Hashable, Sendable {
    /// The taxi service has taken the message; what follows comes as notices.
    case taken(MessageType)
    /// The account service's answer.
    case account(AccountAnswer)
    /// The gateway refused the message.
    case refused(MessageType, ServerRefusal)
}
