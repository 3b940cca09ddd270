// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the account rules. Every default is the catalogue's.
public struct AccountParameters: Hashable, Sendable {
    /// From the first mail to the reminder (ACCOUNT-REG-12B).
    public var reminderAfter: TimeSpan = .hours(48)
    /// From the first mail to the end of a pending account, a click at that instant included (DEC-CONFIRM-TIMERS).
    public var expiryAfter: TimeSpan = .hours(168)
    /// How long the links for a new password and a new address work, that instant included (DEC-FORGOT-PASSWORD).
    public var linkLife: TimeSpan = .hours(24)
    /// From a wrong password to the next attempt (ACCOUNT-LOGIN-05).
    public var backOff: TimeSpan = .seconds(10)
    /// How long rows of the login log are kept at least (SEC-04).
    public var loginRetention: TimeSpan = .hours(168)

    /// The catalogue's defaults.
    public init() {}
}
