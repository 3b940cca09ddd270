// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import RuleTestKit
import TaxiRules
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

    /// A city on a map.
    private func city(_ map: String, _ text: String) throws -> TestCity {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try map.write(to: folder.appendingPathComponent("map.geojson"), atomically: true, encoding: .utf8)
        return try TestCity(text, folder: folder.path)
    }

    @Test("a driver whom a gap between zones put out of service drives on and is back in service soon")
    func drivesOn() throws {
        let run = try city(
            Self.map,
            """
            length: 6 h
            city: {zones: map.geojson, number: zone}
            drivers:
              - name: cabs
                count: 20
                idle: {cruise: {pause: 30 s, radius: 2 km}}
            """
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

    /// Two squares of about 1.1 km, 8 km apart.
    private static let apart = map.replacing("9.024", with: "9.116").replacing("9.038", with: "9.130")

    private func town(_ map: String, _ more: String = "") throws -> TestCity {
        try city(
            map,
            """
            length: 12 h
            city: {zones: map.geojson, number: zone}
            \(more)
            drivers:
              - name: cabs
                count: 10
                start: {1: 100%}
                idle: {return: {zones: {1: 100%}, pause: 1 min}}
            passengers:
              - name: callers
                arrivals: {per-day: 240}
                origin: {1: 100%}
                destination: {zones: {2: 100%}}
            """)
    }

    @Test("TAXI-QUEUE-12: taxis that fall off a gap are counted and reported, by `validate` and by the report")
    func counted() throws {
        let town = try town(Self.apart)
        let warnings = town.plan.warnings.map(\.description).filter { $0.contains("the layout has gaps") }
        #expect(warnings.count == 1 && warnings[0].contains("from zone 2 to zone 1"), "\(warnings)")
        let run = try town.run()
        let left = run.records.count {
            if case .statusChanged(_, .available, .offShift, .leftAllZones) = $0.taxi { true } else { false }
        }
        #expect(left > 50)
        #expect(run["drivers.leftAllZones"] == Double(left))
        #expect(run["drivers.inService"] < 9)
        let verdict = run.result.metrics.verdicts.first { $0.id == "TAXI-QUEUE-12" }
        #expect(verdict?.outcome == .flag)
        #expect(verdict?.text.hasPrefix("The layout has gaps: \(left) times") == true, "\(verdict?.text ?? "")")
    }

    @Test(
        "With `outside-zones: keep-zone` a taxi keeps its position in the last zone's queue until it enters another zone"
    )
    func kept() throws {
        let town = try town(Self.apart, "dispatch: {outside-zones: keep-zone}")
        #expect(!town.plan.warnings.contains { $0.description.contains("gaps") })
        let run = try town.run()
        #expect(run["drivers.leftAllZones"] == 0)
        #expect(run["drivers.inService"] == 10)
        #expect(run.result.violations.isEmpty)
        #expect(!run.result.metrics.verdicts.contains { $0.id == "TAXI-QUEUE-12" })
        let entered = run.records.found { event -> ZoneID? in
            if case .driverEnqueued(_, let zone, _, .zoneChange) = event { zone } else { nil }
        }
        #expect(entered.count > 50 && entered.allSatisfy { $0.found == ZoneID(1) })
    }

    @Test("A map without gaps brings no warning")
    func whole() throws {
        let joined = Self.map.replacing("9.024", with: "9.014").replacing("9.038", with: "9.028")
        let town = try town(joined)
        #expect(!town.plan.warnings.contains { $0.description.contains("gaps") })
        #expect(try town.run()["drivers.leftAllZones"] == 0)
    }

    @Test(
        "Who stands on ground that a tried layout leaves out calls again as after an abort", arguments: [true, false])
    func callsOutside(callsAgain: Bool) throws {
        let town = try city(
            Self.map,
            """
            length: 12 h
            city: {zones: map.geojson, number: zone}
            drivers: [{name: cabs, count: 1, start: {2: 100%}}]
            passengers:
              - name: callers
                arrivals: {per-day: 2400}
                origin: {2: 100%}
                destination: {zones: {2: 100%}}
                call-again: \(callsAgain ? "100%" : "0%")
                call-again-after: 1 h
            """)
        // A strip of 3.6 % in the west of zone 2 is in no zone any more.
        let strip = Self.map.replacing("[9.024,", with: "[9.0245,")
        let plan = try CityPlan(
            town.plan, trying: MadeLayout(.text(strip, number: "zone", name: nil), for: town.plan))
        let list = EventList()
        var simulation = Simulation(plan)
        simulation.observers = { _ in [list] }
        _ = try simulation.run()
        var tries: [PassengerID: Int] = [:]
        for record in list.records {
            if case .callRefused(let passenger, .outsideZones) = record.taxi { tries[passenger, default: 0] += 1 }
        }
        #expect(tries.count > 20)
        #expect(
            callsAgain ? (tries.values.max() ?? 0) > 8 : tries.values.allSatisfy { $0 == 1 }, "\(tries.values.sorted())"
        )
    }
}
