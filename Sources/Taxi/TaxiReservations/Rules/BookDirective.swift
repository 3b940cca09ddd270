// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// What the reservation rules tell the book to do, in order.
public enum BookDirective: Hashable, Sendable {
    /// Store a new reservation durably. When that fails, leave out all that follows and call `notStored`.
    case store(Reservation)
    /// Store what changed of a reservation.
    case update(Reservation)
    /// Take a reservation out of the store.
    case erase(ReservationID)
    /// Note a fact in the event log.
    case note(ReservationEvent)
    /// Tell a passenger's client.
    case notify(PassengerID, ReservationNotice)
    /// Call `due` at this time, and not at the time planned before.
    case wake(ReservationID, at: CityTime)
    /// Do not call `due`.
    case letSleep(ReservationID)
    /// Make the stored reservation a pending shared ride of all its members (TAXI-RESV-15, TAXI-RESV-20).
    case openRide(Reservation)
    /// Take a passenger off the shared ride.
    case takeOff(PassengerID, ReservationID, LeaveReason)
    /// Take a passenger off a request that goes on with others.
    case detach(PassengerID, RequestID)
    /// The shared ride of the reservation ends without a request.
    case removeRide(ReservationID, RideRemoval)
    /// Get a number for the request with these riders and call `activate`.
    case activate(ReservationID, [Rider])
    /// The shared ride becomes this request.
    case rideActivated(ReservationID, RequestID)
    /// Place the request of the reservation.
    case place(Reservation, as: RequestID)
    /// Take back a request that no driver has accepted.
    case withdraw(RequestID)
}
