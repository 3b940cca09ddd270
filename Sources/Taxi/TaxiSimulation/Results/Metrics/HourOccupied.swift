// SPDX-License-Identifier: GPL-3.0-or-later

/// The occupied share of an hour of a run, counted in two ways (Little 1961, Operations Research 9).
package struct HourOccupied: Codable, Hashable, Sendable {
    /// Rides that begin in the hour.
    package let rides: Int
    /// Their mean length in seconds; nil without a ride.
    package let rideMean: Double?
    /// Seconds that drivers are in service in it, and of these with a passenger.
    package let service, riding: Double

    /// Time with a passenger over time in service, as the drivers' statuses tell it; nil when nobody is in service.
    package var share: Double? { service > 0 ? riding / service : nil }
    /// Little's line: rides x mean ride / taxis in service; nil when nobody is in service.
    package var line: Double? { service > 0 ? Double(rides) * (rideMean ?? 0) / service : nil }
}
