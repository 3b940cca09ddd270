// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A calendar of a user: a name and a colour under which appointments are kept (TRIP-R27, TRIP-R28).
public struct TripCalendar: Hashable, Codable, Sendable {
    /// Its number, over all users.
    public let id: TripCalendarID
    /// Its name, which may be another calendar's too.
    public internal(set) var name: String
    /// Its colour.
    public internal(set) var colour: CalendarColour
}
