// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import ScenarioLanguage
import Testing

/// Scenarios with files beside them.
enum DayFolder {
    /// The city of a scenario's text, which reads these files by their names.
    ///
    /// - Throws: `InputErrors` with all that is wrong.
    static func plan(_ text: String, named name: String, files: [String: String]) throws -> CityPlan {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(
                text: text, named: folder.path + "/" + name, folder: folder.path))
    }

    /// Runs it, watched by this observer, with the invariants checked after every turn: none may be broken.
    static func run(_ plan: CityPlan, _ observer: any EventObserver) throws -> RunResult {
        var simulation = Simulation(plan)
        simulation.observers = { _ in [observer] }
        simulation.checksInvariants = true
        let result = try simulation.run()
        #expect(result.violations.isEmpty, "\(result.violations)")
        return result
    }
}
