// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the table `rides`: a request that a driver accepted. Times are nanoseconds since 1970; `.min` is "never".
struct RideRow {
    var request: Int32 = 0, passenger: Int32 = 0, driver: Int32 = 0, zone: Int32 = 0, travelers: Int32 = 0
    var offers: Int32 = 0
    var calledAt = Int64.min, storedAt = Int64.min, acceptedAt = Int64.min
    var notifiedArrival = Int64.min, promptedAt = Int64.min, aboardAt = Int64.min, endedAt = Int64.min
    var aboardOdometer = Int64.min, endOdometer = Int64.min
    var outcome = "open"
    /// The agreed pick-up of a reservation; no column.
    var pickUp = Int64.min
    /// How many passengers are on it; no column.
    var passengers: Int32 = 1
}

/// A row of the table `offers`.
struct OfferRow {
    var offer: Int32 = 0, request: Int32 = 0, driver: Int32 = 0, zone: Int32 = 0, place: Int32 = 0
    var travelers: Int32 = 0
    var sentAt = Int64.min, endedAt = Int64.min
    var ending = "open"
}
