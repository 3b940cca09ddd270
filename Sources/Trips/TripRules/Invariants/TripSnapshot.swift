// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What all users have at an instant, as plain records that a check can read, and a test can spoil.
package struct TripSnapshot: Sendable {
    /// A calendar under its user.
    package struct Calendar: Hashable, Sendable {
        package var user: TripUserID
        package var id: TripCalendarID
    }

    /// An appointment under its calendar.
    package struct Event: Hashable, Sendable {
        package var calendar: TripCalendarID
        package var appointment: Appointment
    }

    /// A settings record under its user.
    package struct Settings: Hashable, Sendable {
        package var user: TripUserID
        package var preferences: TripPreferences
    }

    /// A stored place under its user.
    package struct Location: Hashable, Sendable {
        package var user: TripUserID
        package var place: Place
    }

    /// The instant.
    package var time: CityTime
    /// Users who plan.
    package var active: [TripUserID]
    /// Users with a record.
    package var stored: [TripUserID]
    package var calendars: [Calendar] = []
    package var events: [Event] = []
    package var settings: [Settings] = []
    package var locations: [Location] = []
    /// What is placed, but lunch.
    package var placements: [Placement] = []

    /// Takes all users of the rules, or one. Users who plan are those that have a record, unless others are named.
    package init(_ rules: TripRules, of user: TripUserID? = nil, active: [TripUserID]? = nil, at time: CityTime) {
        self.time = time
        let users = user.map { [$0] } ?? rules.users
        stored = rules.users
        self.active = active ?? users
        for user in users {
            guard let book = rules[user] else { continue }
            calendars += book.calendars.map { Calendar(user: user, id: $0.id) }
            events += book.appointments.map { Event(calendar: $0.calendar, appointment: $0) }
            settings.append(Settings(user: user, preferences: book.preferences))
            locations += book.locations.map { Location(user: user, place: $0.place) }
            placements += book.placements.filter { $0.id != .lunch }
        }
    }
}
