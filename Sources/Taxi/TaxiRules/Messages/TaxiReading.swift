// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where a taxi is and what its odometer shows, as its driver's phone knows it.
///
/// An answer that accepts carries one: the drive to the pick-up and the announced arrival begin there, however old the last
/// reported position is (TAXI-QUEUE-01).
public struct TaxiReading: Hashable, Sendable, Codable {
    /// Where the taxi is.
    public let place: Place
    /// What the odometer shows; it counts from the driver's first shift.
    public let odometer: Distance

    /// Makes a reading.
    @inlinable
    public init(place: Place, odometer: Distance) {
        self.place = place
        self.odometer = odometer
    }
}
