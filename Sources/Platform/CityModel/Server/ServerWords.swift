// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether a connection is encrypted (SEC-01, SEC-02).
public enum Channel: UInt8, EventWord {
    case tls, plain
}

/// Why the server refused a message before it reached its service; nothing was changed.
public enum ServerRefusal: UInt8, EventWord {
    /// SEC-02.
    case plainChannel
    /// ACCOUNT-REG-17: no session, or one that has ended.
    case notLoggedIn
    /// ACCOUNT-LOGIN-08.
    case wrongRole
    /// The message speaks for somebody else than the session's person (API-03).
    case wrongPerson
    /// ACCOUNT-LOGIN-04.
    case passwordChangeRequired
    /// API-10.
    case moduleOff
    /// The sender sends too much.
    case rateLimited
    /// The server's queue is full.
    case serverBusy
    /// The message waited longer than the server keeps one.
    case timedOut
}
