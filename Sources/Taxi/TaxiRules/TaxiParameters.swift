// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the taxi rules. Every default is the catalogue's; a scenario may change each (OPS-01).
public struct TaxiParameters: Sendable {
    /// Time to answer an offer (TAXI-OFFER-06).
    public var offerDeadline: TimeSpan = .seconds(60)
    /// Largest GPS error radius that may be used for a call (TAXI-CALL-01A).
    public var gpsLimit: Distance = .metres(50)
    /// The driver is prompted within this distance of the passenger (TAXI-CALL-16).
    public var boardingRadius: Distance = .metres(20)
    /// Side of the cell that an offer shows before acceptance (DEC-OFFER-LOCATION).
    public var offerCell: Distance = .metres(250)
    /// How long a driver waits where nobody is (DEC-CALL-CANCEL).
    public var noShowWait: TimeSpan = .minutes(5)
    /// Longest time in service without a rest; nil for no limit (OPS-05).
    public var shiftLimit: TimeSpan?
    /// Time off shift after which the time in service counts from zero again (OPS-05).
    public var rest: TimeSpan = .hours(6)
    /// Whether web clients may use the browser's position (DEC-WEB-LOCATION).
    public var webPosition = false
    /// How many calls of a zone may wait while no queued driver could take them, instead of being aborted (TAXI-CALL-05).
    public var waitingRoom = 0
    /// How far around its zone a call that finds nobody there looks for a driver: 1 for the zones that touch it; 0 for its zone alone
    /// (TAXI-CALL-05).
    public var neighbourRings = 0
    /// How long it waits for a driver of its own zone before.
    public var neighboursAfter: TimeSpan = .zero
    /// Calls are asked for together so often, with the least approach in all; zero for each at once (TAXI-CALL-06, TAXI-QUEUE-05).
    public var batch: TimeSpan = .zero
    /// Whether an available taxi that leaves all zones keeps its position in the queue of the last one until it enters another,
    /// instead of being put out of service (TAXI-QUEUE-12).
    public var keepsLastZone = false

    /// The catalogue's values.
    public init() {}

    /// The catalogue's rules that these numbers leave, each with the key of scenarios that says so.
    public var leaves: [(key: String, rule: String)] {
        (neighbourRings > 0 ? [("neighbours", "TAXI-CALL-05, TAXI-CALL-06")] : [])
            + (batch > .zero ? [("batch", "TAXI-CALL-04, TAXI-CALL-06")] : [])
    }
}

/// One set of parameters for all taxis: each would else hold 72 bytes of its own, a cache line more for every message.
public final class SharedParameters: Sendable {
    /// The numbers.
    public let values: TaxiParameters

    /// Keeps these numbers.
    public init(_ values: TaxiParameters) {
        self.values = values
    }
}
