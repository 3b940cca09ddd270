// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A calendar of a user: a name and a colour under which appointments are kept (TRIP-R27, TRIP-R28).
package struct TripCalendar: Hashable, Sendable {
    /// Its number, over all users.
    package let id: TripCalendarID
    /// Its name, which may be another calendar's too.
    package internal(set) var name: String
    /// Its colour.
    package internal(set) var colour: CalendarColour
}
