// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import ScenarioFile

/// A scenario on its map with its routes: what services judge it by before a run.
public struct PlannedCity: Sendable {
    /// The scenario, with where its values stand.
    public let read: ReadScenario
    /// The zones of the service.
    public let layout: any ZoneLayout
    /// The zones that people's places are drawn in: the same ones, but where another layout is tried.
    public let peopleLayout: any ZoneLayout
    /// The routes of the city.
    public let travel: any Router

    /// The scenario.
    public var scenario: Scenario { read.scenario }

    /// States all.
    public init(read: ReadScenario, layout: any ZoneLayout, peopleLayout: any ZoneLayout, travel: any Router) {
        self.read = read
        self.layout = layout
        self.peopleLayout = peopleLayout
        self.travel = travel
    }
}

/// What a service found out about a scenario on its map, once for all its runs.
public struct SliceFindings: Sendable {
    /// What is doubtful, though it can be run.
    public var doubts: [InputProblem]
    /// What its runs need to know of it, of the service's own type; nil for nothing.
    public var facts: (any Sendable)?

    /// States both.
    public init(doubts: [InputProblem] = [], facts: (any Sendable)? = nil) {
        self.doubts = doubts
        self.facts = facts
    }
}
