// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// Somebody who plans days with the service.
    public enum TripUser {}
    /// One of a user's calendars.
    public enum TripCalendar {}
    /// A planned activity (glossary: calendar event, appointment).
    public enum Appointment {}
    /// A phone or tablet on which a user plans.
    public enum TripDevice {}
    /// Who lends vehicles, or runs lines.
    public enum TripProvider {}
}

/// The number of a user. Whoever recognises users gives it (ACCOUNT-TRIP-R1).
public typealias TripUserID = ID<Tag.TripUser>
/// The number of a calendar, over all users.
public typealias TripCalendarID = ID<Tag.TripCalendar>
/// The number of an appointment, over all users; its occurrences share it.
public typealias AppointmentID = ID<Tag.Appointment>
/// The number of a device, among those of its user.
public typealias TripDeviceID = ID<Tag.TripDevice>
/// The number of a provider of vehicles.
public typealias TripProviderID = ID<Tag.TripProvider>

extension ID where Thing == Tag.Appointment {
    /// What stands in the place of a number for the daily lunch, which nobody entered (TRIP-LUNCH).
    public static var lunch: AppointmentID { AppointmentID(0 as Int32) }
}
