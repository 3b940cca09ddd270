// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// The services outside the city's own that a simulation stands in for (STORE-ASSUME-EXT).
enum StubbedService: UInt8, EventWord {
    case sms, maps, notices
}

/// What was counted of all stores, from the end of the warm-up on: tickets and bookings by when they were made, people by
/// when they came.
struct StoreTotals {
    /// A day of a city's stores is told exactly, and faster than by histograms.
    private static let exactLimit = 50_000

    /// How tickets ended: those of one class or channel, or all.
    struct Tickets {
        var issued = 0
        var entered = 0
        /// From taking the ticket to the entry.
        var wait = Sample(exactLimit: StoreTotals.exactLimit)
        var estimates = SiteTotals.Estimates()
    }

    var tickets = Tickets()
    var byClass = [Tickets](repeating: Tickets(), count: TicketClass.allCases.count)
    var byChannel = [Tickets](repeating: Tickets(), count: TicketChannel.allCases.count)
    var called = 0
    /// Tickets that were neither used nor ended when the run ended.
    var ticketsOpen = 0
    /// From when on the holder can be there to the call: the queue's own wait, without the way.
    var turnWait = Sample(exactLimit: StoreTotals.exactLimit)
    var left = 0
    var removed = [Int](repeating: 0, count: TicketRemoval.allCases.count)
    var joinRefused = [Int](repeating: 0, count: TicketRefusal.allCases.count)
    /// The size of the difference between entry and first estimate.
    var estimateError = Sample(exactLimit: StoreTotals.exactLimit)

    var booked = 0
    var bookingsEntered = 0
    var cancelled = [Int](repeating: 0, count: CancelCause.allCases.count)
    var lapsed = 0
    var postponed = 0
    /// Bookings whose holder was neither inside nor too late when the run ended.
    var bookingsOpen = 0
    /// Bookings that the slots of the measured time can take as the scenario begins, and those made for them and kept.
    var slotsOffered = 0.0
    var slotsTaken = 0
    var bookingRefused = [Int](repeating: 0, count: BookingRefusal.allCases.count)
    /// From the slot first booked to the entry.
    var bookingWait = Sample(exactLimit: StoreTotals.exactLimit)

    /// What outside services failed to do, by service (STORE-ASSUME-EXT).
    var stubFailures = [Int](repeating: 0, count: StubbedService.allCases.count)

    /// From what the service says to a phone to its showing (PERF-10).
    var notificationDelay = Sample(exactLimit: StoreTotals.exactLimit)

    var entriesDelayed = 0
    var entriesRefused = 0
    var visit = Sample(exactLimit: StoreTotals.exactLimit)
    /// Standing before a store, of everybody who came (STORE-GOAL-TIME); of who still stands there at the end, until then.
    var physicalWait = Sample(exactLimit: StoreTotals.exactLimit)
    var standingAtEnd = 0
    /// Wishes of people who were still under way with an earlier visit.
    var wishesDropped = 0
    /// What became of the wishes to shop; known when the run is over.
    var wishes = CasePart()

    /// People inside, the places of the open stores, and people outside, all stores together, over time.
    var inside: SteppedLevel
    var places: SteppedLevel
    var outside: SteppedLevel
    /// The most before one store.
    var largestCrowd = 0
    /// Places inside that nobody had.
    var unusedPlaces = 0
    /// How long called tickets that came to nothing held a place, in nanoseconds.
    var heldInVain: Int64 = 0
    var measured: TimeSpan

    init(_ frame: CaseFrame, step: TimeSpan) {
        func level() -> SteppedLevel { frame.level(step: step) }
        (inside, places, outside) = (level(), level(), level())
        measured = frame.measured.length(until: frame.end)
    }
}
