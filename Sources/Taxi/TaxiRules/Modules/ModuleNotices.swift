// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One row of a passenger's list of reservations (TAXI-RESV-18).
public struct ReservationRow: Hashable, Sendable {
    /// The reservation.
    public let reservation: ReservationID
    /// The agreed pick-up.
    public let pickUp: CityTime
    /// Whether it can still be cancelled.
    public let isCancellable: Bool

    /// Makes a row.
    public init(reservation: ReservationID, pickUp: CityTime, isCancellable: Bool) {
        self.reservation = reservation
        self.pickUp = pickUp
        self.isCancellable = isCancellable
    }
}

/// What the reservation module tells a passenger's client.
public enum ReservationNotice: Hashable, Sendable {
    /// The reservation is stored.
    case stored(ReservationID, pickUp: CityTime)
    /// The reservation broke a rule; nothing was stored.
    case rejected(ReservationRefusal)
    /// The reservation is a request from now on (TAXI-RESV-10).
    case activated(ReservationID, RequestID)
    /// The activation waits for the passenger (TAXI-RESV-22).
    case held(ReservationID)
    /// The reservation ended without a ride.
    case ended(ReservationID, ReservationOutcome)
    /// The reservation could not be cancelled.
    case cancelRefused(ReservationID, CancelRefusal)
    /// The passenger's reservations, by pick-up time (TAXI-RESV-18).
    case list([ReservationRow])
}

/// A shared ride proposed to a passenger (TAXI-SHARE-01, -09, -13).
public struct RideProposal: Hashable, Sendable {
    /// The ride.
    public let ride: SharedRideID
    /// The owner's starting point.
    public let meeting: Place
    /// When to be there: the agreed pick-up, or the estimated arrival of the taxi.
    public let time: CityTime
    /// The newcomer's walk to it.
    public let walk: TimeSpan
    /// The estimated arrival of the taxi (DEC-SHARE-MATCH).
    public let taxiArrival: CityTime
    /// The newcomer's way alone.
    public let direct: Distance
    /// The newcomer's way on the shared ride, from the meeting point.
    public let driven: Distance
    /// How much longer the newcomer is driven than alone; zero or more.
    public let delay: TimeSpan
    /// The whole shared route.
    public let route: Distance
    /// The newcomer's planned share of the fee, 0 to 1.
    public let share: Double

    /// The newcomer's detour.
    public var detour: Distance { Distance(millimetres: max(0, driven.millimetres - direct.millimetres)) }

    /// What the newcomer is expected to save against riding alone, as a share of that fee; negative when it costs more.
    public var saving: Double {
        direct > .zero ? 1 - share * Double(route.millimetres) / Double(direct.millimetres) : 0
    }

    /// Makes a proposal.
    public init(
        ride: SharedRideID, meeting: Place, time: CityTime, walk: TimeSpan, taxiArrival: CityTime, direct: Distance,
        driven: Distance, delay: TimeSpan, route: Distance, share: Double
    ) {
        self.ride = ride
        self.meeting = meeting
        self.time = time
        self.walk = walk
        self.taxiArrival = taxiArrival
        self.direct = direct
        self.driven = driven
        self.delay = delay
        self.route = route
        self.share = share
    }
}

/// One passenger's part of the fee of a shared ride (TAXI-SHARE-10 to -10C).
public struct FeeShare: Hashable, Sendable {
    /// Who pays.
    public let passenger: PassengerID
    /// Travelers taken aboard.
    public let travelers: Int32
    /// Driven from the common start to the own drop-off (DEC-FEE-DISTANCE).
    public let distance: Distance
    /// Hundredths of a percent: 2857 is 28.57%. All shares of a ride sum to exactly 10,000.
    public let hundredths: Int32
    /// Numerator of the exact fraction: travelers times millimetres, or travelers when no way was driven.
    public let numerator: Int64
    /// Denominator of the exact fraction.
    public let denominator: Int64

    /// Makes a share.
    public init(
        passenger: PassengerID, travelers: Int32, distance: Distance, hundredths: Int32, numerator: Int64,
        denominator: Int64
    ) {
        self.passenger = passenger
        self.travelers = travelers
        self.distance = distance
        self.hundredths = hundredths
        self.numerator = numerator
        self.denominator = denominator
    }
}

/// What the sharing module tells a passenger's client.
public enum SharingNotice: Hashable, Sendable {
    /// All feasible rides, the best first; never empty (TAXI-SHARE-13).
    case proposals([RideProposal])
    /// The passenger owns a new shared ride (TAXI-SHARE-14).
    case created(SharedRideID)
    /// The passenger joined: be at the meeting place at this time. The reservation when the ride is reserved and not yet a
    /// request.
    case joined(SharedRideID, meeting: Place, time: CityTime, reservation: ReservationID?)
    /// The choice came too late or breaks a rule; a fresh list or a new ride follows.
    case joinRefused(SharedRideID, JoinRefusal)
    /// To the owner: somebody joined.
    case someoneJoined(SharedRideID, Rider)
    /// To the others: somebody left.
    case someoneLeft(SharedRideID, PassengerID)
    /// The ride has this owner now.
    case owner(SharedRideID, PassengerID)
    /// The passenger was taken off the ride.
    case takenOff(SharedRideID, LeaveReason)
    /// The taxi left without the passenger.
    case missed(SharedRideID)
    /// The ride ended without a taxi.
    case removed(SharedRideID, RideRemoval)
    /// All shares of the ride.
    case feeShares(SharedRideID, [FeeShare])
}

/// A stop of a shared ride: who leaves there.
public struct RideStop: Hashable, Sendable {
    /// Who leaves.
    public let rider: Rider
    /// Where.
    public let place: Place

    /// Makes a stop.
    public init(rider: Rider, place: Place) {
        self.rider = rider
        self.place = place
    }
}
