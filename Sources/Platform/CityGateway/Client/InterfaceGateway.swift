// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

/// Where the messages of a client go: the gateway, or a link before it.
public protocol InterfaceGateway: AnyObject, Sendable {
    /// Takes a message. Called on the loop; may answer before it returns.
    func arrive(_ envelope: Envelope)
    /// Whether the server has an open session with this token, as far as the gateway knows without asking. Called on the loop.
    func isOpen(_ token: Token) -> Bool
    /// Something came past the gateway in the session of this token, which is used so. Called on the loop.
    func use(_ token: Token?)
}

extension InterfaceGateway {
    /// A gateway that does not know takes every session for open: the server says when it is not.
    public func isOpen(_ token: Token) -> Bool { true }
    /// One that does not know keeps no times of sessions.
    public func use(_ token: Token?) {}
}

extension Gateway: InterfaceGateway {
    /// Whether there is an open session with this token.
    nonisolated public func isOpen(_ token: Token) -> Bool { session(of: token) != nil }
}
