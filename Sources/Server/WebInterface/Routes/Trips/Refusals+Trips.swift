// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TripRules
import TripService

extension Refusals {
    /// The problem of an error of the planner and of the accounts by device; nil for other errors.
    static func ofTrips(_ error: any Error) -> Problem? {
        switch error {
        case let error as DeviceError: refused(error) { problem($0.word, devices) }
        case let error as AppointmentError: changed(error) { problem($0.word, appointments) }
        case let error as CalendarError: changed(error) { problem($0.word, calendars) }
        case let error as PreferenceError: changed(error) { problem($0.word, preferences) }
        case let error as SyncError: refused(error) { problem($0.word, changes) }
        case let error as RouteError: refused(error) { problem($0.word, plans) }
        case let error as TripTicketError: refused(error) { problem($0.word, tripTickets) }
        case let error as VehicleError: refused(error) { problem($0.word, vehicles) }
        default: nil
        }
    }

    private static func changed<Refusal>(
        _ error: ChangeError<Refusal>, _ problem: (Refusal) -> Problem
    ) -> Problem {
        switch error {
        case .refused(let refusal): problem(refusal)
        case .notTaken(let refusal): Self.problem(refusal.word, changes)
        case .access(let error): Self.problem(error)
        }
    }

    static let devices: [String: Meaning] = [
        "badIdentifier": Meaning(422, "ACCOUNT-TRIP-R1", "The device gives no identifier of an account."),
        "notStored": Meaning(503, "AVAIL-02", "It could not be stored, so it was not done."),
    ]

    static let appointments: [String: Meaning] = [
        "missingDescription": Meaning(422, "TRIP-R15", "The description is missing."),
        "missingTime": Meaning(422, "TRIP-R15", "The time is missing."),
        "longDescription": Meaning(422, "TRIP-R15", "The description is too long."),
        "badTimes": Meaning(422, "TRIP-R16", "The end must be after the start."),
        "outOfRange": Meaning(422, "TRIP-R16", "It takes too long, or lies in no year that is known."),
        "badWindow": Meaning(422, "TRIP-R17", "The window must be of one day, and hold the event."),
        "overlapsItself": Meaning(422, "TRIP-R18", "Its occurrences of one week overlap."),
        "noMeans": Meaning(422, "TRIP-R20", "At least one means of transport is needed."),
        "unknownCalendar": Meaning(404, "TRIP-R19", "There is no such calendar."),
        "unknownAppointment": Meaning(404, "TRIP-EDIT", "There is no such event."),
        "overlap": Meaning(409, "TRIP-OVERLAP", "Another event of the calendar is at this time."),
        "noFit": Meaning(409, "TRIP-FLEX", "The flexible events of the day have no room beside it."),
        "unreachable": Meaning(409, "TRIP-LATE", "It, or the next event, cannot be reached in time."),
        "tooMany": Meaning(409, "TRIP-R15", "There are as many events as are kept."),
    ]

    static let calendars: [String: Meaning] = [
        "missingName": Meaning(422, "TRIP-R27", "The name is missing."),
        "longName": Meaning(422, "TRIP-R27", "The name is too long."),
        "unknownCalendar": Meaning(404, "TRIP-R28", "There is no such calendar."),
        "last": Meaning(409, "TRIP-R19", "The last calendar stays."),
        "tooMany": Meaning(409, "TRIP-R27", "There are as many calendars as are kept."),
    ]

    static let preferences: [String: Meaning] = [
        "badLimit": Meaning(422, "TRIP-R23", "The limit is out of range."),
        "badWindow": Meaning(422, "TRIP-R24", "The window must end after it begins, on one day."),
        "badLunch": Meaning(422, "TRIP-LUNCH", "Lunch must take some time, and fit into its window."),
        "notAService": Meaning(422, "TRIP-R26", "No outside service offers these means."),
        "tooMany": Meaning(422, "TRIP-PREF", "There are as many providers as are kept."),
    ]

    static let changes: [String: Meaning] = [
        "unknownUser": Meaning(409, "ACCOUNT-TRIP-R1", "The planner must be opened first."),
        "knownUser": Meaning(409, "ACCOUNT-TRIP-R1", "The user has a record."),
        "duplicate": Meaning(409, "TRIP-OFFLINE", "The change was taken before."),
        "badNumber": Meaning(422, "TRIP-OFFLINE", "The numbers of devices and changes are above 0."),
        "tooManyDevices": Meaning(409, "TRIP-OFFLINE", "There are as many devices as are kept."),
        "notKept": Meaning(503, "AVAIL-02", "It could not be kept, so it was not done."),
    ]

    static let plans: [String: Meaning] = [
        "unknownOccurrence": Meaning(404, "TRIP-R9", "There is no such event with a place ahead."),
        "outsideRegion": Meaning(409, "AVAIL-05", "It lies outside the region of the planner."),
        "noOrigin": Meaning(409, "SEC-10", "Nobody knows where the journey would begin."),
        "noRoute": Meaning(409, "TRIP-LATE", "Means, limits, weather or strike leave no route."),
    ]

    static let tripTickets: [String: Meaning] = [
        "noRouteViewed": Meaning(409, "TRIP-TICKET-EXC", "A route must be looked at first."),
        "noSuchLeg": Meaning(409, "TRIP-TICKET-EXC", "The route has no leg of this company."),
        "noCredit": Meaning(409, "TRIP-TICKET-EXC", "The phone's credit is too small."),
        "badCount": Meaning(422, "TRIP-TICKET", "From 1 to 20 tickets are sold at once."),
    ]

    static let vehicles: [String: Meaning] = [
        "unknownVehicle": Meaning(404, "TRIP-VEHICLE", "There is no such vehicle."),
        "taken": Meaning(409, "TRIP-VEHICLE", "Somebody else has the vehicle."),
        "holdsAnother": Meaning(409, "TRIP-VEHICLE", "The user has another vehicle."),
        "notHeld": Meaning(409, "TRIP-VEHICLE", "The user does not have the vehicle, or not any more."),
    ]
}
