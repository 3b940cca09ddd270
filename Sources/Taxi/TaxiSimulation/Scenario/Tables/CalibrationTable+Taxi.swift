// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySlices

extension CalibrationTable.City {
    /// A city of this size.
    package init(zones: Int, drivers: Int, passengers: Int, accounts: Int) {
        self.init(
            zones: zones, people: [People("drivers", drivers), People("passengers", passengers)], accounts: accounts)
    }

    package var drivers: Int { self["drivers"] }
    /// Passengers with a client.
    package var passengers: Int { self["passengers"] }
}
