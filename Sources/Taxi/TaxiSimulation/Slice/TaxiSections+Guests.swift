// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import CitySlices
import TaxiRules

extension TaxiSections: GuestSource {
    package var guestRoles: (customers: RoleName, workers: RoleName) { (PassengerGroup.role, DriverGroup.role) }
    /// Whether some driver has shifts.
    package var areWorkersEverFree: Bool { !drivers.allSatisfy(\.isAlwaysOnShift) }
}
