// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// How passengers of a group use reservations.
package struct ReservationHabit: Sendable {
    /// Share of trips that are reserved, 0 to 1; times of arrivals and of traces are then pick-up times.
    package var share = 0.0
    /// How long before the pick-up the reservation is made, in seconds.
    package var lead: Distribution = .constant(4 * 3600)
    /// Share of reservations that are cancelled again at a time drawn evenly between the reservation and the pick-up.
    package var cancel = 0.0
    /// How much after the agreed time the passenger is at the meeting point, in seconds.
    package var lateness: Distribution = .constant(0)
    /// How long after the agreed time a reservation for which no driver was found is withdrawn, in seconds; nil for never
    /// (TAXI-RESV-17).
    package var patience: Distribution?
    /// Share of reservations sent with a mistake: a missing field, no travelers, a date that does not exist, and so on in
    /// turn.
    package var mistakes = 0.0
    /// Share of reservations after which the passenger looks at the list of own reservations (TAXI-RESV-18).
    package var views = 0.0

    package init() {}
}

/// How passengers of a group share rides.
package struct SharingHabit: Sendable {
    /// Share of trips, immediate or reserved, whose passenger is willing to share, 0 to 1.
    package var willing = 0.0
    /// Probability to accept the best proposal when it has neither detour nor saving.
    package var accept = 1.0
    /// Taken off the probability for each minute of delay.
    package var perMinute = 0.0
    /// Added to the probability for a saving of the whole fee.
    package var perSaving = 0.0
    /// How long the passenger looks at the proposals, in seconds.
    package var choosing: Distribution = .constant(10)
    /// Walking speed in metres per second, drawn for each trip.
    package var walkSpeed: Distribution = .constant(1.4)
    /// How much later than the walk a joiner is at the meeting point, in seconds.
    package var lateness: Distribution = .constant(0)

    /// Nobody shares.
    package init() {}
}
