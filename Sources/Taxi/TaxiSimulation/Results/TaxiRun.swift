// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// What the results must know of the taxi service in a run besides its events: plain values, filled from the scenario.
package struct TaxiRun: Sendable {
    /// The dispatch policy's word, such as `fifo`.
    package var policy: String
    /// Whether drivers are asked in the order of queues, and calls in that of their arrival, which is judged then.
    package var isInOrder = true
    /// The rules of the catalogue that the scenario leaves on purpose, in words; empty for none.
    package var leaves: [String] = []
    /// Seats of each driver's taxi, by driver number from 1; its count is the number of drivers.
    package var seats: [Int32]
    /// The names of the groups of passengers.
    package var groups: [String] = []
    /// The share of aborted requests above which a zone counts as undersupplied (DEC-SUPPLY: 0.05).
    package var undersupplyLimit: Double
    /// How long after the first call a passenger is aboard in time.
    package var aboardLimit = TimeSpan.minutes(10)
    /// How long after an abort a call of the same passenger is one for the same wish.
    package var sameWish = TimeSpan.minutes(15)
    /// Whether straight ways of available taxis leave all zones at gaps of the layout.
    package var hasGaps = false
    /// The modules that the scenario switches on. What a module did is reported when it is on or its events occur.
    package var modules: [ModuleName] = []
    /// Pause between two rounds of offers for a reservation (DEC-RESV-RETRY: 60 s).
    package var roundPause: TimeSpan = .seconds(60)
    /// Least time between two reserved pick-ups of one passenger (DEC-ONE-PER-HOUR: 60 min).
    package var reservationsApart: TimeSpan = .minutes(60)
    /// What rides and driving cost; nil where nothing is told of money.
    package var tariff: Tariff?
    /// Whether the scenario is one of recorded trips: calls from a table, and taxis on duty by a curve.
    package var tellsOccupied = false
    /// Whether there are taxis, or no other service: a city of another service alone reports nothing of taxis.
    package var isTold = true

    /// States what most runs differ in.
    package init(
        policy: String = "fifo", seats: [Int32] = [], undersupplyLimit: Double = 0.05
    ) {
        self.policy = policy
        isInOrder = policy == "fifo"
        self.seats = seats
        self.undersupplyLimit = undersupplyLimit
    }

    /// How many drivers the scenario has.
    package var drivers: Int { seats.count }

    /// What files say of a run as a whole.
    package static let columns: [RunColumn] = [
        .text("policy", "the dispatch policy") { $0.taxi.policy },
        .integer("drivers", "drivers of the scenario") { $0.taxi.drivers },
        .integer(
            "passengers", "passengers of the population; 0 when they are made as they call", isKnownBefore: false
        ) { $0.customers },
    ]
}
