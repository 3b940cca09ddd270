// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Journeys

/// A scenario on its map with its routes: what services judge it by before a run.
package struct PlannedCity: Sendable {
    /// The scenario, with where its values stand.
    package let read: ReadScenario
    /// The zones of the service.
    package let layout: any ZoneLayout
    /// The zones that people's places are drawn in: the same ones, but where another layout is tried.
    package let peopleLayout: any ZoneLayout
    /// The routes of the city.
    package let travel: any Router
    /// The stops of its lines; nil without a timetable.
    package let stops: StopMap?

    package var scenario: Scenario { read.scenario }

    package init(
        read: ReadScenario, layout: any ZoneLayout, peopleLayout: any ZoneLayout, travel: any Router,
        stops: StopMap? = nil
    ) {
        self.read = read
        self.layout = layout
        self.peopleLayout = peopleLayout
        self.travel = travel
        self.stops = stops
    }
}

/// What a service found out about a scenario on its map, once for all its runs.
package struct SliceFindings: Sendable {
    /// What is doubtful, though it can be run.
    package var doubts: [InputProblem]
    /// What its runs need to know of it, of the service's own type; nil for nothing.
    package var facts: (any Sendable)?

    package init(doubts: [InputProblem] = [], facts: (any Sendable)? = nil) {
        self.doubts = doubts
        self.facts = facts
    }
}
