// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the planner adds to the open words: roles from 81 on, types of message and actions from 80 on.

extension ServiceID {
    /// Trip planning, and people whose day is a plan.
    public static let trips = ServiceID("trips")
}

extension RoleName {
    /// Somebody who plans days with the service.
    public static let tripUser = RoleName(81, "tripUser")
}

extension Role {
    /// A user of the planner.
    public static func tripUser(_ id: TripUserID) -> Role { Role(.tripUser, id.number) }
}

extension MessageType {
    /// Changes of calendars, appointments and preferences; what a device has kept.
    public static let tripChange = MessageType(80, "tripChange", request: 1000, answer: 600)
    /// Lists, maps, routes.
    public static let tripView = MessageType(81, "tripView", request: 700, answer: 4000)
    /// Where somebody is, and how far a journey has come.
    public static let tripReport = MessageType(82, "tripReport", request: 700, answer: 400)
    /// Tickets and shared vehicles.
    public static let tripMeans = MessageType(83, "tripMeans", request: 800, answer: 600)

    /// The kinds of the planner.
    public static let ofTrips: [MessageType] = [.tripChange, .tripView, .tripReport, .tripMeans]
}

extension ClientActionKind {
    /// Changed calendars, appointments or preferences.
    public static let dayPlanned = ClientActionKind(80, "dayPlanned")
    /// Looked at a day, a map or a route.
    public static let dayViewed = ClientActionKind(81, "dayViewed")
    /// Bought a ticket, or booked a vehicle.
    public static let meansBooked = ClientActionKind(82, "meansBooked")
}
