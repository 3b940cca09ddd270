// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the reservation rules. Every default is the catalogue's.
public struct ReservationParameters: Hashable, Sendable {
    /// Shortest time from now to the pick-up, included (DEC-RESV-WINDOW).
    public var shortestLead: TimeSpan = .hours(2)
    /// Longest time from now to the pick-up, included (DEC-RESV-WINDOW).
    public var longestLead: TimeSpan = .hours(48)
    /// Until this long before the pick-up a reservation can be cancelled, included (DEC-RESV-CANCEL).
    public var cancelLimit: TimeSpan = .hours(2)
    /// This long before the pick-up a reservation becomes a request (TAXI-RESV-10).
    public var activation: TimeSpan = .minutes(10)
    /// Least time between two pick-ups of one passenger (DEC-ONE-PER-HOUR).
    public var apart: TimeSpan = .minutes(60)
    /// Pause between two rounds of offers (DEC-RESV-RETRY).
    public var roundPause: TimeSpan = .seconds(60)
    /// A held reservation is dropped this long after its pick-up time (TAXI-RESV-22).
    public var holdLimit: TimeSpan = .minutes(20)
    /// Largest error radius of a fix that may stand for an address, included (TAXI-RESV-06).
    public var gpsLimit: Distance = .metres(50)
    /// Whether web clients may send the browser's position (DEC-WEB-LOCATION).
    public var webPosition = false

    /// The catalogue's defaults.
    public init() {}
}
