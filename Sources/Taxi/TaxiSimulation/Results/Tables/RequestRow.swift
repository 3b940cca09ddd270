// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// What became of a call.
enum RequestOutcome: UInt8, EventWord {
    /// The passenger came aboard.
    case fulfilled
    /// The service gave the request up.
    case aborted
    /// The passenger gave up.
    case abandoned
    /// The driver found nobody at the meeting point.
    case released
    /// The call broke a rule and never became a request.
    case refused
    /// Nobody knows: the run ended.
    case open
    /// Stood on the street in vain.
    case left
}

/// A row of the table `requests`: a call. Times are nanoseconds since 1970; `.min` is "never", and no number is 0.
struct RequestRow {
    /// Its number among all calls, those that were refused included.
    var call: Int32 = 0
    var request: Int32 = 0, passenger: Int32 = 0, driver: Int32 = 0, zone: Int32 = 0, travelers: Int32 = 0
    var offers: Int32 = 0
    /// Where the passenger waits, and where the ride ended.
    var from: Place?
    var to: Place?
    var calledAt = Int64.min, storedAt = Int64.min, acceptedAt = Int64.min
    var notifiedArrival = Int64.min, promptedAt = Int64.min, aboardAt = Int64.min, endedAt = Int64.min
    var aboardOdometer = Int64.min, endOdometer = Int64.min
    var outcome = RequestOutcome.open
    /// Why it was aborted, or refused.
    var abort: AbortReason?
    var refusal: CallRefusal?
    /// How a person asked who did so on the street; nil for a call.
    var manner: StreetManner?
    /// The agreed pick-up of a reservation; no column.
    var pickUp = Int64.min
    /// How many passengers are on it; no column.
    var passengers: Int32 = 1
}

/// A call with what the map says of its places.
struct PlacedRequest {
    /// A place as results have it: on the globe where the map is known, else in the plane.
    struct Position {
        private(set) var longitude, latitude: Double?
        private(set) var east, north: Double?

        init(_ place: Place?, on map: (any ZoneLayout)?) {
            guard let place else { return }
            guard let map else {
                (east, north) = (place.metresEast, place.metresNorth)
                return
            }
            let point = map.geographic(place)
            (longitude, latitude) = (point.longitude, point.latitude)
        }
    }

    let row: RequestRow
    let from, to: Position
    let toZone: ZoneID?
    /// Whether it is stored, refused, or asked for on the street after the warm-up.
    let isCounted: Bool
    /// Of a ride that ended; nil without fares.
    let fare: Double?

    init(_ row: RequestRow, on map: (any ZoneLayout)?, measuredFrom start: Int64, _ tariff: Tariff?) {
        self.row = row
        (from, to) = (Position(row.from, on: map), Position(row.to, on: map))
        toZone = row.to.flatMap { map?.zone(at: $0) }
        let begun = row.manner == nil ? row.storedAt : row.calledAt
        isCounted = (begun == .min ? row.endedAt : begun) >= start
        let isRide = row.aboardAt != .min && row.endOdometer != .min
        fare = tariff.flatMap { tariff in
            guard isRide else { return nil }
            let hundredths = tariff.fare(
                from: ZoneID(row.zone), at: CityTime(nanoseconds: row.aboardAt),
                lasting: TimeSpan(nanoseconds: row.endedAt - row.aboardAt),
                millimetres: row.endOdometer - row.aboardOdometer)
            return Double(hundredths) / 100
        }
    }
}

/// A row of the table `offers`.
struct OfferRow {
    var offer: Int32 = 0, request: Int32 = 0, driver: Int32 = 0, zone: Int32 = 0, place: Int32 = 0
    var travelers: Int32 = 0
    var sentAt = Int64.min, endedAt = Int64.min
    var ending = "open"
}
