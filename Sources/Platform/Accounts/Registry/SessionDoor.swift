// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where sessions are kept: the server's front door, which looks at the token of every message.
///
/// Called on the loop; every call returns at once and never calls the account service back.
public protocol SessionDoor: AnyObject, Sendable {
    /// A session begins: later messages may carry its token (ACCOUNT-LOGIN-07).
    func open(_ session: Session)
    /// A session is over; nothing happens when there is none with this token.
    func close(_ token: Token)
    /// Every session of an account is over.
    func closeSessions(of account: AccountID)
    /// All sessions of an account may only set a new password, or may do everything again (ACCOUNT-LOGIN-04).
    func restrict(_ account: AccountID, mustChangePassword: Bool)
}
