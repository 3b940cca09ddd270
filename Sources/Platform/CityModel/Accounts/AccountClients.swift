// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes answers that come later than their message, when the identity provider has spoken, to the clients.
public protocol AccountClients: AnyObject, Sendable {
    /// Takes an answer. Called on the loop; returns at once.
    func notify(_ connection: Connection, _ answer: AccountAnswer)
}
