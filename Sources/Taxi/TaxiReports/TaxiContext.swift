// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import TaxiRules

/// What the results of the taxi service must know of a run besides its events.
package struct TaxiContext: Sendable {
    /// The first instant of the run, and the planned last one.
    package let start, end: CityTime
    /// The first instant that counts in the statistics.
    package let measureStart: CityTime
    /// The dispatch policy's word, such as `fifo`.
    package let policy: String
    /// All zones, by rising number.
    package let zones: [ZoneRecord]
    /// Seats of each driver's taxi, by driver number from 1.
    package let seats: [Int32]
    /// The share of aborted requests above which a zone counts as undersupplied (DEC-SUPPLY: 0.05).
    package let undersupplyLimit: Double
    /// How long after the first call a passenger is aboard in time.
    package let aboardLimit: TimeSpan
    /// How long after an abort a call of the same passenger is one for the same wish.
    package let sameWish: TimeSpan
    /// Whether straight ways of available taxis leave all zones at gaps of the layout.
    package let hasGaps: Bool
    /// The modules that the scenario switches on.
    package let modules: [ModuleName]
    /// Pause between two rounds of offers for a reservation (DEC-RESV-RETRY: 60 s).
    package let roundPause: TimeSpan
    /// Least time between two reserved pick-ups of one passenger (DEC-ONE-PER-HOUR: 60 min).
    package let reservationsApart: TimeSpan
    /// Whether there are taxis: a city of another service alone judges nothing of them.
    package let hasTaxis: Bool

    /// States all.
    package init(
        start: CityTime, end: CityTime, measureStart: CityTime, policy: String, zones: [ZoneRecord], seats: [Int32],
        undersupplyLimit: Double, aboardLimit: TimeSpan, sameWish: TimeSpan, hasGaps: Bool, modules: [ModuleName],
        roundPause: TimeSpan, reservationsApart: TimeSpan, hasTaxis: Bool
    ) {
        self.start = start
        self.end = end
        self.measureStart = measureStart
        self.policy = policy
        self.zones = zones
        self.seats = seats
        self.undersupplyLimit = undersupplyLimit
        self.aboardLimit = aboardLimit
        self.sameWish = sameWish
        self.hasGaps = hasGaps
        self.modules = modules
        self.roundPause = roundPause
        self.reservationsApart = reservationsApart
        self.hasTaxis = hasTaxis
    }
}
