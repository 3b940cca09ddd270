// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A driver together with the one taxi that the driver drives (TAXI-ASSUME-08).
    public enum Driver {}
    /// A person in the role of taxi user.
    public enum Passenger {}
    /// A confirmed wish for a taxi.
    public enum Request {}
    /// A request put to one driver.
    public enum Offer {}
    /// A wish for a taxi at an agreed time.
    public enum Reservation {}
    /// A ride that several passengers may share.
    public enum SharedRide {}
}

/// The number of a driver and of the driver's taxi: one driver has one taxi, so one number serves both.
public typealias DriverID = ID<Tag.Driver>
/// The number of a passenger.
public typealias PassengerID = ID<Tag.Passenger>
/// The number of a request. The ride that follows an acceptance keeps the number of its request.
public typealias RequestID = ID<Tag.Request>
/// The number of an offer.
public typealias OfferID = ID<Tag.Offer>
/// The number of a reservation.
public typealias ReservationID = ID<Tag.Reservation>
/// The number of a shared ride. It exists before its request, and keeps its number with it.
public typealias SharedRideID = ID<Tag.SharedRide>
