// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What passengers and drivers draw for.
extension Purpose {
    package static var travelers: Purpose { Purpose(4) }
    /// Web or mobile, GPS error radius, typing delay.
    package static var client: Purpose { Purpose(5) }
    /// How long a passenger is ready to wait.
    package static var patience: Purpose { Purpose(6) }
    /// Time between two calls of one passenger.
    package static var thinking: Purpose { Purpose(7) }
    /// A passenger's other choices: call again, call while waiting or riding.
    package static var passengerChoice: Purpose { Purpose(8) }
    /// A driver's reaction time to an offer.
    package static var reaction: Purpose { Purpose(9) }
    /// A driver's answer to an offer.
    package static var answer: Purpose { Purpose(10) }
    /// A driver's idle behaviour: where to cruise, how long to pause.
    package static var idling: Purpose { Purpose(11) }
    /// A driver's shift plan and breaks.
    package static var shift: Purpose { Purpose(12) }
    /// Where a driver starts the shift.
    package static var startPlace: Purpose { Purpose(13) }
    /// Chance of traffic on one drive (owner: a driver).
    package static var traffic: Purpose { Purpose(14) }
    /// Length of the approach, where it is drawn (owner: a passenger's call).
    package static var approach: Purpose { Purpose(15) }
    /// Length of the ride, where it is drawn.
    package static var ride: Purpose { Purpose(16) }
    /// Time to confirm boarding, or to report an end.
    package static var boarding: Purpose { Purpose(17) }
    /// Error of reported GPS positions.
    package static var gps: Purpose { Purpose(18) }
    /// Whether a trip is reserved, how long before, and what becomes of it.
    package static var reserving: Purpose { Purpose(22) }
    /// Whether a trip is shared, which ride is chosen, the walk to it.
    package static var sharing: Purpose { Purpose(23) }
    /// Whether the client may read the position.
    package static var gpsPermission: Purpose { Purpose(37) }
    /// The patience of who stands on the street, and which taxi comes along.
    package static var street: Purpose { Purpose(38) }
    /// How long nobody can get in after a ride from the street (owner: a driver).
    package static var turnaround: Purpose { Purpose(39) }
    /// How long drivers' licences are valid.
    package static var licences: Purpose { Purpose(29) }
}
