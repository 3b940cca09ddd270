// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where sessions are kept: the server's front door, which looks at the token of every message.
///
/// Called on the loop; every call returns at once and never calls the account service back.
public protocol SessionDoor: AnyObject, Sendable {
    /// A session begins: later messages may carry its token (ACCOUNT-LOGIN-07).
    func open(_ session: Session)
    /// The new password is set: the session may do everything from now on (ACCOUNT-LOGIN-04).
    func lift(_ token: Token)
    /// A session is over; nothing happens when there is none with this token.
    func close(_ token: Token)
    /// Every session of an account is over. Returns how many there were.
    func closeAll(of account: AccountID) -> Int
    /// How many sessions of an account may do everything; those that must set a new password first do not count.
    func openCount(of account: AccountID) -> Int
}
