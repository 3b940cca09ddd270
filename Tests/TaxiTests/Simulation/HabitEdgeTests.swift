// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
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

    @Test("a break that begins while the driver is off shift, outside all zones, ends like any other")
    func breakOffShift() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, cell: "500 m", drivers: 20, perDay: 1500, length: "10 h",
                driver: "shift: {start: 00:00, length: 24 h, breaks: {after: {exponential: 5 min}, length: 4 min}}\n"
                    + "idle: {cruise: {pause: 5 s, radius: 400 m}}\nreturn-to-service: 2 min\nposition-interval: 20 s"
            ).replacing("cell: 500 m}", with: "cell: 500 m}, gap-tolerance: 0 m, position-error: {exponential: 40 m}")
        ).run()
        #expect(run.result.violations.isEmpty)
        // Off shift for a break of 4 min, after at most a few ways back from outside: nobody is lost.
        var since: [DriverID: Double] = [:]
        var outside = 0
        var breaks = 0
        for record in run.records {
            guard case .statusChanged(let driver, _, let status, let cause) = record.taxi else { continue }
            if status == .offShift {
                since[driver] = record.time.inSeconds
                if cause == .leftAllZones { outside += 1 } else { breaks += 1 }
            } else if status == .available, let left = since.removeValue(forKey: driver) {
                #expect(record.time.inSeconds - left < 1800, "driver \(driver)")
            }
        }
        #expect(outside > 200 && breaks > 200, "\(outside), \(breaks)")
        #expect(since.values.allSatisfy { 36_000 - $0 < 1800 }, "\(since)")
    }

    @Test("the calls of a known number of people are made by those people, who come back as who they are")
    func returningCallers() throws {
        let city = try TestCity(
            Towns.town(
                drivers: 15, perDay: 4000, length: "8 h", passenger: "call-again: 30%",
                more: "travel: {approach: 2 min, ride: 6 min}"
            ).replacing("per-day: 4000", with: "per-day: 4000, people: 40"))
        let run = try city.run()
        #expect(run.result.violations.isEmpty)
        var sessions: [PassengerID: Int] = [:]
        var rides: [PassengerID: Int] = [:]
        for record in run.records {
            switch record.taxi {
            case .passengerSession(let passenger, true, _): sessions[passenger, default: 0] += 1
            case .rideEnded(_, let passenger, _, _, _): rides[passenger, default: 0] += 1
            default: break
            }
        }
        #expect(Set(sessions.keys) == Set((1...40).map { PassengerID($0) }))
        // About 1300 wishes of 40 people, some of them while the same person waits or rides.
        #expect(rides.count == 40 && rides.values.allSatisfy { $0 > 5 }, "\(rides)")
        #expect(sessions.values.allSatisfy { $0 > 5 })
        let counts = try city.presentPassengers(at: [.hours(4), .hours(8)])
        #expect(counts.total == 40 && counts.present.allSatisfy { $0 < 30 }, "\(counts)")
    }

    @Test("on a slow network a driver who finds nobody waits five minutes from the prompt, and is never refused")
    func noShowOnSlowNetwork() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 20, perDay: 1200, length: "8 h", passenger: "no-shows: 50%",
                more: "travel: {approach: 1 min, ride: 5 min}\nnetwork: {delay: {uniform: {from: 0.1 s, to: 30 s}}}")
        ).run()
        #expect(run.result.violations.isEmpty)
        #expect(run.records.times { if case .requestRefused = $0 { true } else { false } }.isEmpty)
        var prompts: [RequestID: Double] = [:]
        var waits: [Double] = []
        for record in run.records {
            switch record.taxi {
            case .boardingPrompted(let request, _): prompts[request] = record.time.inSeconds
            case .rideReleased(let request, _, _):
                if let prompt = prompts[request] { waits.append(record.time.inSeconds - prompt) }
            default: break
            }
        }
        #expect(waits.count > 100)
        // The prompt's way to the driver, five minutes, and the message's way back.
        #expect(waits.allSatisfy { $0 >= 300 && $0 <= 365 }, "\(waits.min() ?? 0) to \(waits.max() ?? 0)")
    }
}
