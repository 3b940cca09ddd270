// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a planner is given that no message brings; a replay gets the same.
package struct PlannerSetup: Sendable {
    /// The numbers of calendars and appointments.
    package var rules = TripParameters()
    /// The numbers of plans and notices.
    package var plans = PlanParameters()
    /// Whether a place is in the region that the planner serves: a polygon, or the city's outline; nil for everywhere (AVAIL-05).
    package var contains: (@Sendable (Place) -> Bool)?
    /// The companies that run lines, by their numbers in the timetable; others sell no tickets here.
    package var companies: [Int32: TransitCompany] = [:]
    /// The shared vehicles that are booked with the planner, where they stand at first. While there are any, plans take these.
    package var vehicles = SharedPool()

    /// The defaults: everywhere, no companies, no vehicles.
    package init() {}
}
