// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import ScenarioLanguage

/// Which files a scenario may include, the same for every command that reads one.
struct IncludeArguments: ParsableArguments {
    @Flag(help: "Allow the scenario to include files, and to name tables, from outside its folder.")
    var allowInclude = false

    /// Reads scenarios; of rejected ones it looks at the map too, so that everything is reported at once.
    var reader: ScenarioReader { Self.reader(allowsInclude: allowInclude) }

    /// The same for a command without these options.
    static func reader(allowsInclude: Bool) -> ScenarioReader {
        ScenarioReader(allowsInclude: allowsInclude, services: Slices.all.keys) { city, table throws(InputErrors) in
            try CityPlan.map(of: city, table: table)
        }
    }

    /// A checked scenario with values set over it.
    func read(_ file: String, setting values: [String]) throws(InputErrors) -> ReadScenario {
        try reader.read(file: file, overrides: values.map { ScenarioOverride(text: $0) })
    }
}

/// The scenario file and what is set over it, the same for every command that reads one.
struct ScenarioArguments: ParsableArguments {
    @Argument(help: "The scenario file.", completion: .file(extensions: ["yaml"]))
    var scenario: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Set a value of the scenario, checked like the file itself; may be repeated.", valueName: "path=value"))
    var set: [String] = []

    @OptionGroup var including: IncludeArguments

    @OptionGroup var load: LoadArguments

    /// The checked scenario with its map.
    func plan() throws -> CityPlan {
        try CityPlan(read())
    }

    /// The checked scenario, with more values set over it.
    func read(setting more: [String] = []) throws(InputErrors) -> ReadScenario {
        try including.read(scenario, setting: set + more)
    }
}
