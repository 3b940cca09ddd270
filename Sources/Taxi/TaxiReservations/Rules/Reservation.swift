// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// A confirmed wish for a taxi at an agreed time, as it is stored.
public struct Reservation: StoredRecord {
    /// The word of the files.
    public static let table = "reservation"

    /// The reservation's number.
    public let id: ReservationID
    /// The reservation's number.
    public var key: ReservationID { id }
    /// The zone of the pick-up.
    public let zone: ZoneID
    /// The exact pick-up position.
    public let place: Place
    /// How that position was found.
    public let source: PositionSource
    /// Where the one who reserved goes.
    public let destination: Place
    /// The agreed pick-up time.
    public let pickUp: CityTime
    /// Whether others may join (TAXI-RESV-04).
    public let isShared: Bool
    /// Who is on it, the owner first, then by time of joining. Never empty while the reservation is open.
    public internal(set) var members: [Rider] {
        didSet {
            let members = members
            joiners.removeAll { joiner in !members.contains { $0.passenger == joiner.rider.passenger } }
        }
    }
    /// The own ways of those members who joined; the others have that of the reservation.
    public private(set) var joiners: [SharedRider] = []
    /// The request that it became, after the activation.
    public internal(set) var request: RequestID?

    /// Whose reservation it is. Number 0 when nobody is left, which no open reservation is.
    public var owner: PassengerID { members.first?.passenger ?? PassengerID(0) }

    /// Makes a reservation that is not a request yet.
    public init(
        id: ReservationID, zone: ZoneID, place: Place, source: PositionSource, destination: Place, pickUp: CityTime,
        isShared: Bool, members: [Rider]
    ) {
        self.id = id
        self.zone = zone
        self.place = place
        self.source = source
        self.destination = destination
        self.pickUp = pickUp
        self.isShared = isShared
        self.members = members
    }

    /// Everybody on it with the own way, the owner first.
    public var sharedRiders: [SharedRider] {
        members.map { member in
            joiners.first { $0.rider.passenger == member.passenger }
                ?? SharedRider(member, from: place, to: destination)
        }
    }

    /// Somebody joined, with the own way.
    mutating func join(_ joiner: SharedRider) {
        members.append(joiner.rider)
        joiners.append(joiner)
    }

    func hasMember(_ passenger: PassengerID) -> Bool { members.contains { $0.passenger == passenger } }
}

/// Somebody on a reservation that is due, and whether that passenger waits for or rides in another taxi (TAXI-RESV-22).
public struct DueRider: Hashable, Sendable {
    /// Who, with how many travelers.
    public let rider: Rider
    /// Whether the passenger has an open request or a ride.
    public let isBusy: Bool

    /// Makes a due rider.
    public init(_ rider: Rider, isBusy: Bool) {
        self.rider = rider
        self.isBusy = isBusy
    }
}

/// Where a restored reservation's request stands with the core (TAXI-RESV-20).
public enum RequestStanding: Hashable, Sendable {
    /// No driver has accepted it.
    case open
    /// A driver has accepted it.
    case accepted
}
