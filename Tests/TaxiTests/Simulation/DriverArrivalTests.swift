// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// Drivers who come as a Poisson stream, and calls that wait for them.
@Suite struct DriverArrivalTests {
    private func city(_ driver: String, count: Int = 50, perDay: Int = 2000, room: Int = 0) throws -> TestRun {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: count, perDay: perDay, length: "10 h", driver: driver,
                more: "travel: {approach: 1 min, ride: 6 min}\ndispatch: {waiting-room: \(room)}")
        ).run()
        #expect(run.result.violations.isEmpty)
        return run
    }

    private func comings(_ run: TestRun) -> [Double] {
        run.records.times { if case .statusChanged(_, .offShift, .available, .byHand) = $0 { true } else { false } }
    }

    @Test(
        "each arrival is a driver who works that many rides and goes off shift with the last one's end",
        arguments: [1, 3])
    func rides(count: Int) throws {
        let run = try city("arrivals: {per-day: 720, rides: \(count)}")
        var rides: [DriverID: Int] = [:]
        for record in run.records {
            switch record.taxi {
            case .statusChanged(let driver, .offShift, .available, _): rides[driver] = 0
            case .rideEnded(_, _, let driver, _, _): rides[driver, default: 0] += 1
            case .statusChanged(let driver, let from, .offShift, let cause):
                #expect(rides[driver] == count && from == .busy && cause == .byHand)
            default: break
            }
        }
        // 300 arrivals on average, and five standard deviations.
        let comings = comings(run)
        #expect(abs(Double(comings.count) - 300) < 5 * 300.0.squareRoot())
        #expect(Set(comings).count == comings.count)
        #expect(rides.count == 50)
    }

    @Test("the last ride of several passengers ends the shift too, by a message of its own turn")
    func sharedLastRide() throws {
        let run = try TestCity(
            Towns.town(
                rows: 2, columns: 2, cell: "1 km", drivers: 150, perDay: 6000, length: "4 h",
                driver: "arrivals: {per-day: 6000, rides: 1}",
                passenger: "sharing: {willing: 100%, accept: 100%}\ndestination: {zones: {4: 100%}}",
                more: Towns.manyShare
            )
        ).run()
        #expect(run.result.violations.isEmpty)
        let companions = run.records.times { if case .companionAboard = $0 { true } else { false } }
        let ends = run.records.times { if case .rideEnded = $0 { true } else { false } }
        let leaves = run.records.times {
            if case .statusChanged(_, .busy, .offShift, .byHand) = $0 { true } else { false }
        }
        #expect(companions.count > 10 && ends.count > 50)
        // Every ride was its driver's last.
        #expect(leaves == ends)
    }

    @Test("without a limit of rides drivers stay, and nobody comes when all are there")
    func staying() throws {
        let run = try city("arrivals: {per-day: 720}", count: 20)
        #expect(comings(run).count == 20)
        let leaves = run.records.times { if case .statusChanged(_, _, .offShift, _) = $0 { true } else { false } }
        #expect(leaves.isEmpty)
    }

    @Test("calls wait while there is room, are served in order of arrival, and are aborted beyond it")
    func waitingRoom() throws {
        let run = try city("arrivals: {per-day: 720, rides: 1}", perDay: 1500, room: 2)
        var line: [RequestID] = []
        var full = 0
        for record in run.records {
            switch record.taxi {
            case .requestStored(let request, _, _, _, _, _): line.append(request)
            case .offerSent(_, let request, _, _, _, _, _, _, _):
                #expect(line.first == request)
                line.removeAll { $0 == request }
            case .requestAborted(let request, _, .noDriver):
                #expect(line.last == request && line.count == 3)
                line.removeLast()
                full += 1
            default: break
            }
        }
        #expect(full > 100)
    }
}
