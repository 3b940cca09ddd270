// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension CityTime {
    static func + (left: CityTime, nanoseconds: Int) -> CityTime {
        CityTime(nanoseconds: left.nanoseconds + Int64(nanoseconds))
    }
}

extension ID where Thing == Tag.Passenger {
    static var p: Self { Self(1) }
    static var q: Self { Self(2) }
    static var r: Self { Self(3) }
}

extension ID where Thing == Tag.Reservation {
    static var r1: Self { Self(1) }
    static var r2: Self { Self(2) }
}

extension EnteredPlace {
    /// An address in zone 1 of the rule tests.
    static let inside = EnteredPlace(place: Place(metresEast: 100, north: 500))
    /// An address outside the city of the rule tests.
    static let outside = EnteredPlace(place: Place(metresEast: -1200, north: 500))
    /// An address in that city, 200 m outside all zones.
    static let nearby = EnteredPlace(place: Place(metresEast: -200, north: 500))

    /// The current position in zone 1, with an error radius in millimetres.
    static func position(_ radius: Int64) -> EnteredPlace {
        EnteredPlace(source: .gps, radius: Distance(millimetres: radius), place: inside.place)
    }
}

extension ReservationForm {
    /// A right form for a pick-up time, unless told otherwise.
    static func form(
        _ pickUp: CityTime, origin: EnteredPlace? = .inside, destination: EnteredPlace? = .inside,
        travelers: Int32 = 1, isShared: Bool = false
    ) -> ReservationForm {
        ReservationForm(
            origin: origin, destination: destination, pickUp: CivilTime(pickUp), travelers: travelers,
            isShared: isShared)
    }
}
