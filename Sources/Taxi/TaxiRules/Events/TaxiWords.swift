// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A driver's status (TAXI-QUEUE-15). In service means available or busy.
public enum DriverStatus: UInt8, EventWord {
    case offShift, available, busy
}

/// What changed a driver's status.
public enum StatusCause: UInt8, EventWord {
    /// The driver asked for it.
    case byHand
    /// The taxi left all zones (TAXI-QUEUE-12).
    case leftAllZones
    /// The driver accepted an offer.
    case accepted
    /// The ride ended.
    case rideEnded
    /// Nobody was at the meeting point, or the request ended before boarding (DEC-CALL-CANCEL).
    case released
    /// The shift limit was reached (OPS-05).
    case shiftLimit
    /// The driver logged out (TAXI-OFFER-08).
    case loggedOut
    /// The driver's licence is no longer valid (ACCOUNT-PROFILE-07).
    case licenceExpired
    /// Somebody got in on the street (DEC-STATUS-NAMES).
    case streetRide
}

/// Where a pick-up position comes from (TAXI-CALL-01A to 01C).
public enum PositionSource: UInt8, EventWord {
    case none, gps, address
}

/// How a driver's phone announces an offer (TAXI-OFFER-03).
public enum AlertMode: UInt8, EventWord {
    case sound, visual, both
}

/// Why the dispatcher refused a call; no request is created.
public enum CallRefusal: UInt8, EventWord {
    /// TAXI-CALL-01.
    case noPosition
    /// TAXI-CALL-01A: the error radius is above the limit.
    case gpsTooCoarse
    /// TAXI-CALL-01C.
    case webNeedsAddress
    /// TAXI-CALL-01B.
    case addressOutsideCity
    /// TAXI-CALL-01D.
    case outsideZones
    /// TAXI-CALL-02.
    case badTravelerCount
    /// TAXI-CALL-18.
    case alreadyWaiting
    /// TAXI-CALL-19.
    case alreadyTraveling
    /// TAXI-CALL-03: confirmed without a prepared call.
    case notPrepared
    /// The passenger has no live session.
    case notLoggedIn
    /// TAXI-SHARE-12.
    case missingDestination
    /// The call could not be stored durably, so it is not confirmed (TAXI-CALL-21). Only of a service with a store.
    case notStored
}

/// Why a request ended without a ride (TAXI-CALL-07, TAXI-CALL-24, DEC-ALL-REFUSED).
public enum AbortReason: UInt8, EventWord {
    case noDriver, allRefused, noTaxiLargeEnough
    /// The passenger gave up (DEC-CALL-CANCEL).
    case abandoned
    /// The run ended.
    case runEnded
}

/// Why an offer was taken back.
public enum WithdrawalReason: UInt8, EventWord {
    /// The driver left the zone (DEC-ZONE-EXIT-PENDING); no refusal.
    case zoneLeft
    /// The driver went off shift (DEC-OFFSHIFT-PENDING); counts as a refusal.
    case offShift
    /// The request ended; the driver keeps the position.
    case requestEnded
    /// The run ended.
    case runEnded
}

/// Why a driver left a zone queue.
public enum DequeueReason: UInt8, EventWord {
    case accepted, offShift, zoneChange, leftAllZones
    /// ACCOUNT-PROFILE-07; a pending offer counts as refused (DEC-LICENCE-EXPIRY).
    case licenceExpired
}

/// Why a driver joined a zone queue.
public enum EnqueueReason: UInt8, EventWord {
    case inService, rideEnded, zoneChange, released
}

/// Why a driver was moved to the bottom of the queue (TAXI-QUEUE-10).
public enum MoveReason: UInt8, EventWord {
    case refused, timedOut
}

/// Why a message of a driver or passenger was refused by the actor it was sent to.
public enum MessageRefusal: UInt8, EventWord {
    /// TAXI-OFFER-02.
    case notYourOffer
    /// TAXI-QUEUE-08, TAXI-OFFER-09.
    case noPassengerAboard
    /// The driver has no such ride.
    case notYourRide
    /// The driver is too far from the meeting point, or the time to wait for the passenger, of a shared ride for its owner,
    /// is not over.
    case tooEarly
    /// The number of travelers is below 1 or above the seats (DEC-BOARD-COUNT).
    case badTravelerCount
    /// Unknown driver, passenger, request or offer.
    case unknown
    /// The sender has no live session.
    case notLoggedIn
}

/// Why a wish to go in service was refused.
public enum StatusRefusal: UInt8, EventWord {
    /// TAXI-QUEUE-03.
    case outsideZones
    /// The driver has no live session (TAXI-OFFER-08).
    case notLoggedIn
    /// The shift limit is reached (OPS-05).
    case shiftLimit
    /// The stored licence is not valid (ACCOUNT-PROFILE-07).
    case licenceExpired
}

/// What a notice to a passenger says.
public enum NoticeKind: UInt8, EventWord {
    /// A driver accepted; carries the taxi code and the expected arrival (TAXI-CALL-13, TAXI-CALL-20).
    case accepted
    /// The request was aborted (TAXI-CALL-EXC).
    case error
    /// All eligible drivers are thinking about other offers (DEC-WAIT-PENDING).
    case waiting
    /// The ride was released before boarding.
    case released
    /// A driver reported the passenger (TAXI-REPORT-01).
    case badReport
    /// A module made a request of what the passenger reserved or shares.
    case stored
    /// The driver confirmed that the passenger is aboard.
    case aboard
    /// The ride is over.
    case rideEnded
    /// A notice of the reservation module.
    case reservation
    /// A notice of the sharing module.
    case sharing
}
