// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A fact of the taxi service. Every value is plain bytes: no text, no references, so that noting one allocates nothing.
///
/// The names are those of the requirements catalogue. `TaxiEvent+Kinds.swift` describes each.
public enum TaxiEvent: Hashable, Sendable {
    // Set-up
    /// A driver of the scenario: one Taxi actor, driver plus vehicle (TAXI-ASSUME-08, INV-DriverMandatoryData).
    case driverRegistered(driver: DriverID, seats: Int32, licence: Int32, plate: Int32)
    /// A zone queue was opened: exactly one for each zone (INV-UniqueTaxiZone).
    case zoneOpened(zone: ZoneID)

    // Sessions
    /// A driver's client session began or ended (TAXI-ASSUME-02).
    case driverSession(driver: DriverID, loggedIn: Bool)
    /// A passenger's client session began or ended.
    case passengerSession(passenger: PassengerID, loggedIn: Bool, client: ClientKind)
    /// A notice was kept for a passenger who is logged out (TAXI-OFFER-08). `request` is nil for a notice of a module, which
    /// is about a reservation or a shared ride.
    case noticeHeld(passenger: PassengerID, request: RequestID?, kind: NoticeKind)
    /// A kept notice was delivered at the next login.
    case noticeDelivered(passenger: PassengerID, request: RequestID?, kind: NoticeKind, delay: TimeSpan)
    /// A message was lost on the way; only when the scenario switches loss on (TAXI-ASSUME-01). `sender` is the driver's or
    /// passenger's number; of somebody without a role it is the client's number with a minus sign.
    case messageLost(fromDriver: Bool, sender: Int32)

    // Calls
    /// A passenger opened the call form (TAXI-CALL-03).
    case callPrepared(passenger: PassengerID)
    /// The pick-up position is known (TAXI-CALL-01A to 01C).
    case positionChosen(passenger: PassengerID, source: PositionSource, radius: Distance)
    /// The passenger confirmed the call.
    case callConfirmed(passenger: PassengerID, client: ClientKind)
    /// The call broke a rule; no request exists.
    case callRefused(passenger: PassengerID, reason: CallRefusal)
    /// The request was stored, before any driver is asked (TAXI-CALL-21).
    case requestStored(
        request: RequestID, passenger: PassengerID, zone: ZoneID, travelers: Int32, source: PositionSource, place: Place
    )
    /// The stored request is a travel planner's: links its number with the number of the planned leg (API-11).
    case tripTaxiRequested(request: RequestID, passenger: PassengerID, reference: Int64)
    /// Every eligible driver holds another offer: the request waits (DEC-WAIT-PENDING).
    case requestWaiting(request: RequestID, zone: ZoneID)
    /// Nobody of a zone could be asked, or everybody refused: the request is put to the drivers of another one around its own, or
    /// comes back to its own. Only with `TaxiParameters.neighbourRings`.
    case requestHandedOver(request: RequestID, from: ZoneID, to: ZoneID)
    /// The service sent a free taxi to a zone that has few for its calls (`FreeTaxis`).
    case taxiSent(driver: DriverID, from: ZoneID, to: ZoneID)
    /// The request ended without a ride.
    case requestAborted(request: RequestID, zone: ZoneID, reason: AbortReason)
    /// The passenger gave up before boarding (DEC-CALL-CANCEL).
    case passengerAbandoned(request: RequestID, passenger: PassengerID)

    // Offers
    /// A request was put to a driver (TAXI-OFFER-01 to 07D). `place` counts from 0 at the top of the queue; `cell` is the
    /// middle of a cell, never the exact position (DEC-OFFER-LOCATION).
    case offerSent(
        offer: OfferID, request: RequestID, driver: DriverID, zone: ZoneID, place: Int32, travelers: Int32,
        meetingTime: CityTime, estimatedMeeting: CityTime, cell: Place)
    /// The offer reached the driver's phone (TAXI-CALL-08).
    case driverNotified(offer: OfferID, driver: DriverID, alert: AlertMode)
    /// The driver accepted.
    case offerAccepted(offer: OfferID, request: RequestID, driver: DriverID)
    /// The driver refused.
    case offerRefused(offer: OfferID, request: RequestID, driver: DriverID)
    /// The deadline passed without an answer (TAXI-OFFER-06).
    case offerTimedOut(offer: OfferID, request: RequestID, driver: DriverID)
    /// The offer was taken back.
    case offerWithdrawn(offer: OfferID, request: RequestID, driver: DriverID, reason: WithdrawalReason)
    /// An answer came after its offer had ended.
    case lateAnswerIgnored(offer: OfferID, driver: DriverID)
    /// A message was refused by the actor it was sent to.
    case requestRefused(driver: DriverID, reason: MessageRefusal)

