// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// A shared ride from boarding to its last stop.
public struct SharedTrip: Sendable, Equatable {
    /// A passenger who is or was aboard.
    public struct Passenger: Sendable, Equatable {
        /// Who, with the travelers whom the driver counted.
        public let rider: Rider
        /// Where the passenger leaves.
        public let destination: Place
        /// The way alone.
        public let direct: Distance
        /// How much longer the planned way to the own stop takes than the way alone: 0 or more, both as the router
        /// expects them at the boarding. What TAXI-SHARE-20 limits; how slow the drive turns out is no part of it.
        public let delay: TimeSpan
        /// Driven from the start to the own drop-off; nil while aboard.
        public internal(set) var driven: Distance?
    }

    /// The request.
    public let request: RequestID
    /// Who drives.
    public let driver: DriverID
    /// When the driver confirmed boarding.
    public let start: CityTime
    /// The odometer then.
    public let odometer: Distance
    /// Who came aboard: the owner first, then by joining.
    public internal(set) var passengers: [Passenger]
    /// The planned route: indices of `passengers`, one a stop.
    public let route: [Int]

    static let blank = SharedTrip(
        request: RequestID(0), driver: DriverID(0), start: .epoch, odometer: .zero, passengers: [], route: [])

    /// Travelers aboard now (TAXI-SHARE-06).
    public var aboard: Int32 { passengers.reduce(0) { $0 + ($1.driven == nil ? $1.rider.travelers : 0) } }

    /// The passenger of the next stop; nil when nobody is left aboard.
    public var nextStop: PassengerID? {
        route.first { passengers[$0].driven == nil }.map { passengers[$0].rider.passenger }
    }

    /// The stops, for the driver.
    public var stops: [RideStop] {
        route.map { RideStop(rider: passengers[$0].rider, place: passengers[$0].destination) }
    }

    /// Driven since boarding, by the odometer: at least nothing, and at most `longest` when a client sends nonsense.
    func driven(_ odometer: Distance) -> Distance {
        let (driven, isTooLong) = odometer.millimetres.subtractingReportingOverflow(self.odometer.millimetres)
        guard odometer > self.odometer else { return .zero }
        return isTooLong ? Self.longest : min(Distance(millimetres: driven), Self.longest)
    }

    /// More than any taxi drives in its life: a million kilometres. The fee split stays in whole numbers of 64 bits.
    private static let longest = Distance(millimetres: 1_000_000_000_000)
}
