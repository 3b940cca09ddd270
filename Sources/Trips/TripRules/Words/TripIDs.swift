// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension Tag {
    /// Somebody who plans days with the service.
    package enum TripUser {}
    /// One of a user's calendars.
    package enum TripCalendar {}
    /// A planned activity (glossary: calendar event, appointment).
    package enum Appointment {}
    /// A phone or tablet on which a user plans.
    package enum TripDevice {}
    /// Who lends vehicles, or runs lines.
    package enum TripProvider {}
}

/// The number of a user. Whoever recognises users gives it (ACCOUNT-TRIP-R1).
package typealias TripUserID = ID<Tag.TripUser>
/// The number of a calendar, over all users.
package typealias TripCalendarID = ID<Tag.TripCalendar>
/// The number of an appointment, over all users; its occurrences share it.
package typealias AppointmentID = ID<Tag.Appointment>
/// The number of a device, among those of its user.
package typealias TripDeviceID = ID<Tag.TripDevice>
/// The number of a provider of vehicles.
package typealias TripProviderID = ID<Tag.TripProvider>

extension ID where Thing == Tag.Appointment {
    /// What stands in the place of a number for the daily lunch, which nobody entered (TRIP-LUNCH).
    package static var lunch: AppointmentID { AppointmentID(0 as Int32) }
}
