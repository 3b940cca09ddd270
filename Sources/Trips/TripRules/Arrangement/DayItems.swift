// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What does not move when a day is arranged: a standard occurrence, or a flexible one that has begun.
public struct FixedItem: Hashable, Sendable {
    /// Whose occurrence it is.
    public let id: AppointmentID
    /// The calendar that it is in.
    public let calendar: TripCalendarID
    /// When it begins.
    public let start: CityTime
    /// When it ends: after `start`, and not part of it.
    public let end: CityTime
    /// Where it is, if anywhere.
    public let place: Place?

    /// Takes all of it.
    public init(id: AppointmentID, calendar: TripCalendarID, start: CityTime, end: CityTime, place: Place?) {
        (self.id, self.calendar, self.start, self.end, self.place) = (id, calendar, start, end, place)
    }
}

/// What is placed when a day is arranged: a flexible occurrence that has not begun (glossary: flexible event).
public struct FlexibleItem: Hashable, Sendable {
    /// Whose occurrence it is.
    public let id: AppointmentID
    /// The calendar that it is in.
    public let calendar: TripCalendarID
    /// When its window opens.
    public let opens: CityTime
    /// When its window closes: it has ended by then.
    public let closes: CityTime
    /// How long it takes, above zero.
    public let duration: TimeSpan
    /// Where it is, if anywhere.
    public let place: Place?

    /// Takes all of it.
    public init(
        id: AppointmentID, calendar: TripCalendarID, opens: CityTime, closes: CityTime, duration: TimeSpan,
        place: Place?
    ) {
        (self.id, self.calendar, self.opens, self.closes) = (id, calendar, opens, closes)
        (self.duration, self.place) = (duration, place)
    }
}

/// How long the way is between two occurrences of a day, as far as the arrangement looks at it: one number for each ordered pair
/// (issue 33, decision 3).
public protocol DayTravel {
    /// Unweighted travel time with the means and limits of the occurrence gone to, which is arrived at in the given instant; nil
    /// without a route.
    func time(from start: Place, to end: Place, of id: AppointmentID, arriving: CityTime) -> TimeSpan?
}

/// One day of one user, to be arranged.
public struct DayProblem: Sendable {
    /// What does not move, of all calendars, in any order; those of different calendars may overlap (TRIP-OVERLAP).
    public var fixed: [FixedItem]
    /// What is placed, in any order.
    public var flexible: [FlexibleItem]
    /// The lunch to keep free, in the user's first calendar (TRIP-LUNCH).
    public var lunch: FlexibleItem?
    /// Nothing is placed before it.
    public var now: CityTime
    /// Above so many flexible occurrences only the quick rule is tried: at most 12 (DEC-TRIP-FLEX).
    public var mostSearched: Int

    /// Takes all of it.
    public init(
        fixed: [FixedItem], flexible: [FlexibleItem], lunch: FlexibleItem? = nil, now: CityTime, mostSearched: Int = 8
    ) {
        (self.fixed, self.flexible, self.lunch) = (fixed, flexible, lunch)
        (self.now, self.mostSearched) = (now, mostSearched)
    }
}

/// What a flexible occurrence had to avoid in the arrangement that was found (DEC-TRIP-FLEX).
public enum ArrangementStep: UInt8, EventWord {
    /// All calendars, with travel.
    case withTravel
    /// All calendars, without.
    case withoutTravel
    /// What is in its own calendar only, without travel.
    case ownCalendar
}

/// A day that has been arranged.
public struct DayArrangement: Hashable, Sendable {
    /// Where one flexible occurrence was placed.
    public struct Placed: Hashable, Sendable {
        /// Whose occurrence it is.
        public let id: AppointmentID
        /// When it begins.
        public let start: CityTime
    }

    /// The step that found it.
    public let step: ArrangementStep
    /// The flexible occurrences, by end of window and number.
    public let placed: [Placed]
    /// When lunch begins; nil when there is none, or no room for it (LunchMissed).
    public let lunch: CityTime?
    /// Those that the way before them, with its one number, does not let be reached: by start. None after the first step.
    public let late: [AppointmentID]
}
