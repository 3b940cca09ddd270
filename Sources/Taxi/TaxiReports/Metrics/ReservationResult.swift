// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
public import Reporting
public import TaxiRules

/// What the reservations of a run came to: the object `reservations` of `summary.json`. Reservations count when they were
/// stored after the warm-up; counts are by the words of the event log.
public struct ReservationResult: Codable, Hashable, Sendable {
    /// Reservations stored.
    public let stored: Int
    /// Of these, not settled when the run ended.
    public let open: Int
    /// Settled reservations by outcome.
    public let outcomes: Counts<ReservationOutcome>
    /// Rejected wishes by reason.
    public let rejected: Counts<ReservationRefusal>
    /// Refused wishes to cancel by reason.
    public let cancelRefused: Counts<CancelRefusal>
    /// Times a reservation was kept open, by reason.
    public let waits: Counts<RoundFailure>
    /// Taxi at the meeting point minus the agreed pick-up, in seconds; early is negative.
    public let lateness: SampleStatistics?
    /// Boarding minus the agreed pick-up, in seconds.
    public let boarding: SampleStatistics?
    /// Pick-up minus the time of storing, in seconds.
    public let lead: SampleStatistics?
    /// From the activation to a driver's acceptance, in seconds.
    public let search: SampleStatistics?
    /// Lateness in minutes.
    public let latenessMinutes: Bins
    /// Lead times in hours.
    public let leadHours: Bins
}
