// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Testing

/// Habits at their edges: each of these once lost taxis or people for good.
@Suite struct HabitEdgeTests {
    @Test("GPS noise as large as the boarding radius keeps no taxi from its passenger")
    func noise() throws {
        let run = try TestCity(
            Towns.town(rows: 1, columns: 1, drivers: 5, perDay: 600, length: "4 h").replacing(
                "cell: 1 km}", with: "cell: 1 km}, position-error: {exponential: 15 m}")
        ).run()
        #expect(run.result.violations.isEmpty)
        let refused = run.records.times { if case .requestRefused = $0 { true } else { false } }
        #expect(refused.isEmpty)
        let accepted = run.records.times { if case .offerAccepted = $0 { true } else { false } }
        let ended = run.records.times { if case .rideEnded = $0 { true } else { false } }
        #expect(accepted.count > 50)
        // Only rides of the last half hour may be under way at the end.
        let early = accepted.filter { $0 < 3.5 * 3600 }
        #expect(ended.count >= early.count)
    }

    @Test("a driver who is busy when one shift of 24 h follows another works the next one too")
    func endlessShifts() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 5, perDay: 400, length: "10 d",
                driver: "shift: {start: 08:00, length: 24 h}")
        ).run(checks: false)
        // All five are in service from the first 8:00 on, but for the moments of the change.
        var inService: Set<DriverID> = []
        var offFor: [DriverID: Double] = [:]
        for record in run.records where record.time.inSeconds > 9 * 3600 {
            guard case .statusChanged(let driver, _, let status, _) = record.taxi else { continue }
            if status == .offShift {
                offFor[driver] = record.time.inSeconds
                inService.remove(driver)
            } else if inService.insert(driver).inserted, let since = offFor.removeValue(forKey: driver) {
                #expect(record.time.inSeconds - since < 3600, "driver \(driver) lost a shift")
            }
        }
        #expect(offFor.values.allSatisfy { 10 * 86_400 - $0 < 3600 })
        #expect(inService.count + offFor.count == 5)
    }
}
