// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityModel
public import TaxiRules

/// Why a trip was not reserved (API-07).
public typealias ReservationError = RefusedError<ReservationRefusal>

/// Why a reservation was not cancelled (TAXI-RESV-17).
public typealias CancelError = RefusedError<CancelRefusal>

extension RefusedError<ReservationRefusal> {
    init(_ refusal: ReservationRefusal) { self = refusal == .notLoggedIn ? .access(.notLoggedIn) : .refused(refusal) }
}

extension RefusedError<CancelRefusal> {
    init(_ refusal: CancelRefusal) { self = refusal == .notLoggedIn ? .access(.notLoggedIn) : .refused(refusal) }
}

/// Why there is no place on a shared ride (API-08).
public enum ShareError: ServiceError {
    /// The form broke a rule of calls.
    case notCalled(CallError)
    /// The form broke a rule of reservations.
    case notReserved(ReservationError)
    /// The ride could not be joined.
    case refused(JoinRefusal)
    /// The call did not reach the service.
    case access(AccessError)
}
