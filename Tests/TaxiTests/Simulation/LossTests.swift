// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// Cities whose network loses messages (TAXI-ASSUME-01): nothing is stuck for good.
@Suite struct LossTests {
    /// Six hours of which only the first two have calls, so that everything has an end at the end.
    private func city(loss: String, calls: Int = 9000, _ more: String = "") -> String {
        Towns.town(
            drivers: 15, perDay: calls, length: "6 h", passenger: "no-shows: 10%\n\(more)",
            more: "travel: {approach: 2 min, ride: 8 min}\nnetwork: {delay: 0.2 s, loss: \(loss)}"
        ).replacing("per-day: \(calls)", with: "per-day: \(calls), hourly: [\(hours)]")
    }

    private var hours: String { (0..<24).map { $0 < 2 ? "1" : "0" }.joined(separator: ", ") }

    @Test(
        "a network that loses many messages leaves no taxi busy without a ride and no caller stuck",
        arguments: zip(["5%", "20%", "50%"], 1...3 as ClosedRange<UInt64>))
    func heavyLoss(loss: String, seed: UInt64) throws {
        let run = try TestCity(city(loss: loss, "patience: 10 min\nmistakes: 5%\ncall-again: 30%")).run(seed: seed)
        #expect(run.result.violations.isEmpty)
        var status: [DriverID: DriverStatus] = [:]
        var open: Set<RequestID> = []
        for record in run.records {
            switch record.taxi {
            case .statusChanged(let driver, _, let to, _): status[driver] = to
            case .requestStored(let request, _, _, _, _, _): open.insert(request)
            case .requestAborted(let request, _, _), .rideReleased(let request, _, _),
                .rideEnded(let request, _, _, _, _):
                open.remove(request)
            default: break
            }
        }
        // The last call came four hours before the end: no ride goes on any more.
        #expect(open.isEmpty, "loss \(loss), seed \(seed)")
        #expect(status.values.allSatisfy { $0 == .available }, "loss \(loss), seed \(seed): \(status)")
        #expect(status.count == 15)
        let rides = run.records.times { if case .rideEnded = $0 { true } else { false } }
        #expect(rides.count > 50)
    }

    @Test("after heavy losses everybody who called has left again")
    func callersLeave() throws {
        let counts = try TestCity(city(loss: "40%")).presentPassengers(at: [.hours(1), .hours(6)])
        #expect(counts.total > 400)
        #expect(counts.present[0] > 0 && counts.present[1] == 0, "\(counts)")
    }

    @Test("with every message lost nobody is ever in service, and the run ends")
    func everythingLost() throws {
        let run = try TestCity(city(loss: "100%", calls: 200)).run()
        let changes = run.records.times { if case .statusChanged = $0 { true } else { false } }
        #expect(changes.isEmpty)
        // Pauses grow to a minute: a driver's login is tried about 60 times an hour.
        let lost = run.records.found { if case .messageLost(true, let sender) = $0 { sender } else { nil } }
        #expect(lost.count > 15 * 300 && lost.count < 15 * 380)
    }
}
