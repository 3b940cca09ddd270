// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import ScenarioLanguage
public import TaxiRules

/// A checked scenario: every parameter of a run, in base units (seconds, metres, shares from 0 to 1).
///
/// Made by `ScenarioReader` from a text file; holds nothing that was not checked.
public struct Scenario: Sendable {
    /// Short name, used for the results folder: letters, digits, dots and dashes.
    public var name: String
    /// One line for people.
    public var title: String
    /// The first instant of the run.
    public var start: CityTime
    /// How long the run lasts.
    public var length: TimeSpan
    /// The first part of the run, left out of the statistics.
    public var warmUp: TimeSpan
    /// The seed of every random stream.
    public var seed: UInt64
    /// Zones and map.
    public var city: CitySection
    /// How long drives take.
    public var travel: TravelSection
    /// Parameters of the taxi rules.
    public var dispatch: DispatchSection
    /// Modules that are on; the others refuse their messages (API-10).
    public var modules: [ModuleName]
    /// Parameters of the reservation module.
    public var reservations: ReservationSection
    /// Parameters of the sharing module.
    public var sharing: SharingSection
    /// The gateway; nil for a service that takes every message at once.
    public var server: ServerSection?
    /// The clients' side of the wire; nil for the defaults. Only with a server.
    public var clients: ClientsSection?
    /// The accounts; nil for the defaults. Only with a server.
    public var accounts: AccountsSection?
    /// Groups of drivers, in file order. Driver numbers count through the groups from 1.
    public var drivers: [DriverGroup]
    /// Groups of passengers, in file order.
    public var passengers: [PassengerGroup]
    /// Timed changes: surges, closures, rain.
    public var changes: [TimedChange]
    /// Links between clients and the service.
    public var network: NetworkSection
    /// What a run records beside its metrics.
    public var record: RecordSection
    /// Limits that `cabrank check` judges, in file order. They change nothing in a run.
    public var budgets: [Budget]
    /// The parameters of the services that the file names beside the taxi service, each of the service's own type.
    public var services: [ServiceID: any Sendable] = [:]
    /// Spent while reading.
    var fleet = FleetSection()
    /// Spent while reading.
    var demand = DemandSection()

    /// The start of a scenario that names none: 1971-01-01 00:00, since a driver's log holds stamps after 1970-01-01 00:00
    /// only (INV-UniqueTaxiLog).
    static let firstInstant = ClockText.firstInstant

    /// Whether there are taxis, or no other service: a city of another service alone reports nothing of taxis.
    public var hasTaxis: Bool { services.isEmpty || !drivers.isEmpty }

    /// The last instant of the run.
    public var end: CityTime { start + length }

    /// Makes a scenario with the given city; everything else as in an empty file.
    public init(name: String, city: CitySection) {
        self.name = name
        title = name
        start = Self.firstInstant
        length = .hours(1)
        warmUp = .zero
        seed = 1
        self.city = city
        travel = TravelSection()
        dispatch = DispatchSection()
        modules = []
        reservations = ReservationSection()
        sharing = SharingSection()
        drivers = []
        passengers = []
        changes = []
        network = NetworkSection()
        record = RecordSection()
        budgets = []
    }
}

/// Where the zones come from.
public enum LayoutSource: Codable, Hashable, Sendable {
    /// A GeoJSON file (path resolved against the scenario file's folder), with the names of the properties that hold the
    /// zone number and name.
    case geoJSON(path: String, number: String, name: String?)
    /// Square zones in rows and columns, numbered row by row from the south-west, from 1.
    case grid(rows: Int, columns: Int, cell: Distance, anchor: GeographicPoint)
}

/// The city: its zones.
public struct CitySection: Sendable {
    /// Where the zones come from.
    public var layout: LayoutSource
    /// A GeoJSON file with the city's outline (path resolved); nil for the hull of the zones and 1 km around it (TAXI-ZONE-01).
    public var outline: String?
    /// A point in no zone but this near to one belongs to it (DEC-ZONE-FLICKER). Default 10 m.
    public var gapTolerance: Distance = .metres(10)
    /// Overlap allowed, as a share of the smaller zone (TAXI-ZONE-02). Default 0.01.
    public var overlapTolerance = 0.01
    /// A change of zone counts when a taxi reports a position this far from the first one beyond the border. Default 0 m.
    public var hysteresis: Distance = .zero
    /// Error of reported taxi positions in metres, nil for none (DEC-ZONE-FLICKER).
    public var positionError: Distribution?
    /// How many people live in each zone; nil when nobody says. Runs do not read it: comparisons count by it.
    public var residents: [ZoneID: Double]?
    /// The zones of the service where they are others than those that people's places are drawn in; nil for the same.
    public var serviceZones: LayoutSource?

