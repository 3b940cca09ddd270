// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Reporting
import RuleTestKit
import Testing

@testable import CitySlices
@testable import TaxiSimulation

@Suite struct SyntheticCityTests {
    @Test("A lawful log breaks no invariant and no order, at any seed", arguments: 1...40)
    func lawful(seed: UInt64) throws {
        let city = SyntheticCity(zones: 4, drivers: 40, passengers: 100, hours: 6, seed: seed)
        let monitor = InvariantMonitor(context: city.context)
        monitor.observe(city.records[...])
        monitor.finish(at: city.context.end)
        #expect(monitor.violations.prefix(3).map(\.description) == [])
        let metrics = TaxiMetrics(context: city.context)
        metrics.observe(city.records[...])
        metrics.finish(at: city.context.end)
        let result = try #require(metrics.result)
        #expect(result["offers.fifoViolations"] == 0)
        #expect(result["offers.arrivalInversions"] == 0)
        #expect(result["offers.maxPending"] == 1)
        #expect(result["openRequests.mean"] == result["openRequests.little"])
        let shares = ["offShift", "available", "toPickUp", "withPassenger"].compactMap { result["drivers.share.\($0)"] }
        #expect(abs(shares.reduce(0, +) - 1) < 4e-6)
        let stored = try #require(result["calls.stored"])
        #expect(stored > 300)
        // Sums over hours and over zones give the whole.
        #expect(result.taxi.hours.reduce(0) { $0 + $1.calls.stored } == Int(stored))
        #expect(result.taxi.zones.reduce(0) { $0 + $1.calls.fulfilled } == Int(result["calls.fulfilled"] ?? -1))
        #expect(result.taxi.zones.reduce(0) { $0 + ($1.wait?.count ?? 0) } == Int(result["wait.count"] ?? -1))
        #expect(result.taxi.hours.reduce(0) { $0 + ($1.wait?.count ?? 0) } == Int(result["wait.count"] ?? -1))
        #expect(result.taxi.drivers.reduce(0) { $0 + $1.rides } == Int(result["rides.ended"] ?? -1))
    }

    @Test("Batches do not matter: turn by turn gives the same result")
    func batches() throws {
        let city = SyntheticCity(zones: 3, drivers: 20, passengers: 50, hours: 3, seed: 7)
        let whole = TaxiMetrics(context: city.context)
        whole.observe(city.records[...])
        whole.finish(at: city.context.end)
        let parts = TaxiMetrics(context: city.context)
        var from = 0
        for index in city.records.indices
        where index + 1 == city.records.count
            || city.records[index + 1].turn != city.records[index].turn
        {
            parts.observe(city.records[from...index])
            from = index + 1
        }
        parts.finish(at: city.context.end)
        #expect(whole.result == parts.result)
    }
}
