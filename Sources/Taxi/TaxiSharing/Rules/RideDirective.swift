// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// What the sharing rules tell the ride board to do, in order.
public enum RideDirective: Sendable, Equatable {
    /// Note a fact in the event log.
    case note(SharingEvent)
    /// Tell a passenger's client.
    case notify(PassengerID, SharingNotice)
    /// Tell the driver of the ride with this request.
    case notifyDriver(DriverID, RequestID, RideReport)
    /// Refuse the message of a driver who does not drive the ride.
    case refuseDriver(DriverID)
    /// Refuse a call for a rule of calls.
    case refuse(PassengerID, CallRefusal)
    /// Place the request of a pending ride.
    case place(SharedRide, RequestID)
    /// Store who is on the request of the ride now, before anybody is told (TAXI-CALL-21).
    case keep(RequestID)
    /// Put a joiner on the request of the ride.
    case attach(Rider, RequestID)
    /// Store the wish as a shared reservation.
    case reserve(RideWish)
    /// A passenger is on this shared reservation from now on.
    case joined(PassengerID, ReservationID)
}

/// What a driver is told about a shared ride.
public enum RideReport: Sendable, Equatable {
    /// Who is on the ride now (TAXI-SHARE-04).
    case riders([Rider])
    /// The stops in order (TAXI-SHARE-21).
    case route([RideStop])
    /// Travelers aboard and the passenger of the next stop (TAXI-SHARE-06).
    case state(aboard: Int32, nextStop: PassengerID?)
    /// All shares (TAXI-SHARE-11).
    case feeShares([FeeShare])
}
