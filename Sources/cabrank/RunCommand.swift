// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CityReports
import CitySimulation
import Foundation
import ScenarioFile

/// `cabrank run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a scenario file and write its report.")

    @Argument(help: "The scenario file.")
    var scenario: String

    @Option(name: .long, help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    func run() throws {
        let read = try ScenarioReader().read(file: scenario)
        let plan = try CityPlan(read)
        var simulation = Simulation(plan, seed: seed)
        simulation.checksInvariants = true
        let result = try simulation.run()
        print(
            TextSummary(
                context: result.context, result: result.metrics, violations: result.violations,
                fingerprint: result.fingerprint
            ).text)
        print(result.events, result.violations.prefix(5))
    }
}
