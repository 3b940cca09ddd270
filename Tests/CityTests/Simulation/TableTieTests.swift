// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Testing

/// `nearest` with a travel table that has one time for a zone.
@Suite struct TableTieTests {
    private func town(_ rows: String, policy: String = "nearest") throws -> TestCity {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ties-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "from_zone,to_zone,seconds\n\(rows)\n".write(
            to: folder.appendingPathComponent("times.csv"), atomically: true, encoding: .utf8)
        return try TestCity(
            """
            length: 6 h
            city: {grid: {rows: 1, columns: 2, cell: 4 km}}
            travel: {table: times.csv}
            dispatch: {policy: \(policy)}
            drivers: [{name: cabs, count: 25, start: {1: 100%}}]
            passengers:
              - name: callers
                arrivals: {per-day: 1000}
                origin: {1: 100%}
                destination: {zones: {1: 100%}}
            """, folder: folder.path)
    }

    @Test("TAXI-DISPATCH-01: where a table has one time for a zone the nearest taxi is asked all the same")
    func nearest() throws {
        let run = try town("1,1,300\n1,2,600").run()
        #expect(run["rides.ended"] > 150)
        #expect(run["fairness.overtakes"] > 100, "\(run["fairness.overtakes"])")
        #expect(try town("1,1,300", policy: "fifo").run()["fairness.overtakes"] == 0)
    }

    @Test("validate says what a table cannot tell apart, where the policy asks for it")
    func reported() throws {
        func warnings(_ town: TestCity) -> [String] {
            town.plan.warnings.map(\.description).filter { $0.contains("cannot distinguish") }
        }
        let found = warnings(try town("1,1,300\n1,2,600"))
        #expect(found.count == 1 && found[0].contains("in 1 of 2 zones (1)"), "\(found)")
        #expect(warnings(try town("1,2,600")).isEmpty)
        #expect(warnings(try town("1,1,300", policy: "fifo")).isEmpty)
    }
}
