// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import Testing

/// Reservations and shared rides in whole cities where everything goes wrong that can.
@Suite struct ModuleTroubleTests {
    private static let parts = 20
    private static let citiesPerPart = 50

    @Test(
        "SIM-07: in 1,000 random cities with trouble every invariant holds and everything has one end",
        arguments: 0..<parts)
    func randomCities(part: Int) throws {
        var seen: [String: Int] = [:]
        for seed in part * Self.citiesPerPart..<(part + 1) * Self.citiesPerPart {
            let text = RandomModuleCity.text(UInt64(seed))
            let run = try TestCity(text).run(seed: UInt64(seed))
            #expect(run.result.violations.isEmpty, "seed \(seed): \(run.result.violations.prefix(3))\n\(text)")
            let settlement = Settlement(run.records)
            #expect(settlement.problems.isEmpty, "seed \(seed): \(settlement.problems)\n\(text)")
            for table in run.result.metrics.outcomeTables {
                let sum = table.outcomes.reduce(0) { $0 + $1.count }
                #expect(sum == table.whole, "seed \(seed): \(table.what): \(table)\n\(text)")
            }
            seen.merge(settlement.counts, uniquingKeysWith: +)
        }
        // The trouble is really met, in every part.
        for kind in [
            "reservation", "ride", "joined", "join refused: noSeats", "missed", "owner changed", "left: cancelled",
            "held",
            "retry", "outcome fulfilled", "outcome cancelled", "outcome dropped", "outcome released",
            "companion aboard",
            "detached", "cancel refused: tooLate",
        ] {
            #expect(seen[kind, default: 0] > 0, "no \(kind) in part \(part): \(seen)")
        }
    }
}
