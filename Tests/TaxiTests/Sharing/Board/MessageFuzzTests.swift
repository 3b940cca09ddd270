// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import RuleTestKit
import TaxiSharing
import Testing

/// The real service with both modules, and messages that nobody foresaw.
@Suite struct MessageFuzzTests {
    @Test("Any messages in any order: nothing traps, all invariants hold, all has one end", arguments: 0..<4)
    func anyMessages(part: Int) throws {
        var seen: [String: Int] = [:]
        for seed in part * 45..<(part + 1) * 45 {
            let city = try BoardCity(seats: [4, 2, 6], reservations: true, isInService: seed.isMultiple(of: 2))
            var fuzz = MessageFuzz(city, seed: seed)
            try fuzz.run(steps: 400)
            city.close()
            #expect(city.violations.isEmpty, "seed \(seed): \(city.violations.prefix(3))")
            let settlement = Settlement(city.records)
            #expect(settlement.problems.isEmpty, "seed \(seed): \(settlement.problems)")
            seen.merge(settlement.counts, uniquingKeysWith: +)
        }
        // The fuzz gets far, in every part.
        for kind in [
            "reservation", "ride", "joined", "left: cancelled", "held", "retry", "removed: ended", "outcome fulfilled",
            "outcome cancelled", "cancel refused: tooLate", "rejected: leadTime",
        ] {
            #expect(seen[kind, default: 0] > 0, "no \(kind) in part \(part): \(seen)")
        }
    }
}