    // Queues and statuses
    /// A driver joined the bottom of a zone queue; `place` counts from 0.
    case driverEnqueued(driver: DriverID, zone: ZoneID, place: Int32, reason: EnqueueReason)
    /// A driver left a zone queue.
    case driverDequeued(driver: DriverID, zone: ZoneID, reason: DequeueReason)
    /// A driver went to the bottom of the same queue.
    case driverMovedToBottom(driver: DriverID, zone: ZoneID, reason: MoveReason)
    /// A driver's status changed.
    case statusChanged(driver: DriverID, from: DriverStatus, to: DriverStatus, cause: StatusCause)
    /// A wish to go in service was refused.
    case statusRefused(driver: DriverID, reason: StatusRefusal)
    /// A change that the state machine does not know was asked for; must never happen (TAXI-QUEUE-15).
    case illegalTransition(driver: DriverID, from: DriverStatus, to: DriverStatus)
    /// A driver reached the legal shift limit (OPS-05).
    case shiftLimitReached(driver: DriverID)
    /// A taxi reported its position; `odometer` counts from the driver's first shift.
    case positionReported(driver: DriverID, place: Place, odometer: Distance)

    // Rides
    /// The driver's phone began to guide to the exact position (TAXI-CALL-11).
    case navigationStarted(request: RequestID, driver: DriverID, target: Place)
    /// A notice was sent to a passenger; `taxi`, `eta` and `position`, the taxi's, only when a driver accepted
    /// (TAXI-RESV-12).
    case passengerNotified(
        passenger: PassengerID, request: RequestID, kind: NoticeKind, reason: AbortReason?, taxi: DriverID?,
        eta: CityTime?, position: Place?)
    /// The passenger's client fetched a new estimate (TAXI-CALL-14).
    case etaUpdated(request: RequestID, passenger: PassengerID, eta: CityTime)
    /// The passenger was shown the taxi's position (TAXI-CALL-12).
    case taxiPositionSent(request: RequestID, passenger: PassengerID, driver: DriverID, place: Place)
    /// The taxi came within reach of the meeting point (TAXI-CALL-16).
    case boardingPrompted(request: RequestID, driver: DriverID)
    /// The driver confirmed boarding (TAXI-CALL-17).
    case passengerAboard(
        request: RequestID, passenger: PassengerID, driver: DriverID, travelers: Int32, odometer: Distance)
    /// The request is done: the passenger is aboard.
    case requestFulfilled(request: RequestID, passenger: PassengerID)
    /// The ride ended before boarding (DEC-CALL-CANCEL).
    case rideReleased(request: RequestID, passenger: PassengerID, driver: DriverID)
    /// The last traveler was dropped.
    case rideEnded(
        request: RequestID, passenger: PassengerID, driver: DriverID, place: Place, odometer: Distance)
    /// The ride ended outside all zones (DEC-OUT-OF-ZONE).
    case rideEndedOutsideZones(request: RequestID, driver: DriverID)
    /// A driver reported a passenger (TAXI-REPORT-01); `count` is the passenger's new total.
    case badCustomerReported(driver: DriverID, passenger: PassengerID, count: Int32)

    // Modules and rides of several passengers
    /// A message for a module that is switched off (TAXI-RESV-01, API-10).
    case moduleRefused(passenger: PassengerID, module: ModuleName)
    /// A module asked for data that it did not declare (SEC-05).
    case moduleAccessDenied(module: ModuleName, data: DataKind)
    /// One more passenger is on a request, with so many travelers.
    case passengerAttached(request: RequestID, passenger: PassengerID, travelers: Int32)
    /// A passenger is no longer on a request that goes on.
    case passengerDetached(request: RequestID, passenger: PassengerID)
    /// One more passenger is aboard, beside the one of `passengerAboard`, whose number of travelers counts all.
    case companionAboard(request: RequestID, passenger: PassengerID, travelers: Int32)
    /// A passenger left a ride that goes on.
    case companionDropped(
        request: RequestID, passenger: PassengerID, driver: DriverID, place: Place, odometer: Distance)
}
