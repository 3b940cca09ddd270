// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Testing

@testable import ScenarioFile

struct Bad: Codable { var name: String; var text: String; var sets: [String]; var out: [String]? }

@Suite struct TryTests {
    @Test func quick() throws {
        let root = Support.root
        try ScenarioLanguage.jsonSchema().write(to: root.appendingPathComponent("Scenarios/scenario.schema.json"), atomically: true, encoding: .utf8)
        try ScenarioLanguage.reference().write(to: root.appendingPathComponent("Sources/ScenarioFile/ScenarioFile.docc/ScenarioReference.md"), atomically: true, encoding: .utf8)
        var bad = try JSONDecoder().decode([Bad].self, from: Data(contentsOf: URL(fileURLWithPath: "/tmp/bad.json")))
        for i in bad.indices {
            bad[i].out = Support.outcome(bad[i].text, sets: bad[i].sets)
        }
        try JSONEncoder().encode(bad).write(to: URL(fileURLWithPath: "/tmp/bad-out.json"))
        try Shipped.withCopies { folder in
            for name in Shipped.names {
                do throws(ScenarioErrors) {
                    let t = ContinuousClock.now
                    let read = try ScenarioReader().read(file: folder + "/" + name)
                    print(name, ContinuousClock.now - t, read.warnings)
                    let again = try ScenarioReader().read(text: read.source, named: "again", folder: URL(fileURLWithPath: folder + "/" + name).deletingLastPathComponent().path)
                    #expect(again.source == read.source)
                    if name == "benchmark/taxi-x100.yaml" { print(read.source) }
                } catch { print(name, error) ; Issue.record() }
            }
        }
    }
}
