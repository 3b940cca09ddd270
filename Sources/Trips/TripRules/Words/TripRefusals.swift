// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why an appointment was not added, changed, moved or deleted; nothing was changed (TRIP-R15 to -R18, TRIP-EDIT).
public enum AppointmentRefusal: UInt8, EventWord, Error {
    /// No description was entered (TRIP-R15).
    case missingDescription
    /// No time was entered (TRIP-R15).
    case missingTime
    /// The description is longer than the service keeps.
    case longDescription
    /// The end is not after the start (INV-EventTimes).
    case badTimes
    /// It takes longer than the service keeps, or lies in no year that it knows.
    case outOfRange
    /// The window is not of one day, or shorter than what is to be placed in it (TRIP-R17).
    case badWindow
    /// Its occurrences of one week overlap each other (TRIP-R18).
    case overlapsItself
    /// No means of transport is ticked (TRIP-R20).
    case noMeans
    /// No calendar of the user has this number.
    case unknownCalendar
    /// No appointment of the user has this number, or not any more (issue 33, decision 12).
    case unknownAppointment
    /// It overlaps another one of its calendar (TRIP-OVERLAP).
    case overlap
    /// The flexible ones of a day have no arrangement with it (TRIP-FLEX).
    case noFit
    /// It, or the next one after it, cannot be reached in time, and the service is strict (TRIP-LATE).
    case unreachable
    /// The user has as many as the service keeps.
    case tooMany
}

/// Why a calendar was not added, changed or removed; nothing was changed.
public enum CalendarRefusal: UInt8, EventWord, Error {
    /// It has no name (TRIP-R27).
    case missingName
    /// The name is longer than the service keeps.
    case longName
    /// No calendar of the user has this number.
    case unknownCalendar
    /// It is the user's last one (INV-UserHasCalendar).
    case last
    /// The user has as many as the service keeps.
    case tooMany
}

/// Why a preference was not changed (TRIP-PREF).
public enum PreferenceRefusal: UInt8, EventWord, Error {
    /// A negative limit, or one above what the service takes (TRIP-R23).
    case badLimit
    /// The window's end is not after its start, or not of one day (INV-TransitWindow).
    case badWindow
    /// Lunch takes no time, or longer than its window (TRIP-LUNCH).
    case badLunch
    /// No outside service offers these means: they cannot be switched on or off (TRIP-R26).
    case notAService
    /// More preferred providers than the service keeps.
    case tooMany
}

/// Why a change was not looked at.
public enum ChangeRefusal: UInt8, EventWord, Error {
    /// The user has no record.
    case unknownUser
    /// The user has one already (ACCOUNT-TRIP-R1).
    case knownUser
    /// It was taken before (issue 33, decision 12).
    case duplicate
    /// Its number or its device's is not positive.
    case badNumber
    /// The user has as many devices as the service keeps.
    case tooManyDevices
    /// It could not be stored durably, so it is not made.
    case notKept
}

/// Why there is no plan for an occurrence.
public enum PlanRefusal: UInt8, EventWord, Error {
    /// No occurrence of the user's has this number and start, or none with a place ahead.
    case unknownOccurrence
    /// It lies outside the region that the planner serves (AVAIL-05).
    case outsideRegion
    /// Nobody knows where the journey would begin: no event before it, and no position that may be read (SEC-10).
    case noOrigin
    /// Means, limits, window, weather or strike leave no route (TRIP-LATE).
    case noRoute
}
