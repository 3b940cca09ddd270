// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import Reporting
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// Fairness to drivers under different policies.
@Suite struct FairnessTests {
    /// One zone, 20 equal drivers on the same shift, some 10 000 one-zone rides.
    private func rank() throws -> TestCity {
        try TestCity(
            """
            length: 8 d
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {approach: 2 min, ride: {exponential: 8 min}}
            drivers:
              - name: cabs
                count: 20
                answer: {reaction: 5 s, accept: 100%}
            passengers:
              - name: callers
                arrivals: {per-day: 1290}
            """)
    }

    private func fairness(_ city: TestCity, _ policy: any DispatchPolicy) throws -> MetricsResult {
        let metrics = TaxiMetrics(context: Simulation(city.plan).context)
        try PolicyCity.run(city.plan, policy: policy, observers: metrics.readers)
        metrics.finish(at: city.plan.scenario.end)
        return try #require(metrics.result)
    }

    @Test(
        "TAXI-QUEUE-16: over 10 000 rides of 20 equal drivers in one zone the Gini coefficient under FIFO is below 0.05"
    )
    func fifo() throws {
        let result = try fairness(rank(), FirstInQueue())
        #expect((result["rides.ended"] ?? 0) >= 10_000)
        #expect((result["fairness.gini"] ?? 1) < 0.05)
        #expect(result["offers.fifoViolations"] == 0)
    }

    @Test("A rank that asks the last driver first is caught: its Gini coefficient is above 0.05")
    func lifo() throws {
        let result = try fairness(rank(), LastInQueue())
        #expect((result["fairness.gini"] ?? 0) > 0.05)
        #expect((result["offers.fifoViolations"] ?? 0) > 1000)
    }

    @Test("TAXI-DISPATCH-01: nearest asks the nearest driver, so the same calls wait less, and overtakes drivers")
    func policies() throws {
        func run(_ policy: String) throws -> TestRun {
            try TestCity(
                """
                length: 12 h
                city: {grid: {rows: 1, columns: 1, cell: 8 km}}
                dispatch: {policy: \(policy)}
                drivers:
                  - name: cabs
                    count: 30
                    answer: {reaction: 5 s, accept: 100%}
                passengers:
                  - name: callers
                    arrivals: {per-day: 800}
                """
            ).run(seed: 9)
        }
        let fifo = try run("fifo")
        let nearest = try run("nearest")
        #expect(fifo["calls.total"] == nearest["calls.total"])
        #expect(nearest["wait.mean"] < 0.7 * fifo["wait.mean"])
        #expect(fifo["fairness.overtakes"] == 0 && nearest["fairness.overtakes"] > 100)
        #expect(fifo.result.violations.isEmpty && nearest.result.violations.isEmpty)
    }
}
