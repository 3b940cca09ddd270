// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the store service that no manager sets.
public struct StoreParameters: Hashable, Sendable, Codable {
    /// The shortest visit: an exit before it is not recorded. 1 ms to 1 h; default 1 min (INV-StoreTicketDuration).
    public var leastVisit: TimeSpan = .minutes(1)
    /// How many of the last visits the mean is taken over. 1 to 1000; default 50 (STORE-R16).
    public var visitsInMean = 50
    /// Whether queue tickets may use free booking places that no due booking needs (DEC-STORE-QUOTA). Default no.
    public var borrowsPlaces = false
    /// The longest travel time that an app may state at joining. 0 to 24 h; default 60 min (DEC-STORE-GRACE).
    public var longestTravel: TimeSpan = .minutes(60)
    /// How long a shopper may think about a postponement, the end included. 1 min to 2 h; default 10 min
    /// (DEC-STORE-POSTPONE).
    public var answerTime: TimeSpan = .minutes(10)
    /// A visitor who stays beyond the mean is predicted to leave this much from now. 1 s to 1 h; default 5 min
    /// (DEC-STORE-MAJOR-DELAY).
    public var overrunStep: TimeSpan = .minutes(5)
    /// Delays of a booking are looked for from this long before its time on. 0 to 24 h; default 60 min: the catalogue is
    /// silent.
    public var forecast: TimeSpan = .minutes(60)
    /// How far ahead a slot can be booked. 1 h to 366 days; default 14 days: the catalogue is silent.
    public var bookingHorizon: TimeSpan = .hours(14 * 24)
    /// The least time between two looks at a queue's estimates. 0 to 5 min; default 0: at every instant at which something
    /// changed (STORE-LIVE). Large cities trade freshness for speed with it.
    public var estimateSpacing: TimeSpan = .zero
    /// The least change of an expected entry that a live receipt shows, when the position in the queue is the same. 0 to 5 min;
    /// default 1 s (STORE-LIVE).
    public var estimateStep: TimeSpan = .seconds(1)
    /// How long a used or ended code is known as such; an unknown code later. 1 h to 366 days; default 24 h.
    public var codeMemory: TimeSpan = .hours(24)
    /// How long the number of people inside is kept for managers. 1 h to 366 days; default 24 h (STORE-R20).
    public var historyMemory: TimeSpan = .hours(24)
    /// How far from the wanted store others are suggested. 0 to 50 km; default 2 km (STORE-ALTERNATIVE).
    public var alternativeRadius: Distance = .metres(2000)
    /// How far from the wanted time other slots are suggested. 0 to 24 h; default 2 h (STORE-ALTERNATIVE).
    public var alternativeSpan: TimeSpan = .hours(2)
    /// How many slots of one store are suggested. 1 to 10; default 2.
    public var alternativesPerStore = 2
    /// How many alternatives are suggested in all. 1 to 50; default 6.
    public var mostAlternatives = 6
    /// How many wishes a shopper may leave. 0 to 100; default 10 (STORE-ALERT).
    public var mostWishes = 10
    /// How many favourites a shopper may mark. 0 to 1000; default 20 (STORE-FAVOURITE).
    public var mostFavourites = 20

    /// The catalogue's defaults.
    public init() {}
}
