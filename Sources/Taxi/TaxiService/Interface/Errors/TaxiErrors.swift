// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityModel
public import TaxiRules

/// Why a location was not taken (API-04).
public enum LocationError: ServiceError {
    /// Not from -90 to 90 degrees.
    case badLatitude
    /// Not from -180 to 180 degrees.
    case badLongitude
    /// The call did not reach the service.
    case access(AccessError)
}

/// Why a call was refused, or ended without a taxi (API-06B).
public enum CallError: ServiceError {
    /// The call broke this rule; without a meeting point or an earlier report of the location, `noPosition`.
    case refused(CallRefusal)
    /// The call was stored and ended without a taxi, for this reason (DEC-API-BLOCKING).
    case aborted(AbortReason)
    /// The request is not the passenger's last one.
    case unknownRequest
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: CallRefusal) {
        self = refusal == .notLoggedIn ? .access(.notLoggedIn) : .refused(refusal)
    }
}

/// Why there is no estimate (API-06C).
public enum ArrivalError: ServiceError {
    /// No taxi is on its way for this request: none accepted yet, or the passenger is aboard (TAXI-CALL-17).
    case noTaxiComing
    /// The call did not reach the service.
    case access(AccessError)
}

/// Why a driver is not in service (API-05).
public enum StatusError: ServiceError {
    /// No location was reported before.
    case noLocation
    /// The service refused it.
    case refused(StatusRefusal)
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: StatusRefusal) {
        self = refusal == .notLoggedIn ? .access(.notLoggedIn) : .refused(refusal)
    }
}

/// Why an answer to an offer does not count (API-09).
public enum OfferError: ServiceError {
    /// The offer is not pending with this driver: it has ended, or is somebody else's.
    case notPending
    /// The call did not reach the service.
    case access(AccessError)
}

/// Why a word about a ride was refused (API-05).
public enum RideError: ServiceError {
    /// TAXI-QUEUE-08, TAXI-OFFER-09.
    case noPassengerAboard
    /// The driver has no such ride.
    case notYourRide
    /// The taxi is too far from the meeting point, or the waiting time is not over.
    case tooEarly
    /// DEC-BOARD-COUNT.
    case badTravelerCount
    /// No taxi belongs to this driver.
    case unknown
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: MessageRefusal) {
        self =
            switch refusal {
            case .noPassengerAboard: .noPassengerAboard
            case .notYourRide, .notYourOffer: .notYourRide
            case .tooEarly: .tooEarly
            case .badTravelerCount: .badTravelerCount
            case .unknown: .unknown
            case .notLoggedIn: .access(.notLoggedIn)
            }
    }
}
