// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Which rule a reservation broke (API-07).
public enum ReservationError: ServiceError {
    /// TAXI-RESV-02.
    case missingOrigin
    /// TAXI-RESV-02.
    case missingDestination
    /// TAXI-RESV-03.
    case badTravelerCount
    /// DEC-WEB-LOCATION.
    case webNeedsAddress
    /// TAXI-RESV-05.
    case addressOutsideCity
    /// TAXI-ZONE-01.
    case outsideZones
    /// TAXI-RESV-06.
    case gpsTooCoarse
    /// TAXI-RESV-07.
    case missingTime
    /// TAXI-RESV-08.
    case badTime
    /// TAXI-RESV-09.
    case leadTime
    /// TAXI-RESV-13.
    case onePerHour
    /// TAXI-RESV-20.
    case notStored
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: ReservationRefusal) {
        self =
            switch refusal {
            case .missingOrigin: .missingOrigin
            case .missingDestination: .missingDestination
            case .badTravelerCount: .badTravelerCount
            case .webNeedsAddress: .webNeedsAddress
            case .addressOutsideCity: .addressOutsideCity
            case .outsideZones: .outsideZones
            case .gpsTooCoarse: .gpsTooCoarse
            case .missingTime: .missingTime
            case .badTime: .badTime
            case .leadTime: .leadTime
            case .onePerHour: .onePerHour
            case .notStored: .notStored
            case .notLoggedIn: .access(.notLoggedIn)
            }
    }
}

/// Why a reservation was not cancelled (TAXI-RESV-17).
public enum CancelError: ServiceError {
    /// Less than 2 h before the pick-up.
    case tooLate
    /// No such reservation of this passenger.
    case unknown
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: CancelRefusal) {
        self =
            switch refusal {
            case .tooLate: .tooLate
            case .unknown: .unknown
            case .notLoggedIn: .access(.notLoggedIn)
            }
    }
}

/// Why there is no place on a shared ride (API-08).
public enum ShareError: ServiceError {
    /// The form broke a rule of calls.
    case refused(CallError)
    /// The form broke a rule of reservations.
    case notReserved(ReservationError)
    /// TAXI-SHARE-07.
    case noSeats
    /// DEC-SHARE-CAPACITY.
    case full
    /// TAXI-SHARE-05.
    case boarded
    /// The ride is gone.
    case removed
    /// DEC-SHARE-MATCH.
    case infeasible
    /// DEC-ONE-PER-HOUR.
    case onePerHour
    /// TAXI-CALL-18.
    case busy
    /// The passenger has not searched.
    case notSearched
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: JoinRefusal) {
        self =
            switch refusal {
            case .noSeats: .noSeats
            case .full: .full
            case .boarded: .boarded
            case .removed: .removed
            case .infeasible: .infeasible
            case .onePerHour: .onePerHour
            case .busy: .busy
            case .notSearched: .notSearched
            }
    }
}
