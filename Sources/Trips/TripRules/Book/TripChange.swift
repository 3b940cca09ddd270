// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a device asks for; it may have been asked without link, long before it arrives (TRIP-OFFLINE).
public enum TripChange: Hashable, Codable, Sendable {
    /// Adds a calendar (TRIP-R27).
    case addCalendar(name: String, colour: CalendarColour)
    /// Changes name and colour of a calendar (TRIP-R28).
    case changeCalendar(TripCalendarID, name: String, colour: CalendarColour)
    /// Removes a calendar with all that is in it.
    case removeCalendar(TripCalendarID)
    /// Adds an appointment (TRIP-R15).
    case add(AppointmentForm)
    /// Edits one as a whole; without a calendar it stays in its own (TRIP-EDIT).
    case edit(AppointmentName, AppointmentForm)
    /// Puts one into another calendar (INV-EventOneCalendar).
    case move(AppointmentName, to: TripCalendarID)
    /// Deletes one, of a series all occurrences (TRIP-EDIT).
    case delete(AppointmentName)
    /// Sets a preference (TRIP-PREF).
    case prefer(PreferenceChange)
}
