// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What passengers and drivers draw for.
extension Purpose {
    /// Number of travelers.
    @inlinable public static var travelers: Purpose { Purpose(4) }
    /// Web or mobile, GPS error radius, typing delay.
    @inlinable public static var client: Purpose { Purpose(5) }
    /// How long a passenger is ready to wait.
    @inlinable public static var patience: Purpose { Purpose(6) }
    /// Time between two calls of one passenger.
    @inlinable public static var thinking: Purpose { Purpose(7) }
    /// A passenger's other choices: call again, call while waiting or riding.
    @inlinable public static var passengerChoice: Purpose { Purpose(8) }
    /// A driver's reaction time to an offer.
    @inlinable public static var reaction: Purpose { Purpose(9) }
    /// A driver's answer to an offer.
    @inlinable public static var answer: Purpose { Purpose(10) }
    /// A driver's idle behaviour: where to cruise, how long to pause.
    @inlinable public static var idling: Purpose { Purpose(11) }
    /// A driver's shift plan and breaks.
    @inlinable public static var shift: Purpose { Purpose(12) }
    /// Where a driver starts the shift.
    @inlinable public static var startPlace: Purpose { Purpose(13) }
    /// Chance of traffic on one drive (owner: a driver).
    @inlinable public static var traffic: Purpose { Purpose(14) }
    /// Length of the approach, where it is drawn (owner: a passenger's call).
    @inlinable public static var approach: Purpose { Purpose(15) }
    /// Length of the ride, where it is drawn.
    @inlinable public static var ride: Purpose { Purpose(16) }
    /// Time to confirm boarding, or to report an end.
    @inlinable public static var boarding: Purpose { Purpose(17) }
    /// Error of reported GPS positions.
    @inlinable public static var gps: Purpose { Purpose(18) }
    /// Whether a trip is reserved, how long before, and what becomes of it.
    @inlinable public static var reserving: Purpose { Purpose(22) }
    /// Whether a trip is shared, which ride is chosen, the walk to it.
    @inlinable public static var sharing: Purpose { Purpose(23) }
    /// Whether the client may read the position.
    @inlinable public static var gpsPermission: Purpose { Purpose(37) }
    /// How long drivers' licences are valid.
    @inlinable public static var licences: Purpose { Purpose(29) }
}
