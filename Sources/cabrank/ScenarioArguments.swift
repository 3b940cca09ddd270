// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import ScenarioFile

/// The scenario file and what is set over it, the same for every command that reads one.
struct ScenarioArguments: ParsableArguments {
    @Argument(help: "The scenario file.", completion: .file(extensions: ["yaml"]))
    var scenario: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Set a value of the scenario, checked like the file itself; may be repeated.", valueName: "path=value"))
    var set: [String] = []

    @OptionGroup var load: LoadArguments

    /// The checked scenario with its map.
    func plan() throws -> CityPlan {
        try CityPlan(read())
    }

    /// The checked scenario.
    func read() throws -> ReadScenario {
        try ScenarioReader().read(file: scenario, overrides: set.map { ScenarioOverride(text: $0) })
    }
}
