// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// The roles of the health service: the numbers 60 to 62.

extension RoleName {
    /// Somebody who wears a device.
    public static let wearer = RoleName(60, "wearer")
    /// Who maintains the health service: there from its installation, without a registration (ACCOUNT-TRACK-MANAGER).
    public static let systemManager = RoleName(61, "systemManager")
}

extension Role {
    /// Somebody who wears a device.
    public static func wearer(_ id: WearerID) -> Role { Role(.wearer, id.number) }
}
