// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import TaxiSimulation

/// `cabrank validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a scenario file and its map, report all errors at once, and estimate what a run takes.",
        discussion: """
            The estimate is for one run: events, memory, and processor time. More than the machine has, or than --memory-limit \
            and --time-limit allow, is an error, as it is for every command that runs the scenario.

            Exit status: 0 when the scenario can be run, 2 when something is wrong.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Flag(help: "Print the answer as JSON on the standard output, and nothing else there.")
    var json = false

    func run() throws {
        let (plan, estimate): (CityPlan, LoadEstimate)
        do {
            plan = try arguments.plan()
            estimate = LoadEstimate(plan)
            try arguments.load.limits().check(estimate)
        } catch let error as InputErrors {
            if json { try show(Report(scenario: arguments.scenario, problems: error.problems)) }
            throw error
        }
        let warnings = plan.warnings + plan.mapDoubts()
        for warning in warnings { complain(warning.description) }
        let drivers = plan.scenario.drivers.reduce(0) { $0 + $1.count }
        if json {
            var report = Report(scenario: arguments.scenario, problems: warnings)
            report.zones = plan.layout.zones.count
            report.drivers = drivers
            report.passengerGroups = plan.scenario.passengers.count
            report.estimate = Report.Estimate(
                events: estimate.events.rounded(), memoryBytes: estimate.bytes.rounded(), cpuSeconds: estimate.seconds,
                diskBytes: estimate.recordedBytes.rounded())
            return try show(report)
        }
        print(
            "\(arguments.scenario.shown): good; \(Self.count(plan.layout.zones.count, "zone")), "
                + "\(Self.count(drivers, "driver")), "
                + "\(Self.count(plan.scenario.passengers.count, "group")) of passengers, "
                + Self.count(warnings.count, "warning"))
        print("a run takes about \(LoadLimits.text(estimate))")
    }

    private static func count(_ count: Int, _ one: String) -> String { "\(count) \(count == 1 ? one : one + "s")" }

}

/// The JSON form of the answer.
private struct Report: Encodable {
    struct Problem: Encodable {
        var file: String
        var line, column: Int
        var severity: String
        var message: String
    }
    struct Estimate: Encodable {
        var events, memoryBytes, cpuSeconds, diskBytes: Double
    }

    var scenario: String
    var isGood: Bool
    var problems: [Problem]
    var zones, drivers, passengerGroups: Int?
    var estimate: Estimate?

    init(scenario: String, problems: [InputProblem]) {
        self.scenario = scenario
        isGood = !problems.contains { $0.severity == .error }
        self.problems = problems.map {
            Problem(
                file: $0.location.file, line: $0.location.line, column: $0.location.column,
                severity: $0.severity.rawValue,
                message: $0.message)
        }
    }
}
