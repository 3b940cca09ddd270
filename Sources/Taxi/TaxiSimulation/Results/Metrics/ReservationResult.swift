// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting
package import TaxiRules

/// What the reservations of a run came to: the object `reservations` of `summary.json`. Reservations count when they were
/// stored after the warm-up; counts are by the words of the event log.
package struct ReservationResult: Codable, Hashable, Sendable {
    package let stored: Int
    /// Of these, not settled when the run ended.
    package let open: Int
    /// Settled reservations by outcome.
    package let outcomes: Counts<ReservationOutcome>
    /// Rejected wishes by reason.
    package let rejected: Counts<ReservationRefusal>
    /// Refused wishes to cancel by reason.
    package let cancelRefused: Counts<CancelRefusal>
    /// Times a reservation was kept open, by reason.
    package let waits: Counts<RoundFailure>
    /// Taxi at the meeting point minus the agreed pick-up, in seconds; early is negative.
    package let lateness: SampleStatistics?
    /// Boarding minus the agreed pick-up, in seconds.
    package let boarding: SampleStatistics?
    /// Pick-up minus the time of storing, in seconds.
    package let lead: SampleStatistics?
    /// From the activation to a driver's acceptance, in seconds.
    package let search: SampleStatistics?
    /// Lateness in minutes.
    package let latenessMinutes: Bins
    /// Lead times in hours.
    package let leadHours: Bins
}
