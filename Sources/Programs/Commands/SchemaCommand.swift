// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices

/// `cabrank schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of scenario files, or their reference.")

    @Flag(help: "Print the reference as Markdown instead.")
    var reference = false

    func run() throws {
        print(
            reference ? Scenario.reference(services: Slices.all.keys) : Scenario.jsonSchema(services: Slices.all.keys),
            terminator: "")
    }
}
