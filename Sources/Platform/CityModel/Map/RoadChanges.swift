// SPDX-License-Identifier: GPL-3.0-or-later

/// A time in which all drives are slower or faster, such as rain.
public struct SpeedChange: Sendable, Hashable {
    /// The first instant at which it holds.
    public let from: CityTime
    /// The first instant at which it no longer holds.
    public let until: CityTime
    /// What the speed is multiplied by, above 0: 0.8 for rain that slows traffic by a fifth.
    public let factor: Double

    /// Makes a change of speed for departures in [from, until).
    public init(from: CityTime, until: CityTime, factor: Double) {
        precondition(factor > 0 && factor.isFinite, "speed factor \(factor) is not above 0")
        self.from = from
        self.until = until
        self.factor = factor
    }
}

/// A time in which some zones are closed to through traffic, such as a race or a street market.
public struct ZoneClosure: Sendable, Hashable {
    /// The closed zones.
    public let zones: [ZoneID]
    /// The first instant at which they are closed.
    public let from: CityTime
    /// The first instant at which they are open again.
    public let until: CityTime
    /// What the time of a drive is multiplied by when its way touches a closed zone, at least 1; on streets, the time of those in a
    /// closed zone for who begins or ends there, since all others go around.
    public let detour: Double
    /// The same for a vehicle with siren.
    public let emergencyDetour: Double

    /// Makes a closure for departures in [from, until). Vehicles with siren pass it unless a factor is stated for them.
    public init(zones: [ZoneID], from: CityTime, until: CityTime, detour: Double, emergencyDetour: Double = 1) {
        precondition(detour >= 1 && detour.isFinite, "detour factor \(detour) is not at least 1")
        precondition(
            emergencyDetour >= 1 && emergencyDetour.isFinite, "detour factor \(emergencyDetour) is not at least 1")
        self.emergencyDetour = emergencyDetour
        self.zones = zones
        self.from = from
        self.until = until
        self.detour = detour
    }
}
