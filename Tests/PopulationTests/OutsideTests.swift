// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import CityTestKit
import Foundation
import Testing

/// Drivers who leave all zones while they cruise.
@Suite struct OutsideTests {
    /// Two squares of about 1.1 km, with 0.8 km of nothing between them.
    private static let map = """
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"zone": 1}, "geometry": {"type": "Polygon",
        "coordinates": [[[9, 45], [9.014, 45], [9.014, 45.01], [9, 45.01], [9, 45]]]}},
        {"type": "Feature", "properties": {"zone": 2}, "geometry": {"type": "Polygon",
        "coordinates": [[[9.024, 45], [9.038, 45], [9.038, 45.01], [9.024, 45.01], [9.024, 45]]]}}]}
        """

    @Test("a driver whom a gap between zones put out of service drives on and is back in service soon")
    func drivesOn() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "gap-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.map.write(to: folder.appendingPathComponent("map.geojson"), atomically: true, encoding: .utf8)
        let run = try TestCity(
            """
            length: 6 h
            city: {zones: map.geojson, number: zone}
            drivers:
              - name: cabs
                count: 20
                idle: {cruise: {pause: 30 s, radius: 2 km}}
            """, folder: folder.path
        ).run()
        #expect(run.result.violations.isEmpty)
        var leftAt: [DriverID: CityTime] = [:]
        var returns = 0
        var longest = TimeSpan.zero
        for record in run.records {
            guard case .statusChanged(let driver, _, let status, let cause) = record.taxi else { continue }
            if status == .offShift, cause == .leftAllZones { leftAt[driver] = record.time }
            if status == .available, let left = leftAt.removeValue(forKey: driver) {
                returns += 1
                longest = max(longest, record.time - left)
            }
        }
        #expect(returns > 100)
        // A way across is at most 2.8 km at 30 km/h with circuity 1.3, and 60 s pass before the driver asks.
        #expect(longest < .minutes(10), "\(longest)")
        // The records count from the start of the run.
        let end = CityTime.epoch + .hours(6)
        #expect(leftAt.values.allSatisfy { end - $0 < .minutes(10) }, "a driver is stuck outside")
    }
}
