// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Testing

/// What the article about real fleets shows.
@Suite struct FleetArticleTests {
    /// The tables of the article by name, and its scenarios in order.
    private static func examples() throws -> (tables: [String: String], scenarios: [String]) {
        let path = ProjectFolder.file("Sources/Taxi/TaxiSimulation/TaxiSimulation.docc/RealFleets.md")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var (tables, scenarios): ([String: String], [String]) = ([:], [])
        // The parts at odd places stand in a fence; the name of a table stands before it.
        let parts = text.components(separatedBy: "```")
        for (before, fence) in zip(parts, parts.dropFirst()).enumerated().filter({ $0.offset.isMultiple(of: 2) }).map(
            \.element)
        {
            let body = fence.drop { $0 != "\n" }.dropFirst()
            if fence.hasPrefix("yaml") { scenarios.append(String(body)) }
            if fence.hasPrefix("csv") {
                let name = before.split(separator: "`", omittingEmptySubsequences: false).dropLast().last ?? ""
                tables[String(name)] = String(body)
            }
        }
        return (tables, scenarios)
    }

    @Test("Every example runs, without a warning or a broken rule, and people ride in it")
    func examples() throws {
        let (tables, scenarios) = try Self.examples()
        #expect(!tables.isEmpty && scenarios.count >= 5)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, table) in tables {
            try table.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        for scenario in scenarios {
            let city = try TestCity(scenario, folder: folder.path)
            #expect(city.plan.read.warnings.isEmpty, "\(city.plan.read.warnings)")
            let run = try city.run()
            #expect(run.result.violations.isEmpty && run["rides.ended"] > 20, "\(scenario): \(run["rides.ended"])")
        }
    }
}
