// SPDX-License-Identifier: GPL-3.0-or-later

/// What a driver took in and spent after the warm-up.
package struct DriverMoney: Codable, Hashable, Sendable {
    /// In hundredths.
    package let fares, costs: Int64
    /// Hours in service.
    package let hours: Double

    /// Fares less costs, in hundredths.
    package var income: Int64 { fares - costs }
    /// Income by hour in service; nil when never in service.
    package var hourly: Double? { hours > 0 ? Double(income) / 100 / hours : nil }
}

/// The money of one hour of the run.
package struct HourMoney: Codable, Hashable, Sendable {
    /// Rides that ended in it.
    package let rides: Int
    /// Their fares, in hundredths.
    package let fares: Int64
    /// Hours that drivers were in service in it.
    package let hours: Double

    /// Fares by hour in service; nil when nobody was in service.
    package var hourly: Double? { hours > 0 ? Double(fares) / 100 / hours : nil }
}
