// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import ScenarioFile

/// `cabrank validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a scenario file and its map, and report every error at once.",
        discussion: "Exit status: 0 when a run could begin, 2 when something is wrong.")

    @OptionGroup var arguments: ScenarioArguments

    func run() throws {
        let plan = try reportingErrors { try arguments.plan() }
        for warning in plan.warnings { complain(warning.description) }
        let drivers = plan.scenario.drivers.reduce(0) { $0 + $1.count }
        print(
            "\(arguments.scenario.shown): good; \(plan.layout.zones.count) zones, \(drivers) drivers, "
                + "\(plan.scenario.passengers.count) groups of passengers, \(plan.warnings.count) warnings")
    }
}
