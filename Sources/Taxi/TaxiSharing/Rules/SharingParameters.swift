// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The limits of ride sharing. Every default is the catalogue's (DEC-SHARE-MATCH, DEC-SHARE-CAPACITY).
public struct SharingParameters: Sendable, Hashable {
    /// Longest driven distance of a traveler as a multiple of the way alone; 1 or more (TAXI-SHARE-20).
    public var detour = 1.3
    /// Longest added drive of a traveler (TAXI-SHARE-20).
    public var longestDelay: TimeSpan = .minutes(10)
    /// Pick-up times this far apart still match, the ends included.
    public var pickUpWindow: TimeSpan = .minutes(15)
    /// Most travelers that joins may bring a ride to before a taxi is known (TAXI-SHARE-07).
    public var cap: Int32 = 4
    /// Estimated time until a taxi arrives, before one is known.
    public var meanApproach: TimeSpan = .seconds(300)
    /// Walking speed for the estimate, in metres per second, above 0 (TAXI-SHARE-01).
    public var walkSpeed = 1.4

    /// The catalogue's defaults.
    public init() {}

    /// The longest way, in millimetres, that somebody may be driven whose way alone is this long.
    func longestDrive(direct: Distance) -> Int64 {
        // Rounded, since 5 km times 1.3 in binary lies beside 6.5 km.
        Int64((Double(direct.millimetres) * detour).rounded())
    }

    /// How long a way on foot takes. Millimetres over metres per second are milliseconds.
    func walk(_ distance: Distance) -> TimeSpan {
        TimeSpan(nanoseconds: Int64((Double(distance.millimetres) * 1e6 / walkSpeed).rounded()))
    }
}
