// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The planner: the calendars of all users, their plans, positions and notices.
///
/// A value, told `at now:`, that returns directives. It plans with what it is given, draws nothing and reads no clock: the same messages
/// at the same times bring the same events. Whoever calls it keeps one timer (`wake`, `due`), and brings the messages of an instant
/// before `due`.
package struct Planner: Sendable {
    /// What no message brings.
    package let setup: PlannerSetup
    let journeys: any JourneyPlanner
    let waits: (any WaitingTimes)?
    let shared: (any SharedVehicles)?
    /// The calendars.
    package private(set) var rules: TripRules

    /// A planner without users, which plans with these.
    package init(
        _ setup: PlannerSetup = PlannerSetup(), journeys: any JourneyPlanner, waits: (any WaitingTimes)? = nil,
        shared: (any SharedVehicles)? = nil
    ) {
        (self.setup, self.journeys, self.waits, self.shared) = (setup, journeys, waits, shared)
        rules = TripRules(setup.rules)
    }

    /// Takes a message.
    package mutating func take(_ message: TripMessage, at now: CityTime) -> [TripDirective] { [] }

    /// The time that was asked for has come.
    package mutating func due(at now: CityTime) -> [TripDirective] { [] }
}
