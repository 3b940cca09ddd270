// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A user as the planner knows one, beside the calendars.
struct TripUser: Sendable {
    let id: TripUserID
    /// Whether the position may be read; nil before an answer (SEC-10).
    var permits: Bool?
    var watch = PositionWatch()
    /// When the position is asked for next.
    var asksAt = CityTime.never
    /// The own vehicles where they stand.
    var vehicles: [ParkedVehicle] = []
    /// By what the user wants to go to some appointments.
    var selected: [AppointmentID: TravelMeansSet] = [:]
    var notices = NoticeBook()
    /// What the user is about to go to, by start, end and number.
    var watched: [WatchedOccurrence] = []
    /// Whom the user was warned of that lie ahead.
    var warned: [OccurrenceKey] = []
    /// The route that is viewed.
    var viewed: (key: OccurrenceKey, legs: [JourneyLeg])?
    /// When the midnight is that arranges another day.
    var midnight = CityTime.never
    /// When something is due; `never` for nothing.
    var dueAt = CityTime.never
    /// Whether a change of traffic concerns the user: an occurrence is in its cycles.
    var isInCycles = false

    init(_ id: TripUserID) { self.id = id }

    /// The last known position; none without permission (SEC-10).
    var position: Place? { permits == true ? watch.place : nil }

    /// Where an occurrence is in the list.
    func index(of key: OccurrenceKey) -> Int? { watched.firstIndex { $0.key == key } }
}
