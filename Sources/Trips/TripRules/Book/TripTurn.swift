// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Travel times as a user's changes need them. Whoever calls the rules plans the journeys.
public protocol TripTravel {
    /// The one number of an ordered pair of places for the arrangement: unweighted, arriving in the given instant; nil without a
    /// route (issue 33, decision 3).
    func time(from start: Place, to end: Place, _ terms: TravelTerms, arriving: CityTime) -> TimeSpan?

    /// When one arrives who leaves in the given instant; nil without a route. It judges what was arranged (TRIP-LATE).
    func arrival(from start: Place, to end: Place, _ terms: TravelTerms, leaving: CityTime) -> CityTime?
}

/// One turn of the rules: what they are told, the numbers that they give, and what happened.
struct TripTurn {
    let parameters: TripParameters
    let travel: any TripTravel
    /// The user's last known position; nil where none is known, or may be read (SEC-10).
    let position: Place?
    let now: CityTime
    var numbers: TripNumbers
    var events: [TripEvent] = []

    var today: TripDay { TripDay(of: now) }
}

/// The last numbers given, over all users.
public struct TripNumbers: Hashable, Codable, Sendable {
    /// The last calendar's.
    public internal(set) var calendar: Int32 = 0
    /// The last appointment's.
    public internal(set) var appointment: Int32 = 0

    /// Numbers above those of another list too.
    func above(_ other: TripNumbers) -> TripNumbers {
        TripNumbers(calendar: max(calendar, other.calendar), appointment: max(appointment, other.appointment))
    }

    mutating func nextCalendar() -> TripCalendarID {
        calendar += 1
        return TripCalendarID(calendar)
    }

    mutating func nextAppointment() -> AppointmentID {
        appointment += 1
        return AppointmentID(appointment)
    }
}
