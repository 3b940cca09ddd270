// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
package import CitySlices
import Reporting
package import RuleTestKit
import ScenarioLanguage

/// A city of a scenario text or file, ready to be run with any seed.
package struct TestCity: Sendable {
    package let plan: CityPlan

    package var scenario: Scenario { plan.scenario }

    /// Reads a scenario text; the lines that every scenario begins with are added when `cabrank:` or `start:` is missing.
    /// It then begins at midnight, so that clock times in the text are times since the start.
    ///
    /// - Throws: `InputErrors` with everything that is wrong.
    package init(_ text: String, folder: String = "", set values: [String] = []) throws {
        var whole = text.contains("cabrank:") ? text : "cabrank: 1\nname: test\n" + text
        if !("\n" + whole).contains("\nstart:") { whole = "start: 2026-03-04 00:00\n" + whole }
        plan = try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(
                text: whole, named: "test.yaml", folder: folder,
                overrides: values.map { ScenarioOverride(text: $0) }))
    }

    /// Reads a scenario file of the project, such as `Scenarios/quickstart.yaml`.
    ///
    /// - Throws: `InputErrors` with everything that is wrong.
    package init(file: String, set values: [String] = []) throws {
        plan = try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(
                file: ProjectFolder.file(file), overrides: values.map { ScenarioOverride(text: $0) }))
    }

    /// The same city with the ways of another router.
    package init(_ city: TestCity, travel: any Router) { plan = CityPlan(city.plan, travel: travel) }

    /// Runs to the end with the invariants checked after every turn, and keeps every event.
    ///
    /// - Throws: `SimulationError` when the run gives no result.
    package func run(seed: UInt64? = nil, replication: UInt64 = 0, checks: Bool = true) throws -> TestRun {
        let list = EventList()
        var simulation = Simulation(plan, seed: seed, replication: replication)
        simulation.checksInvariants = checks
        simulation.observers = { _ in [list] }
        let result = try simulation.run()
        let midnight = scenario.start.midnight
        return TestRun(
            result: result,
            records: list.records.map { record in
                EventRecord(
                    number: record.number, time: .epoch + (record.time - midnight), turn: record.turn,
                    event: record.event)
            })
    }

    /// Runs and counts how many passengers exist at each of these times after the start, and how many there were in all.
    ///
    /// - Throws: `LoopError` when the loop failed.
    package func presentPassengers(at spans: [TimeSpan]) throws -> (present: [Int], total: Int) {
        let city = SimulatedCity(plan, key: Simulation(plan).key, observers: [])
        var present: [Int] = []
        for span in spans {
            try city.run(until: scenario.start + span)
            present.append(city.presentCustomers)
        }
        let total = city.customerCount
        city.finish()
        return (present, total)
    }
}

/// A run with all its events.
package struct TestRun: Sendable {
    package let result: RunResult
    /// Every event in order, with times since the midnight before the start.
    package let records: [EventRecord]

    /// A metric by its path; not a number when it was not measured.
    package subscript(metric: String) -> Double { result.metrics[metric] ?? .nan }
}
