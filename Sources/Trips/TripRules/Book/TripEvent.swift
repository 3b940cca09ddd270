// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What happens to a user's calendars, appointments and preferences, under the names of the catalogue. Names and descriptions
/// never stand in it.
package enum TripEvent: Hashable, Sendable {
    // MARK: Users, calendars, preferences

    /// A user is known from now on, with a default calendar and settings (ACCOUNT-TRIP-R1).
    case userRecordCreated(user: TripUserID, calendar: TripCalendarID)
    /// A change was not looked at (TRIP-OFFLINE).
    case changeRefused(user: TripUserID, device: TripDeviceID, serial: Int32, reason: ChangeRefusal)
    /// A device's changes have been taken up to this one (TRIP-OFFLINE).
    case syncDone(user: TripUserID, device: TripDeviceID, serial: Int32)
    /// A calendar was added (TRIP-R27).
    case calendarAdded(user: TripUserID, calendar: TripCalendarID, colour: CalendarColour)
    /// Name or colour of a calendar was changed (TRIP-R28).
    case calendarChanged(user: TripUserID, calendar: TripCalendarID, colour: CalendarColour)
    /// A calendar is gone, and all in it.
    case calendarRemoved(user: TripUserID, calendar: TripCalendarID)
    /// A calendar was not added, changed or, as the last one, removed (INV-UserHasCalendar).
    case calendarRefused(user: TripUserID, calendar: TripCalendarID?, reason: CalendarRefusal)
    /// A preference was changed and kept (TRIP-PREF).
    case preferenceChanged(user: TripUserID, name: PreferenceName)
    /// A preference was not changed (TRIP-PREF).
    case preferenceRejected(user: TripUserID, name: PreferenceName, reason: PreferenceRefusal)

    // MARK: Appointments

    /// An appointment was added, with its times or its window, of a series those of its first occurrence (TRIP-R15, TRIP-R19).
    case eventAdded(
        user: TripUserID, event: AppointmentID, calendar: TripCalendarID, byDefault: Bool, from: CityTime,
        until: CityTime)
    /// An appointment was not added, changed, moved or deleted; nothing was changed.
    case eventRejected(user: TripUserID, event: AppointmentID?, reason: AppointmentRefusal)
    /// An appointment was edited (TRIP-EDIT).
    case eventChanged(user: TripUserID, event: AppointmentID, from: CityTime, until: CityTime)
    /// It went from one calendar to another (INV-EventOneCalendar).
    case eventMoved(user: TripUserID, event: AppointmentID, from: TripCalendarID, to: TripCalendarID)
    /// It is gone (TRIP-EDIT).
    case eventDeleted(user: TripUserID, event: AppointmentID)

    // MARK: Arrangement

    /// A flexible occurrence, or lunch, has a start (TRIP-R17, TRIP-LUNCH).
    case eventPlaced(user: TripUserID, event: AppointmentID, start: CityTime)
    /// It has another one on the same day (TRIP-R16, TRIP-FLEX).
    case flexibleMoved(user: TripUserID, event: AppointmentID, from: CityTime, to: CityTime)
    /// It finds no room on a day (issue 33, decision 6).
    case notPlaced(user: TripUserID, event: AppointmentID, day: CityTime)
    /// Lunch finds no room on a day (TRIP-LUNCH).
    case lunchMissed(user: TripUserID, day: CityTime)
    /// An occurrence cannot be reached in time (TRIP-LATE).
    case unreachableWarning(user: TripUserID, event: AppointmentID, start: CityTime)
}
