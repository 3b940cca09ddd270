// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a planner is given that no message brings; a replay gets the same.
public struct PlannerSetup: Sendable {
    /// The numbers of calendars and appointments.
    public var rules = TripParameters()
    /// The numbers of plans and notices.
    public var plans = PlanParameters()
    /// Whether a place is in the region that the planner serves: a polygon, or the city's outline; nil for everywhere (AVAIL-05).
    public var contains: (@Sendable (Place) -> Bool)?
    /// The companies that run lines, by their numbers in the timetable; others sell no tickets here.
    public var companies: [Int32: TransitCompany] = [:]
    /// The shared vehicles that are booked with the planner, or whose providers tell it of them, where they stand at first. While there
    /// are any, plans take these.
    public var vehicles = SharedPool()

    /// The defaults: everywhere, no companies, no vehicles.
    public init() {}
}
