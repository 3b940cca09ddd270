// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting
import TaxiReports

/// What the reports must know of a run besides its events. The builder of the city fills it; it holds no wall time, no
/// host and no path, so that everything made from it is the same on every machine.
public struct RunContext: Sendable {
    /// The scenario's short name, used in folder names.
    public var name: String
    /// The scenario's title, in words.
    public var title: String
    /// The first instant of the run.
    public var start: CityTime
    /// The planned last instant of the run.
    public var end: CityTime
    /// The first part of the run, left out of the statistics (glossary "warm-up").
    public var warmUp: TimeSpan
    /// The seed of all random streams.
    public var seed: UInt64
    /// Which replication this is, counted from 1.
    public var replication: Int
    /// The dispatch policy's word, such as `fifo`.
    public var policy: String
    /// All zones, by rising number.
    public var zones: [ZoneRecord]
    /// Seats of each driver's taxi, by driver number from 1; its count is the number of drivers.
    public var seats: [Int32]
    /// How many passengers the population has; 0 when passengers are made as they call.
    public var passengers: Int
    /// The program's version.
    public var version: String
    /// The scenario file's text.
    public var scenarioText: String
    /// A hash of the scenario file's text.
    public var scenarioHash: String
    /// The share of aborted requests above which a zone counts as undersupplied (DEC-SUPPLY: 0.05).
    public var undersupplyLimit: Double
    /// How long a driver has to answer (TAXI-OFFER-06: 60 s).
    public var offerDeadline: TimeSpan
    /// Where the zone layout comes from, such as a file name.
    public var layoutSource: String
    /// Remarks on the scenario's assumptions, shown in the report as they are.
    public var notes: [String]
    /// Whether the invariants were checked in this run.
    public var checksInvariants = true
    /// How long after the first call a passenger is aboard in time.
    public var aboardLimit = TimeSpan.minutes(10)
    /// How long after an abort a call of the same passenger is one for the same wish.
    public var sameWish = TimeSpan.minutes(15)
    /// Whether straight ways of available taxis leave all zones at gaps of the layout.
    public var hasGaps = false
    /// The modules that the scenario switches on. What a module did is reported when it is on or its events occur.
    public var modules: [ModuleName] = []
    /// Pause between two rounds of offers for a reservation (DEC-RESV-RETRY: 60 s).
    public var roundPause: TimeSpan = .seconds(60)
    /// Least time between two reserved pick-ups of one passenger (DEC-ONE-PER-HOUR: 60 min).
    public var reservationsApart: TimeSpan = .minutes(60)
    /// Whether there are taxis, or no other service: a city of another service alone reports nothing of taxis.
    public var hasTaxis = true
    /// The gateway; nil when messages reach the services at once. What the gateway did is reported when it is
    /// described here or its events occur.
    public var server: ServerContext?
    /// The parameters of the services beside the taxi service, each of the service's own type.
    public var sections: [ServiceID: any Sendable] = [:]
    /// What the services beside the taxi service brought into the results; known when the run is over.
    public var services: [ServiceResult] = []

    /// Makes the context of a run.
    public init(
        name: String, title: String = "", start: CityTime, end: CityTime, warmUp: TimeSpan = .zero, seed: UInt64 = 1,
        replication: Int = 1, policy: String = "fifo", zones: [ZoneRecord] = [], seats: [Int32] = [],
        passengers: Int = 0, version: String = "", scenarioText: String = "", scenarioHash: String = "",
        undersupplyLimit: Double = 0.05, offerDeadline: TimeSpan = .seconds(60), layoutSource: String = "",
        notes: [String] = []
    ) {
        self.name = name
        self.title = title
        self.start = start
        self.end = end
        self.warmUp = warmUp
        self.seed = seed
        self.replication = replication
        self.policy = policy
        self.zones = zones
        self.seats = seats
        self.passengers = passengers
        self.version = version
        self.scenarioText = scenarioText
        self.scenarioHash = scenarioHash
        self.undersupplyLimit = undersupplyLimit
        self.offerDeadline = offerDeadline
        self.layoutSource = layoutSource
        self.notes = notes
    }

    /// The first instant that counts in the statistics.
    public var measureStart: CityTime { start + warmUp }
    /// How many drivers the scenario has.
    public var drivers: Int { seats.count }

    /// What of it concerns the taxi service.
    var taxi: TaxiContext {
        TaxiContext(
            start: start, end: end, measureStart: measureStart, policy: policy, zones: zones, seats: seats,
            undersupplyLimit: undersupplyLimit, aboardLimit: aboardLimit, sameWish: sameWish, hasGaps: hasGaps,
            modules: modules, roundPause: roundPause, reservationsApart: reservationsApart, hasTaxis: hasTaxis)
    }
}
