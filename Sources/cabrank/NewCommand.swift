// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import ScenarioFile

/// `cabrank new`.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a commented starter scenario file.")

    @Argument(help: "The file to write, such as my-city.yaml; it must not exist.")
    var file: String

    func run() throws {
        try reportingErrors {
            guard file.hasSuffix(".yaml") || file.hasSuffix(".yml") else {
                throw ValidationError("\(file): a scenario file ends in .yaml")
            }
            guard !FileManager.default.fileExists(atPath: file) else {
                throw ValidationError("\(file) exists already; nothing was written")
            }
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            do {
                try ScenarioLanguage.starter(name: name).write(toFile: file, atomically: true, encoding: .utf8)
            } catch {
                throw ValidationError("\(file) cannot be written: \(error.localizedDescription)")
            }
            print("\(file) is written; try `cabrank run \(file)`")
        }
    }
}
