// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How to get to one occurrence, as its user is told.
public struct TripRoute: Hashable, Sendable {
    /// Which.
    public let key: OccurrenceKey
    /// Where it is.
    public let place: Place
    /// The journey.
    public let journey: JourneyOption
    /// When one sets out (TRIP-R29); of a journey that begins in a hired vehicle, when that drives off.
    public let leaveAt: CityTime
    /// When that vehicle is called (SIM-11); `leaveAt` where the journey begins otherwise.
    public let callAt: CityTime
    /// When one arrives who leaves as soon as possible; nil where nothing is known of that.
    public let arrival: CityTime?
    /// How the journey goes (TRIP-R22).
    public let state: JourneyState
    /// How the occurrence looks (TRIP-STATUS).
    public let status: TripStatus

    /// The legs for which a ticket can be bought (TRIP-R10).
    public var ticketable: [JourneyLeg] { journey.legs.filter { TravelMeansSet.transit.has($0.means) } }
}

/// What the planner sends to a user: to all devices (issue 33, decision 12).
public enum TripNotice: Hashable, Sendable {
    /// The app is open: the last change of the device that was taken, 0 for none.
    case opened(TripDeviceID, serial: Int32)
    /// May the position be read? Asked when the record is made (SEC-10).
    case permissionWanted
    /// Where are you? The device answers with `position` (TRIP-POSITION).
    case positionWanted
    /// What a change of a device came to, in the order in which it happened; also of other devices, so that each has it.
    case changed(TripDeviceID, serial: Int32, [TripEvent])
    /// What a midnight arranged.
    case arranged([TripEvent])
    /// It is time to leave, or to call the vehicle that the journey begins with (TRIP-R29).
    case timeToLeave(TripRoute)
    /// An occurrence cannot be reached in time (TRIP-LATE).
    case unreachable(OccurrenceKey)
    /// An occurrence looks otherwise (TRIP-STATUS).
    case status(OccurrenceKey, TripStatus)
    /// The list of a day (TRIP-R2).
    case day(DaySchedule)
    /// The calendars (TRIP-R27).
    case calendars([TripCalendar])
    /// The places of a day, and the way to the next occurrence (TRIP-R21, TRIP-R22).
    case map([Place], TripRoute?)
    /// A route, and how many there are (TRIP-R11).
    case route(TripRoute, of: Int)
    /// There is no such route.
    case noRoute(OccurrenceKey, PlanRefusal)
    /// Tickets, or where they can be bought (TRIP-TICKET).
    case ticket(TicketAnswer)
    /// None was sold.
    case ticketRefused(TicketRefusal)
    /// A vehicle is held, or in use.
    case vehicle(Int32)
    /// It is not.
    case vehicleRefused(Int32, VehicleRefusal)
}
