// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// Cruising drivers in a city whose zones change only some way beyond the border (DEC-ZONE-FLICKER).
@Suite struct HysteresisTests {
    @Test("a cruiser who sends no reports at an interval still changes zones when the hysteresis is above 0")
    func crossings() throws {
        func changes(_ hysteresis: String) throws -> Int {
            let run = try TestCity(
                Towns.town(
                    rows: 1, columns: 2, cell: "1 km", drivers: 20, perDay: 0, length: "4 h",
                    driver: "idle: {cruise: {pause: 30 s, radius: 900 m}}"
                ).replacing("cell: 1 km}", with: "cell: 1 km}, hysteresis: \(hysteresis)")
            ).run()
            #expect(run.result.violations.isEmpty)
            return run.records.times { if case .driverEnqueued(_, _, _, .zoneChange) = $0 { true } else { false } }
                .count
        }
        let free = try changes("0 m")
        let damped = try changes("30 m")
        #expect(free > 100)
        // Only those count less that end, or turn round, in the strip along the border: some percent of the ways.
        #expect(damped > free * 8 / 10 && damped < free, "\(damped) of \(free)")
    }

    @Test("after each way the taxi's queue is that of the zone where it stands, but for the strip along the border")
    func standsInItsQueue() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 2, cell: "1 km", drivers: 20, perDay: 400, length: "4 h",
                driver: "idle: {cruise: {pause: 30 s, radius: 900 m}}"
            ).replacing("cell: 1 km}", with: "cell: 1 km}, hysteresis: 50 m")
        ).run()
        var zones: [DriverID: ZoneID] = [:]
        var judged = 0
        var wrong = 0
        for (index, record) in run.records.enumerated() {
            switch record.taxi {
            case .driverEnqueued(let driver, let zone, _, _): zones[driver] = zone
            case .driverDequeued(let driver, _, _): zones[driver] = nil
            case .positionReported(let driver, let place, _):
                // The border lies at 1 km; a change of zone follows the report in the same turn.
                let isClear = abs(place.east - 1_000_000) > 60_000
                guard isClear, zones[driver] != nil else { continue }
                let later = run.records[index...].prefix { $0.turn == record.turn }
                let zone =
                    later.compactMap { record -> ZoneID? in
                        if case .driverEnqueued(driver, let zone, _, _) = record.taxi { zone } else { nil }
                    }.last ?? zones[driver]
                judged += 1
                if zone != ZoneID(place.east < 1_000_000 ? 1 : 2) { wrong += 1 }
            default: break
            }
        }
        #expect(judged > 1000)
        // A way that meets the border at a very low angle may be seen beyond it at its end only.
        #expect(wrong <= judged / 500, "\(wrong) of \(judged)")
    }
}
