// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

/// A section of a scenario whose people may use services of other rooms as well: one person in two services (SIM-10).
package protocol GuestSource: Sendable {
    /// The roles that its customers and those who serve them come into the city with.
    var guestRoles: (customers: RoleName, workers: RoleName) { get }
    /// Whether any of those who serve are ever off duty.
    var areWorkersEverFree: Bool { get }
}

extension Scenario {
    /// The section whose people may be guests of other services; nil without one.
    fileprivate var guestSource: (any GuestSource)? {
        services.sorted { $0.key.name < $1.key.name }.lazy.compactMap { $0.value as? any GuestSource }.first
    }
}

/// People of one service who use a service of another kind as well.
package struct Guests: Sendable {
    /// Some of the customers; nil for none.
    package var customers: Habit?
    /// Some of those who serve, while they are off duty; nil for none.
    package var workers: Habit?

    /// How many of them, and what they do.
    package struct Habit: Sendable {
        /// The share of all who have that role.
        package var share = 0.0
        /// The group of the service's own people whose habits they have.
        package var like = ""
        /// Time from coming into the city, and from one use, to the next; only where the service asks for it.
        package var pause = Distribution.constant(0)
    }

    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { customers == nil && workers == nil }

    /// Their habits by the role that they come into the city of a scenario with.
    package func habits(in scenario: Scenario) -> [RoleName: Habit] {
        guard let roles = scenario.guestSource?.guestRoles else { return [:] }
        var habits: [RoleName: Habit] = [:]
        habits[roles.customers] = customers
        habits[roles.workers] = workers
        return habits
    }
}

/// How a service calls its guests in a scenario: `GuestWords("run", "runs", group: "runners", of: source)`.
package struct GuestWords: Sendable {
    private let use: String
    private let uses: String
    private let group: String
    private let source: (title: String, customers: String, workers: String)

    /// What they do, one of them and several, what the people are called whose habits they have, and those who they are.
    package init(
        _ use: String, _ uses: String, group: String, of source: (title: String, customers: String, workers: String)
    ) {
        (self.use, self.uses, self.group, self.source) = (use, uses, group, source)
    }

    /// `customers-run` and the like.
    package func customers(_ more: Field<Guests.Habit>...) -> Section<Guests.Habit> {
        section(
            source.customers,
            "\(source.title) \(source.customers) who \(use) as well: one person in two services (SIM-10).", more)
    }

    /// `workers-run` and the like; the sentence says what a shift does to it.
    package func workers(_ note: String, _ more: Field<Guests.Habit>...) -> Section<Guests.Habit> {
        section(
            source.workers,
            "\(source.title) \(source.workers) who \(use) as well while they are off shift: one person in two services (SIM-10). "
                + note, more)
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

    /// Checks that the groups exist whose habits they have, and that those who serve have the time.
    package func check(_ guests: Guests, among groups: [String], _ check: inout some SectionCheck) {
        for (who, habit) in [(source.customers, guests.customers), (source.workers, guests.workers)] {
            guard let habit else { continue }
            check.noteUnknown("\(who)-\(use).like", "group of \(group)", habit.like, among: groups)
        }
        if guests.workers != nil, check.read.scenario.guestSource?.areWorkersEverFree != true {
            let key = "\(source.workers)-\(use)"
            check.note(
                key, "`\(key)`: no \(source.workers.dropLast()) is ever off shift, so none \(uses)", .warning)
        }
    }
}
