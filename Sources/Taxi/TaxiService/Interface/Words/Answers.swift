// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// A taxi comes.
public struct Arrival: Hashable, Sendable {
    /// The call.
    public let request: RequestID
    /// The code of the taxi (TAXI-CALL-13).
    public let taxi: DriverID
    /// When it is expected at the meeting point.
    public let expected: CityTime
}

/// A new estimate of a taxi that comes.
public struct ArrivalEstimate: Hashable, Sendable {
    /// When it is expected at the meeting point.
    public let expected: CityTime
    /// Where it is now.
    public let taxi: Place
}

/// An offer as a driver sees it (TAXI-OFFER-05, -07A to -07D).
public struct Offer: Hashable, Sendable {
    /// Its number, for the answer.
    public let id: OfferID
    /// The name of the passenger.
    public let passenger: String
    /// The zone of the meeting point.
    public let zone: ZoneID
    /// The middle of the cell of the meeting point, never the exact position.
    public let cell: Place
    /// Travelers.
    public let travelers: Int
    /// When to meet the passenger.
    public let meetingTime: CityTime
    /// The last instant at which an answer counts.
    public let deadline: CityTime
}

/// The ride that a driver accepted.
public struct RideToDrive: Hashable, Sendable {
    /// The request.
    public let request: RequestID
    /// The exact meeting point.
    public let meeting: Place
    /// Travelers expected.
    public let travelers: Int
    /// The agreed time of a reservation; nil for as soon as possible.
    public let pickUp: CityTime?
}

/// What a search for shared rides found.
public enum ShareFound: Hashable, Sendable {
    /// Rides to join, the best first.
    case proposals([RideProposal])
    /// There was none, so the passenger owns a new one.
    case created(SharedRideID)
}

/// The passenger is on a shared ride.
public struct JoinedRide: Hashable, Sendable {
    /// The ride.
    public let ride: SharedRideID
    /// Where to be.
    public let meeting: Place
    /// When to be there.
    public let time: CityTime
}

/// A leg of a planned trip that a taxi is to drive (API-11).
public struct PlannedLeg: Hashable, Sendable {
    /// The planner's own number of the leg.
    public let reference: Int64
    /// When the taxi is to be called.
    public let time: CityTime
    /// Where the leg begins.
    public let start: Place
    /// Travelers.
    public let travelers: Int

    /// Makes a leg.
    public init(reference: Int64, time: CityTime, start: Place, travelers: Int) {
        self.reference = reference
        self.time = time
        self.start = start
        self.travelers = travelers
    }
}

/// The call of a planned leg: links the planner's number with the taxi service's (API-11).
public struct PlannedTaxi: Hashable, Sendable {
    /// The planner's own number of the leg.
    public let reference: Int64
    /// The taxi request.
    public let request: RequestID
    /// When it was placed.
    public let placed: CityTime
}
