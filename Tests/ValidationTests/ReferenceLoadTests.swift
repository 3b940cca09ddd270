// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import Testing

/// The reference load, and the same beside very many accounts. Release builds only: in a debug build it takes minutes.
@Suite struct ReferenceLoadTests {
    private let answerTimes = ["PERF-03", "PERF-04"]

    /// The outcome of the verdicts of these ids.
    private func outcomes(_ ids: [String], _ values: [String] = []) throws -> [Verdict.Outcome] {
        let city = try TestCity(file: "Scenarios/reference-load.yaml", set: values)
        return try Simulation(city.plan).run().metrics.verdicts.filter { ids.contains($0.id) }.map(\.outcome)
    }

    @Test(
        "PERF-01, PERF-02, PERF-03, PERF-04: the reference load keeps its budgets, and a server 45 times as slow is found too slow",
        .enabled(if: Effort.isOptimised))
    func slowerServer() throws {
        #expect(try outcomes(["PERF-01", "PERF-02"] + answerTimes) == [.pass, .pass, .pass, .pass])
        #expect(try outcomes(answerTimes, ["server.service-scale=45", "length=45 min"]) == [.flag, .flag])
    }

    @Test(
        "PERF-05: with 1,000,000 accounts registered and 1,000 connected nobody is refused for lack of room, and PERF-03 holds",
        .enabled(if: Effort.isOptimised))
    func million() throws {
        let city = try TestCity(
            file: "Scenarios/reference-load.yaml", set: ["accounts.registered=1000000"])
        var counter: RegistrationCounter?
        var simulation = Simulation(city.plan)
        simulation.observers = { _ in
            let made = RegistrationCounter()
            counter = made
            return [made]
        }
        let result = try simulation.run()
        let count = try #require(counter)
        #expect(count.enrolled > 1_000_000 && count.refusals.isEmpty)
        for id in ["PERF-01", "PERF-02", "PERF-03", "PERF-04"] {
            #expect(result.metrics.verdicts.first { $0.id == id }?.outcome == .pass, "\(id)")
        }
    }
}

/// Counts who was registered, and who was refused for lack of room.
private final class RegistrationCounter: RecordObserver {
    private(set) var enrolled = 0
    private(set) var refusals: [String] = []

    func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            switch record.event {
            case .account(.registrationConfirmed(_, _, .enrolled)): enrolled += 1
            case .account(.registrationRejected(_, _, let reason, _)): refusals.append("\(reason)")
            case .server(.messageRefused(_, _, _, _, _, _, _, let reason)) where reason == .serverBusy:
                refusals.append("\(reason)")
            default: break
            }
        }
    }
}
