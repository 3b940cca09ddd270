// SPDX-License-Identifier: GPL-3.0-or-later

public import ScenarioFile

extension CalibrationTable.City {
    /// A city of this size.
    public init(zones: Int, drivers: Int, passengers: Int, accounts: Int) {
        self.init(
            zones: zones, people: [People("drivers", drivers), People("passengers", passengers)], accounts: accounts)
    }

    /// Drivers in service.
    public var drivers: Int { self["drivers"] }
    /// Passengers with a client.
    public var passengers: Int { self["passengers"] }
}
