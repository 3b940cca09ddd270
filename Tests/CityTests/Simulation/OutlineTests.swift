// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import TaxiSimulation
import Testing

/// A scenario whose city has an outline of its own.
@Suite struct OutlineTests {
    /// A square from the origin's corner of the grid, in degrees.
    private func square(_ from: Double, _ to: Double) -> String {
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon",\
        "coordinates":[[[\(from),\(from)],[\(to),\(from)],[\(to),\(to)],[\(from),\(to)],[\(from),\(from)]]]}}]}
        """
    }

    private func plan(outline: String?) throws -> CityPlan {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if let outline { try Data(outline.utf8).write(to: folder.appendingPathComponent("outline.geojson")) }
        let text = """
            cabrank: 1
            name: edge
            length: 1 h
            city:
              grid: {rows: 1, columns: 2, cell: 1 km}
              outline: outline.geojson
            drivers: [{name: cabs, count: 2}]
            passengers: [{name: callers, arrivals: {per-day: 24}}]
            """
        return try CityPlan(
            ScenarioReader(services: [.taxi]).read(text: text, named: folder.path + "/edge.yaml", folder: folder.path))
    }

    @Test("TAXI-ZONE-01: an outline that holds all zones is taken")
    func held() throws {
        #expect(throws: Never.self) { try plan(outline: square(-0.01, 0.03)) }
    }

    @Test("zones that reach out of it are an error at the key's line")
    func beyond() throws {
        #expect {
            try plan(outline: square(-0.01, 0.01))
        } throws: { error in
            "\(error)".contains(
                "edge.yaml:6:3: error: `outline`: the city's outline must contain all zones, but these extend")
                && "\(error)".contains("zone 2 by 8") && !"\(error)".contains("zone 1 ")
        }
    }

    @Test("a missing or broken outline is an error")
    func broken() throws {
        #expect { try plan(outline: nil) } throws: { "\($0)".contains("outline.geojson") }
        #expect { try plan(outline: "{}") } throws: {
            "\($0)".contains("outline.geojson:1:1: error: the file has the type")
        }
    }
}
