// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A fact of the reservation module. Plain bytes, like `TaxiEvent`; the names are those of the requirements catalogue.
public enum ReservationEvent: Hashable, Sendable {
    /// A reservation was confirmed and stored (TAXI-RESV-03, -04, -20).
    case reservationStored(
        reservation: ReservationID, passenger: PassengerID, zone: ZoneID, travelers: Int32, pickUp: CityTime,
        shared: Bool)
    /// A reservation broke a rule; nothing was stored.
    case reservationRejected(passenger: PassengerID, reason: ReservationRefusal)
    /// A position was entered in a field of the form (TAXI-RESV-06).
    case fieldChosen(passenger: PassengerID, field: PositionField, source: PositionSource, radius: Distance)
    /// The reservation became a request of its zone (TAXI-RESV-10); `passenger` is the owner then.
    case reservationActivated(reservation: ReservationID, request: RequestID, passenger: PassengerID, zone: ZoneID)
    /// The passenger is busy at the activation (TAXI-RESV-22).
    case reservationHeld(reservation: ReservationID, passenger: PassengerID)
    /// The passenger was busy too long (TAXI-RESV-22).
    case reservationDropped(reservation: ReservationID, passenger: PassengerID)
    /// No driver could be asked, or a round failed; the reservation stays open (TAXI-RESV-21).
    case reservationWaiting(reservation: ReservationID, request: RequestID, reason: RoundFailure)
    /// A driver is asked again after a wait; counts from 1 for each reservation (TAXI-RESV-11).
    case reservationRetry(reservation: ReservationID, request: RequestID, count: Int32)
    /// A passenger cancelled or withdrew a reservation, or left a shared one (TAXI-RESV-17).
    case reservationCancelled(reservation: ReservationID, passenger: PassengerID)
    /// A wish to cancel was refused (TAXI-RESV-17).
    case cancelRefused(reservation: ReservationID, passenger: PassengerID, reason: CancelRefusal)
    /// A passenger looked at the own reservations (TAXI-RESV-18).
    case reservationsViewed(passenger: PassengerID, count: Int32, cancellable: Int32)
    /// The client did not send a reservation: the lead time is too short (TAXI-RESV-19).
    case reserveButtonDisabled(passenger: PassengerID)
    /// The run ended while the reservation was still looking for a driver (DEC-RESV-RETRY).
    case reservationUnserved(reservation: ReservationID, passenger: PassengerID)
    /// The reservation is settled: exactly one for each reservation.
    case reservationEnded(reservation: ReservationID, outcome: ReservationOutcome)
}
