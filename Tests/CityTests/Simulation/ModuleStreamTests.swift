// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// The modules take nobody's draws: who does not use them lives the same day, and one more group changes no other.
@Suite struct ModuleStreamTests {
    private func city(modules: String, cabs: Int = 20, others: String = "") throws -> TestCity {
        try TestCity(
            """
            length: 5 h
            city: {grid: {rows: 1, columns: 2, cell: 1 km}}
            modules: [\(modules)]
            travel: {approach: {exponential: 2 min}, ride: {exponential: 6 min}}
            drivers: [{name: cabs, count: \(cabs), answer: {reaction: {exponential: 8 s}, accept: 80%, refuse: 10%}}]
            passengers:
              - name: callers
                arrivals: {per-day: 800}
                call-again: 30%
                no-shows: 5%
            \(others)
            """)
    }

    private let planners = """
          - name: planners
            arrivals: {per-day: 800}
            travelers: {1: 60%, 2: 40%}
            reserving: {share: 70%, lead: {uniform: {from: 2 h, to: 4 h}}, cancel: 10%, lateness: {exponential: 1 min}}
            sharing: {willing: 30%, accept: 70%}
        """

    @Test("SIM-02: modules that are on and that nobody uses leave every event as it is without them")
    func unused() throws {
        let off = try Simulation(city(modules: "").plan, seed: 4).run()
        #expect(
            try Simulation(city(modules: "reservations, sharing").plan, seed: 4).run().fingerprint == off.fingerprint)
        #expect(try Simulation(city(modules: "").plan, seed: 5).run().fingerprint != off.fingerprint)
    }

    /// When which trips are reserved.
    private func wishes(_ run: TestRun) -> [String] {
        run.records.compactMap { record in
            guard case .reservationStored(_, _, let zone, let travelers, let pickUp, false) = record.reservation else {
                return nil
            }
            return "\(record.time.nanoseconds) \(zone) \(travelers) \(pickUp.nanoseconds)"
        }
    }

    @Test("SIM-02: one more taxi, or one more group that shares, leaves everybody else's reservations as they were")
    func others() throws {
        let modules = "reservations, sharing"
        let base = wishes(try city(modules: modules, others: planners).run(seed: 3))
        #expect(base.count > 25)
        #expect(wishes(try city(modules: modules, cabs: 21, others: planners).run(seed: 3)) == base)
        let more =
            planners + "\n  - name: sharers\n    arrivals: {per-day: 500}\n    sharing: {willing: 100%, accept: 80%}"
        let both = try city(modules: modules, others: more).run(seed: 3)
        #expect(wishes(both) == base)
        #expect(both.records.sharings.count > 200)
        #expect(wishes(try city(modules: modules, others: planners).run(seed: 4)) != base)
    }
}
