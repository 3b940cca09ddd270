// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Accounts of people who are recognised by the account of their device, without a login (ACCOUNT-TRIP-R1, -02).
public protocol DeviceAccountService: Sendable {
    /// An app is opened on a device of this system: recognises its user, makes the account if there is none, and begins a session.
    func openDevice(_ identifier: String, on system: ClientSystem) async throws(DeviceError) -> Token
    /// It is closed: the session ends.
    func closeDevice(_ token: Token) async throws(AccessError)
}

/// Why nobody was recognised.
public typealias DeviceError = RefusedError<DeviceRefusal>
