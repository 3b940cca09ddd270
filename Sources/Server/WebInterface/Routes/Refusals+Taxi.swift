// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TaxiRules
import TaxiService

extension Refusals {
    /// The problem of an error of the taxi service; nil for other errors.
    static func ofTaxis(_ error: any Error) -> Problem? {
        switch error {
        case let error as LocationError:
            switch error {
            case .badLatitude: fault("latitude", "must be from -90 to 90")
            case .badLongitude: fault("longitude", "must be from -180 to 180")
            case .access(let error): problem(error)
            }
        case let error as CallError: call(error)
        case let error as ArrivalError:
            switch error {
            case .noTaxiComing: Problem(409, "noTaxiComing", rule: "TAXI-CALL-17", "No taxi is on its way.")
            case .access(let error): problem(error)
            }
        case let error as StatusError:
            switch error {
            case .noLocation: Problem(409, "noLocation", rule: "API-05", "No location was reported before.")
            case .refused(let refusal): problem(refusal.word, statuses)
            case .access(let error): problem(error)
            }
        case let error as OfferError:
            switch error {
            case .notPending: Problem(409, "notPending", rule: "API-09", "The offer has ended.")
            case .access(let error): problem(error)
            }
        case let error as RideError: ride(error)
        case let error as ReservationError: reservation(error)
        case let error as CancelError:
            switch error {
            case .refused(let refusal): problem(refusal.word, cancellations)
            case .access(let error): problem(error)
            }
        case let error as ShareError:
            switch error {
            case .notCalled(let error): call(error)
            case .notReserved(let error): reservation(error)
            case .refused(let refusal): problem(refusal.word, joins)
            case .access(let error): problem(error)
            }
        default: nil
        }
    }

    private static func fault(_ field: String, _ says: String) -> Problem {
        Problem(
            422, "badForm", rule: "API-04", "The form breaks a rule.", faults: [Problem.Fault(field: field, says: says)]
        )
    }

    private static func call(_ error: CallError) -> Problem {
        switch error {
        case .refused(let refusal): problem(refusal.word, calls)
        case .aborted(let reason): Problem(409, reason.word, rule: "TAXI-CALL-EXC", "The call ended without a taxi.")
        case .unknownRequest: Problem(404, "unknownRequest", "This is not the last call of this person.")
        case .access(let error): problem(error)
        }
    }

    private static func ride(_ error: RideError) -> Problem {
        switch error {
        case .noPassengerAboard: Problem(409, "noPassengerAboard", rule: "TAXI-QUEUE-08", "Nobody is aboard.")
        case .notYourRide: Problem(404, "notYourRide", "The driver has no such ride.")
        case .tooEarly:
            Problem(
                409, "tooEarly", rule: "TAXI-OFFER-09", "The taxi is not there yet, or the time to wait is not over.")
        case .badTravelerCount:
            Problem(422, "badTravelerCount", rule: "DEC-BOARD-COUNT", "The taxi does not seat so many.")
        case .unknown: Problem(403, "unknown", "No taxi belongs to this driver.")
        case .access(let error): problem(error)
        }
    }

    private static func reservation(_ error: ReservationError) -> Problem {
        switch error {
        case .refused(let refusal): problem(refusal.word, reservations)
        case .access(let error): problem(error)
        }
    }

    static let calls: [String: Meaning] = [
        "noPosition": Meaning(422, "TAXI-CALL-01", "The call has no position."),
        "gpsTooCoarse": Meaning(422, "TAXI-CALL-01A", "The position is not exact enough."),
        "webNeedsAddress": Meaning(422, "TAXI-CALL-01C", "A web page gives an address."),
        "addressOutsideCity": Meaning(422, "TAXI-CALL-01B", "The address is outside the city."),
        "outsideZones": Meaning(422, "TAXI-CALL-01D", "No zone of the service has this place."),
        "badTravelerCount": Meaning(422, "TAXI-CALL-02", "No taxi seats so many."),
        "alreadyWaiting": Meaning(409, "TAXI-CALL-18", "A call is open."),
        "alreadyTraveling": Meaning(409, "TAXI-CALL-19", "The passenger is traveling."),
        "notPrepared": Meaning(409, "TAXI-CALL-03", "The call was not prepared."),
        "missingDestination": Meaning(422, "TAXI-SHARE-12", "A shared ride needs a destination."),
        "notStored": Meaning(503, "TAXI-CALL-21", "It could not be stored, so it was not done."),
    ]

    static let statuses: [String: Meaning] = [
        "outsideZones": Meaning(409, "TAXI-QUEUE-03", "The taxi is outside all zones."),
        "shiftLimit": Meaning(409, "OPS-05", "The limit of the shift is reached."),
        "licenceExpired": Meaning(403, "ACCOUNT-PROFILE-07", "The licence has expired."),
    ]

    static let reservations: [String: Meaning] = [
        "missingOrigin": Meaning(422, "TAXI-RESV-02", "The start is missing."),
        "missingDestination": Meaning(422, "TAXI-RESV-02", "The destination is missing."),
        "badTravelerCount": Meaning(422, "TAXI-RESV-03", "No taxi seats so many."),
        "webNeedsAddress": Meaning(422, "DEC-WEB-LOCATION", "A web page gives an address."),
        "addressOutsideCity": Meaning(422, "TAXI-RESV-05", "The address is outside the city."),
        "outsideZones": Meaning(422, "TAXI-ZONE-01", "No zone of the service has this place."),
        "gpsTooCoarse": Meaning(422, "TAXI-RESV-06", "The position is not exact enough."),
        "missingTime": Meaning(422, "TAXI-RESV-07", "The time is missing."),
        "badTime": Meaning(422, "TAXI-RESV-08", "There is no such date and time."),
        "leadTime": Meaning(422, "TAXI-RESV-09", "The time is too soon or too far away."),
        "onePerHour": Meaning(409, "TAXI-RESV-13", "Another reservation is less than an hour away."),
        "notStored": Meaning(503, "TAXI-RESV-20", "It could not be stored, so it was not done."),
    ]

    static let cancellations: [String: Meaning] = [
        "tooLate": Meaning(409, "TAXI-RESV-17", "It is too late to cancel."),
        "unknown": Meaning(404, "TAXI-RESV-17", "There is no such reservation."),
    ]

    static let joins: [String: Meaning] = [
        "noSeats": Meaning(409, "TAXI-SHARE-07", "There are not enough seats."),
        "full": Meaning(409, "DEC-SHARE-CAPACITY", "The ride is full."),
        "boarded": Meaning(409, "TAXI-SHARE-05", "The ride has begun."),
        "removed": Meaning(409, "DEC-SHARE-RACE", "The ride is gone."),
        "infeasible": Meaning(409, "DEC-SHARE-MATCH", "The ride does not fit any more."),
        "onePerHour": Meaning(409, "DEC-ONE-PER-HOUR", "A reservation is less than an hour away."),
        "busy": Meaning(409, "TAXI-CALL-18", "A call is open, or the passenger is traveling."),
        "notSearched": Meaning(409, "TAXI-SHARE-12", "Search first."),
    ]
}
