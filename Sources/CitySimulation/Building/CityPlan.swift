// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityGeometry
public import CityModel
import Foundation
public import ScenarioFile

/// A scenario with its map and travel model loaded and checked: all that replications share.
public struct CityPlan: Sendable {
    /// The scenario as it was read.
    public let read: ReadScenario
    /// The zones of the service.
    public let layout: any ZoneLayout
    /// The zones that the scenario's zone numbers mean and people's places are drawn in: the same ones, but for a plan that
    /// tries another layout.
    public let peopleLayout: any ZoneLayout
    /// Where the service's zones come from.
    public let layoutSource: LayoutSource
    /// The expected travel, changes of speed included.
    public let travel: any TravelModel
    /// The service times of the server; nil without one.
    let serviceTimes: DrawnTimes.Model?
    /// Whether straight ways of available taxis leave all zones.
    let hasGaps: Bool
    /// Doubts of the scenario and of its map, none of them an error.
    public let warnings: [ScenarioProblem]

    /// The scenario.
    public var scenario: Scenario { read.scenario }

    /// Loads the map and the tables that a scenario names.
    ///
    /// - Throws: `ScenarioErrors` with everything that is wrong with the map, or with the scenario on this map.
    public init(_ read: ReadScenario) throws(ScenarioErrors) {
        self.read = read
        let scenario = read.scenario
        layout = try Self.layout(scenario.city.layout, scenario.city)
        peopleLayout = layout
        layoutSource = scenario.city.layout
        let found = read.layoutProblems(zones: layout.zones) + read.budgetProblems(metrics: BudgetMetric.all)
        let errors = found.filter { $0.severity == .error }
        guard errors.isEmpty else { throw ScenarioErrors(problems: errors) }
        let (travel, ties) = try Self.travel(read, layout: layout)
        self.travel = travel
        let ways = IdleWays(scenario, layout: layout)
        hasGaps = !ways.found.isEmpty
        let times = try Self.serviceTimes(read)
        serviceTimes = times
        warnings =
            read.warnings + found.filter { $0.severity != .error } + ways.warnings(read) + ties
            + Self.passwordDoubts(read, times)
    }

    /// The same city, people and ways with other zones of the service (SIM-05).
    ///
    /// Every place is drawn in the zones of the scenario, and weights, tables, surges and closures mean those; only the
    /// service, its queues and its reports have the new zones. The new map is laid out in the plane of the old one, so that
    /// a place is the same number of millimetres in both.
    ///
    /// - Throws: `ScenarioErrors` with everything that is wrong with the map, or when it does not cover the scenario's zones.
    public init(_ plan: CityPlan, tryingLayout source: LayoutSource) throws(ScenarioErrors) {
        read = plan.read
        peopleLayout = plan.peopleLayout
        travel = plan.travel
        serviceTimes = plan.serviceTimes
        layoutSource = source
        layout = try Self.layout(
            source, plan.scenario.city, planeCentre: plan.peopleLayout.geographic(.origin))
        hasGaps = plan.hasGaps
        let bare = LayoutCover(layout: layout, people: plan.peopleLayout)
        guard bare.uncovered.isEmpty else {
            throw ScenarioErrors(problems: [ScenarioProblem(.error, at: source.place, bare.description)])
        }
        warnings =
            bare.share < 1
            ? plan.warnings + [ScenarioProblem(.warning, at: source.place, bare.description)] : plan.warnings
    }

    private static func serviceTimes(_ read: ReadScenario) throws(ScenarioErrors) -> DrawnTimes.Model? {
        guard let server = read.scenario.server else { return nil }
        switch server.service {
        case .law(let law): return .laws(ServiceLaws(other: law))
        case .laws(let laws): return .laws(laws)
        case .calibration(let path):
            return .measured(
                try CalibrationReader(version: cabrankVersion, acceptsOtherBuild: server.acceptsOtherBuild).read(
                    file: path, namedAt: read.place(of: "server.service")))
        }
    }

