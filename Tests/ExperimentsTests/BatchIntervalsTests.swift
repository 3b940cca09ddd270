// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import Experiments

/// Intervals by batch means within one run.
@Suite struct BatchIntervalsTests {
    /// A town without hours of rush: a steady state after its warm-up.
    private func town() throws -> TestCity {
        try TestCity(
            """
            length: 24 h
            warm-up: 2 h
            city: {grid: {rows: 1, columns: 2, cell: 2 km}}
            drivers: [{name: cabs, count: 8, answer: {accept: 80%, refuse: 20%}}]
            passengers: [{name: callers, arrivals: {per-day: 600}}]
            """)
    }

    private func run(_ city: TestCity, replication: UInt64 = 0) throws -> (RunResult, EventList) {
        var simulation = Simulation(city.plan, replication: replication)
        let list = EventList()
        simulation.takesBatches = true
        simulation.observers = { _ in [list] }
        return (try simulation.run(), list)
    }

    @Test("Every mean over time or rides has a batch interval around the metric of the run; what is no mean has none")
    func everyMean() throws {
        let (result, _) = try run(town())
        let found = try #require(result.batchIntervals).metrics
        for (name, metric) in found {
            let value = try #require(result.metrics[name], "\(name)")
            #expect(abs(metric.mean - value) < 2e-6, "\(name): \(metric.mean) and \(value)")
            #expect(metric.count == 20 && metric.halfWidth != nil)
        }
        for name in [
            "wait.mean", "acceptance.mean", "arrivalDelay.mean", "etaError.mean", "etaError.bias", "queueTime.mean",
            "arrivalDelay.shareInTime", "calls.abortRate", "calls.unservedShare", "offers.timeoutShare",
            "offers.refuseShare",
            "offers.perRequest", "drivers.share.offShift", "drivers.share.available", "drivers.share.toPickUp",
            "drivers.share.withPassenger", "drivers.inService", "drivers.utilisation", "rides.perServiceHour",
            "fairness.overtakingOffers", "distance.emptyShare", "openRequests.mean", "openRequests.rate",
            "openRequests.meanTime", "openRequests.little",
        ] {
            #expect(found[name] != nil, "\(name)")
        }
        for name in found.keys {
            let end = name.split(separator: ".").last ?? ""
            #expect(
                !["p50", "p90", "p95", "p99", "max", "sd", "count", "gini", "jain", "stored"].contains(end), "\(name)")
        }
        // Every metric with a word of a mean or a share in its name is there, but for those of zones and of the calendar.
        let means = result.metrics.values.filter { value in
            value.value != nil && (value.name.hasSuffix(".mean") || value.name.lowercased().contains("share"))
        }
        for value in means { #expect(found[value.name] != nil, "\(value.name)") }
    }

    @Test("The sums of the batches are those of the event log: waits by the time of boarding")
    func waits() throws {
        let city = try town()
        let (result, list) = try run(city)
        var stored: [RequestID: Double] = [:]
        var (sums, sizes) = ([Double](repeating: 0, count: 20), [Double](repeating: 0, count: 20))
        for record in list.records {
            switch record.event {
            case .taxi(.requestStored(let request, _, _, _, _, _)):
                stored[request] = (record.time - city.scenario.start).inSeconds
            case .taxi(.passengerAboard(let request, _, _, _, _)):
                let now = (record.time - city.scenario.start).inSeconds
                guard let from = stored.removeValue(forKey: request) else { continue }
                let start = 2.0 * 3600
                guard from >= start else { continue }
                let batch = min(19, Int((now - start) / (22 * 3600 / 20)))
                sums[batch] += now - from
                sizes[batch] += 1
            default: break
            }
        }
        let waits = try #require(result.batches.first { $0.metric == "wait.mean" })
        #expect(waits.sizes == sizes)
        #expect(zip(waits.sums, sums).allSatisfy { abs($0 - $1) < 1e-3 }, "\(waits.sums)\n\(sums)")
    }

    @Test("In a steady town the batch intervals hold the mean of many replications about as often as they say")
    func coverage() throws {
        let city = try town()
        let runs = try (0..<40).map { try run(city, replication: UInt64($0)) }
        for name in ["wait.mean", "openRequests.mean", "drivers.utilisation", "queueTime.mean"] {
            let truth = runs.reduce(0) { $0 + ($1.0.metrics[name] ?? 0) } / 40
            let held = runs.count { result, _ in
                guard let metric = result.batchIntervals?.metrics[name], let half = metric.halfWidth else {
                    return false
                }
                return abs(metric.mean - truth) <= half
            }
            #expect(held >= 33, "\(name): \(held) of 40")
        }
    }

    @Test("A run with less than 20 minutes for each batch has no batch intervals")
    func short() throws {
        let city = try town()
        #expect(try run(city).0.batchIntervals != nil)
        let short = try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=6 h", "warm-up=0 s"])
        #expect(try run(short).0.batchIntervals == nil)
        #expect(try Simulation(city.plan).run().batchIntervals == nil)
    }

    @Test("The warm-up that is found has the length of whole steps, also when the last step is short")
    func oddLength() throws {
        let city = try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=665 min"])
        let set = try Replications(city.plan, rule: .count(3)).run()
        let found = try #require(set.foundWarmUp)
        #expect(found.nanoseconds % TimeSpan.minutes(50).nanoseconds == 0, "\(found)")
    }
}
