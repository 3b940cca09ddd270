// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// Pauses of no time at all between things that people do again and again: the time of the run still goes on.
@Suite struct ZeroPauseTests {
    /// One second of a city with one zone.
    private func city(_ drivers: String, _ passengers: String) -> String {
        """
        length: 1 s
        city: {grid: {rows: 1, columns: 1, cell: 1 km}}
        drivers: [\(drivers)]
        passengers: [\(passengers)]
        """
    }

    @Test("people who think for no time call once a millisecond at most")
    func thinking() throws {
        let run = try TestCity(city("", "{name: callers, population: {people: 2, thinking: 0 s}}")).run()
        let calls = run.records.times { if case .callConfirmed = $0 { true } else { false } }
        #expect(calls.count == 2000)
        #expect(run.result.violations.isEmpty)
    }

    @Test("people who call again at once do so once a millisecond at most, after an abort and after a refusal")
    func callingAgain() throws {
        for mistakes in ["0%", "100%"] {
            let run = try TestCity(
                city(
                    "",
                    "{name: callers, trace: [\"00:00:00,1,1,1,,\"], call-again: 100%, call-again-after: 0 s, "
                        + "mistakes: \(mistakes)}")
            ).run()
            let calls = run.records.times { if case .callConfirmed = $0 { true } else { false } }
            // At 0 ms, and at each of the 1000 ms up to the end of the run.
            #expect(calls.count == 1001, "\(mistakes)")
            #expect(run.result.violations.isEmpty)
        }
    }

    @Test("a driver whose breaks come at once and last no time goes on a break once a millisecond at most")
    func breaks() throws {
        let run = try TestCity(
            city("{name: cabs, count: 1, shift: {start: 00:00, length: 1 h, breaks: {after: 0 s, length: 0 s}}}", "")
        ).run()
        let changes = run.records.times { if case .statusChanged = $0 { true } else { false } }
        #expect(changes.count > 1000 && changes.count < 2100, "\(changes.count)")
    }

    @Test("a driver who cruises without a pause drives on and on")
    func cruising() throws {
        let run = try TestCity(
            city(
                "{name: cabs, count: 20, idle: {cruise: {pause: 0 s, radius: 1 m}}, position-interval: 1 s}", "")
        ).run()
        #expect(run.result.violations.isEmpty)
    }

    @Test("drivers who come back to service at once after the end of the zones do not ask without end")
    func comingBack() throws {
        let run = try TestCity(
            city(
                "{name: cabs, count: 20, return-to-service: 0 s, position-interval: 1 s, "
                    + "idle: {cruise: {pause: 0 s, radius: 100 km}}}", ""
            ).replacing("cell: 1 km}", with: "cell: 10 m}, gap-tolerance: 0 m, position-error: 100 m").replacing(
                "length: 1 s", with: "length: 1 h")
        ).run()
        #expect(run.result.violations.isEmpty)
    }
}
