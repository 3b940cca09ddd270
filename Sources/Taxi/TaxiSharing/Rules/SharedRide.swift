// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// A passenger of a shared ride before boarding, with what the own way alone would be.
public struct RideMember: Sendable, Hashable {
    /// Who, with how many travelers.
    public let rider: Rider
    /// Where the passenger would start alone: the own starting point.
    public let origin: Place
    /// Where the passenger goes.
    public let destination: Place
    /// The way alone, from the own starting point.
    public let direct: Distance
    /// How far the passenger may be driven, in millimetres (TAXI-SHARE-20).
    let longestDrive: Int64

    init(_ rider: Rider, from origin: Place, to destination: Place, direct: Distance, longestDrive: Int64) {
        self.rider = rider
        self.origin = origin
        self.destination = destination
        self.direct = direct
        self.longestDrive = longestDrive
    }
}

/// A pending shared ride: from its submission until the driver confirms boarding (DEC-SHARE-JOIN-WINDOW).
public struct SharedRide: Sendable, Equatable {
    /// What is known of its taxi.
    public enum Phase: Sendable, Equatable {
        /// No taxi is known: reserved and not yet activated, or drivers are still to be asked.
        case open
        /// An offer is pending; its taxi has these seats and would be there at this time.
        case offered(seats: Int32, meeting: CityTime)
        /// This taxi comes.
        case accepted(DriverID, seats: Int32, arrival: CityTime)
    }

    /// The ride's number.
    public let id: SharedRideID
    /// The zone of the pick-up.
    public let zone: ZoneID
    /// The meeting point: the owner's starting point, also under a later owner.
    public let place: Place
    /// How that was found.
    public let source: PositionSource
    /// The agreed pick-up time of a reserved ride.
    public let pickUp: CityTime?
    /// The reservation of a reserved ride.
    public let reservation: ReservationID?
    /// The request, once there is one.
    public internal(set) var request: RequestID?
    /// Who is on it: the owner first, then by joining.
    public internal(set) var members: [RideMember]
    /// What is known of its taxi.
    public internal(set) var phase = Phase.open
    /// The driven distances to the members' destinations.
    var distances = DistanceTable()

    /// The passengers with their travelers, the owner first.
    public var riders: [Rider] { members.map(\.rider) }

    /// The passengers with their own trips, the owner first.
    public var sharedRiders: [SharedRider] {
        members.map { SharedRider($0.rider, from: $0.origin, to: $0.destination) }
    }

    /// All travelers.
    public var travelers: Int32 { members.reduce(0) { $0 + $1.rider.travelers } }

    /// Who called, or took over (DEC-SHARE-OWNER-LEAVES).
    public var owner: PassengerID { members[0].rider.passenger }

    /// The driver who comes, once one has accepted.
    public var driver: DriverID? {
        if case .accepted(let driver, _, _) = phase { driver } else { nil }
    }

    /// Whether the passenger is on it.
    public func has(_ passenger: PassengerID) -> Bool { members.contains { $0.rider.passenger == passenger } }

    /// Seats that joins may still take: up to the cap before a taxi is known, while an offer is pending also up to the
    /// taxi's seats, then up to these alone (DEC-SHARE-CAPACITY). Not negative.
    public func freeSeats(cap: Int32) -> Int32 {
        let limit =
            switch phase {
            case .open: cap
            case .offered(let seats, _): min(cap, seats)
            case .accepted(_, let seats, _): seats
            }
        return max(0, limit - travelers)
    }

    /// Makes the table of distances anew, after a member came or went.
    mutating func measure(_ travel: any Router) {
        distances = DistanceTable(from: place, to: members.map(\.destination), travel)
    }
}
