// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioFile
package import ScenarioLanguage
import TaxiScenario

/// Taxi passengers and drivers who use a service of another kind as well: one person in two services (SIM-10).
package struct Guests: Sendable {
    /// Some of the taxi passengers; nil for none.
    package var passengers: Habit?
    /// Some of the taxi drivers, while they are off shift; nil for none.
    package var drivers: Habit?

    /// How many of them, and what they do.
    package struct Habit: Sendable {
        /// The share of all who have that role.
        package var share = 0.0
        /// The group of the service's own people whose habits they have.
        package var like = ""
        /// Time from coming into the city, and from one use, to the next; only where the service asks for it.
        package var pause = Distribution.constant(0)
    }

    /// Nobody.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { passengers == nil && drivers == nil }

    /// Their habits by the role that they came into the city with.
    package var byRole: [RoleName: Habit] {
        var habits: [RoleName: Habit] = [:]
        habits[PassengerGroup.role] = passengers
        habits[DriverGroup.role] = drivers
        return habits
    }
}

/// How a service calls its guests in a scenario: `GuestWords("run", "runs", group: "runners")`.
package struct GuestWords: Sendable {
    private let use: String
    private let uses: String
    private let group: String

    /// What they do, one of them and several, and what the people are called whose habits they have.
    package init(_ use: String, _ uses: String, group: String) {
        (self.use, self.uses, self.group) = (use, uses, group)
    }

    /// `passengers-run` and the like.
    package func passengers(_ more: Field<Guests.Habit>...) -> Section<Guests.Habit> {
        section("passengers", "Taxi passengers who \(use) as well: one person in two services (SIM-10).", more)
    }

    /// `drivers-run` and the like; the sentence says what a shift does to it.
    package func drivers(_ note: String, _ more: Field<Guests.Habit>...) -> Section<Guests.Habit> {
        section(
            "drivers",
            "Taxi drivers who \(use) as well while they are off shift: one person in two services (SIM-10). \(note)",
            more)
    }

    private func section(_ who: String, _ summary: String, _ more: [Field<Guests.Habit>]) -> Section<Guests.Habit> {
        Section(
            "\(who)-\(use)", summary, blank: Guests.Habit(),
            [
                Field("share", \.share, .share, isRequired: true, "The share of all \(who)."),
                Field(
                    "like", \.like, .name(of: "a group", dots: false), isRequired: true,
                    "The group of \(group) whose habits they have."),
            ] + more)
    }

    /// Checks that the groups exist whose habits they have, and that drivers have the time.
    package func check(_ guests: Guests, among groups: [String], _ check: inout some SectionCheck) {
        for (who, habit) in [("passengers", guests.passengers), ("drivers", guests.drivers)] {
            guard let habit else { continue }
            check.noteUnknown("\(who)-\(use).like", "group of \(group)", habit.like, among: groups)
        }
        if guests.drivers != nil, check.read.scenario.drivers.allSatisfy(\.isAlwaysOnShift) {
            check.note("drivers-\(use)", "`drivers-\(use)`: no driver is ever off shift, so none \(uses)", .warning)
        }
    }
}
