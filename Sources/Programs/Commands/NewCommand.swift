// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySlices
import Foundation
import Reporting
import TaxiSimulation

/// `cabrank new`.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a commented starter scenario file.")

    @Argument(help: "The file to write, such as my-city.yaml; it must not exist.")
    var file: String

    func run() throws {
        guard file.hasSuffix(".yaml") || file.hasSuffix(".yml") else {
            throw ValidationError("\(file): a scenario file ends in .yaml")
        }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        try OutputFile.write(new: Data(Scenario.starter(name: name).utf8), to: file)
        print("\(file) was written; try `cabrank run \(file)`")
    }
}