    /// Service times of logins that were measured with a cheaper hash than that of the scenario.
    private static func passwordDoubts(_ read: ReadScenario, _ times: DrawnTimes.Model?) -> [ScenarioProblem] {
        guard case .measured(let table) = times, let accounts = read.scenario.accounts else { return [] }
        let cost = PasswordCost(accounts.passwordCost)
        let measured = Int64(table.password.operations) * table.password.memory
        guard Int64(cost.passes) * Int64(cost.kibibytes) * 1024 > measured else { return [] }
        return [
            ScenarioProblem(
                .warning, at: read.place(of: "accounts.password-cost"),
                "`password-cost`: the calibration's logins were measured with a cheaper hash (\(table.password.algorithm), "
                    + "\(table.password.operations) passes over \(table.password.memory / 1024) KiB): "
                    + "logins would take longer than in this run")
        ]
    }

    private static func layout(
        _ source: LayoutSource, _ city: CitySection, planeCentre: GeographicPoint? = nil
    ) throws(ScenarioErrors) -> any ZoneLayout {
        switch source {
        case .grid(let rows, let columns, let cell, let anchor):
            return GridLayout(rows: rows, columns: columns, side: cell, anchor: anchor)
        case .geoJSON(let path, let number, let name):
            let text = try contents(of: path)
            do {
                return try PolygonLayout(
                    geoJSON: text, fileName: path, numberProperty: number, nameProperty: name,
                    gapTolerance: city.gapTolerance, overlapTolerance: city.overlapTolerance, planeCentre: planeCentre)
            } catch {
                throw ScenarioErrors(
                    problems: error.problems.map { problem in
                        ScenarioProblem(
                            .error,
                            at: FilePlace(file: path, line: problem.line ?? 1, column: problem.column ?? 1),
                            problem.message)
                    })
            }
        }
    }

    /// The travel model, and what its table cannot tell apart.
    private static func travel(
        _ read: ReadScenario, layout: any ZoneLayout
    ) throws(ScenarioErrors) -> (any TravelModel, [ScenarioProblem]) {
        let scenario = read.scenario
        let section = scenario.travel
        var ties: [ScenarioProblem] = []
        var travel: any TravelModel = DistanceTravel(
            freeSpeed: section.freeSpeed, trafficFactors: section.traffic, circuity: section.circuity,
            walkingSpeed: section.walkSpeed)
        if let path = section.table {
            do {
                let table = try TravelTable(
                    csv: try contents(of: path), fileName: path, zones: layout.zones.map(\.id))
                travel = TableTravel(table, layout: layout, fallback: travel)
                ties = TableTies.warnings(table, read, layout: layout)
            } catch let error as TableProblems {
                throw ScenarioErrors(
                    problems: error.problems.map { problem in
                        ScenarioProblem(
                            .error, at: FilePlace(file: path, line: problem.line, column: problem.column),
                            problem.message)
                    })
            } catch let error as ScenarioErrors {
                throw error
            } catch {
                throw ScenarioErrors(problems: [
                    ScenarioProblem(.error, at: FilePlace(file: path, line: 1, column: 1), "\(error)")
                ])
            }
        }
        var speeds: [SpeedChange] = []
        var closures: [ZoneClosure] = []
        for change in scenario.changes {
            switch change.kind {
            case .rain(let speed, _, _):
                speeds.append(SpeedChange(from: change.from, until: change.until, factor: speed))
            case .closure(let zones, let factor):
                closures.append(ZoneClosure(zones: zones, from: change.from, until: change.until, detour: factor))
            case .surge: break
            }
        }
        if !speeds.isEmpty || !closures.isEmpty {
            travel = TimedTravel(travel, layout: layout, changes: speeds, closures: closures)
        }
        guard section.approach != nil || section.longestApproach != nil else { return (travel, ties) }
        return (
            ApproachTravel(
                travel, expected: section.approach.map { .seconds(max(0, $0.mean)).roundedToMilliseconds },
                longest: section.longestApproach), ties
        )
    }

    private static func contents(of path: String) throws(ScenarioErrors) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ScenarioErrors(problems: [
                ScenarioProblem(
                    .error, at: FilePlace(file: path, line: 1, column: 1), "the file cannot be read; is the path right?"
                )
            ])
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw ScenarioErrors(problems: [
                ScenarioProblem(.error, at: FilePlace(file: path, line: 1, column: 1), "the file is not UTF-8 text")
            ])
        }
        return text
    }
}