    /// A city with this layout and default tolerances.
    public init(layout: LayoutSource) {
        self.layout = layout
    }
}

/// How long drives take.
public struct TravelSection: Sendable {
    /// A zone-to-zone table of times (path resolved), or nil for distance and speed alone.
    public var table: String?
    /// Driven distance divided by the straight distance. Default 1.3.
    public var circuity = 1.3
    /// Speed without traffic, in metres per second. Default 30 km/h.
    public var freeSpeed = 30 / 3.6
    /// 24 factors on the speed, by hour of departure (TAXI-CALL-15). Default 1.
    public var traffic = [Double](repeating: 1, count: 24)
    /// Walking speed in metres per second. Default 4.8 km/h.
    public var walkSpeed = 4.8 / 3.6
    /// A factor drawn for each drive, with mean about 1; nil for none. Estimates do not know it.
    public var variability: Distribution?
    /// When set, the approach takes a drawn time in seconds, whatever the distance; its mean is announced (reference models).
    public var approach: Distribution?
    /// When set, the ride takes a drawn time in seconds, whatever the distance (reference models).
    public var ride: Distribution?
    /// Approach times are cut off here when set (DEC-PUNCTUALITY).
    public var longestApproach: TimeSpan?

    /// Default travel.
    public init() {}
}

/// What becomes of an available taxi that leaves all zones.
public enum GapRule: String, Sendable, CaseIterable {
    /// It is out of service at once, until its driver says otherwise inside a zone (TAXI-QUEUE-12).
    case offShift = "off-shift"
    /// It keeps its position in the queue of the last zone until it enters another.
    case keepZone = "keep-zone"
}

/// Parameters of the taxi rules. Every default is the catalogue's.
public struct DispatchSection: Sendable {
    /// Which driver is asked first.
    public var policy = NamedPolicy.fifo
    /// Time to answer an offer (TAXI-OFFER-06).
    public var offerDeadline: TimeSpan = .seconds(60)
    /// Interval of a client's polls for the arrival (TAXI-CALL-14).
    public var arrivalPoll: TimeSpan = .seconds(90)
    /// Largest GPS error radius that may be used (TAXI-CALL-01A).
    public var gpsLimit: Distance = .metres(50)
    /// The driver is prompted within this distance of the passenger (TAXI-CALL-16).
    public var boardingRadius: Distance = .metres(20)
    /// Side of the cell that an offer shows before acceptance (DEC-OFFER-LOCATION).
    public var offerCell: Distance = .metres(250)
    /// How long a driver waits where nobody is (DEC-CALL-CANCEL).
    public var noShowWait: TimeSpan = .minutes(5)
    /// Longest time in service; nil for no limit (OPS-05).
    public var shiftLimit: TimeSpan?
    /// Calls of a zone that may wait while nobody is queued, instead of being aborted (TAXI-CALL-05). Default 0.
    public var waitingRoom = 0
    /// What becomes of an available taxi that leaves all zones (TAXI-QUEUE-12).
    public var outsideZones: GapRule = .offShift
    /// Share of aborted calls above which a zone is flagged (DEC-SUPPLY).
    public var undersupplyLimit = 0.05
    /// How long after the first call a passenger is aboard in time; for the results only. Default 10 min.
    public var aboardLimit: TimeSpan = .minutes(10)
    /// How long after an abort a call of the same passenger is one for the same wish; for the results only. Default 15 min.
    public var sameWish: TimeSpan = .minutes(15)
    /// Whether the web may use the browser's position (DEC-WEB-LOCATION).
    public var webPosition = false

    /// The catalogue's defaults.
    public init() {}
}

/// Links between clients and the service.
public struct NetworkSection: Sendable {
    /// One-way delay of a message, in seconds. Default 0.
    public var delay: Distribution = .constant(0)
    /// Share of messages lost. Default 0 (TAXI-ASSUME-01).
    public var loss = 0.0

    /// A perfect network.
    public init() {}
}

/// How much a run logs.
public enum LogLevel: String, Sendable, CaseIterable {
    case error, info, debug
}

/// What a run records beside its metrics.
public struct RecordSection: Sendable {
    /// How much is printed to the log (OPS-02).
    public var level: LogLevel = .info
    /// Whether `results.sqlite` holds the whole event log.
    public var events = false
    /// Whether the messages are kept for `cabrank replay`.
    public var messages = false
    /// Whether the invariants are checked after every turn (SIM-07).
    public var invariants = false

    /// Metrics only.
    public init() {}
}
