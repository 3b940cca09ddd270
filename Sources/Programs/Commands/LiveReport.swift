// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
import CitySlices
import Foundation

/// The report of a city that was taken up from the log of a live day, as `cabrank run` writes one of a scenario.
package enum LiveReport {
    /// Counts a city and writes what `cabrank run` writes into a folder.
    ///
    /// - Parameters:
    ///   - plan: the scenario, whose run is the day.
    ///   - scenario: its file.
    ///   - out: the folder.
    ///   - open: opens the city for these observers, with every turn handed over or not.
    /// - Throws: what stops the city or the writing; `ExitStatus.brokenInvariant` when the city broke one.
    package static func write(
        _ plan: CityPlan, scenario: String, to out: String,
        open: @escaping ([any EventObserver], Bool) throws -> any CountedCity
    ) throws {
        let violations = try reportingErrors(work: "report") {
            let began = HostFacts()
            let output = try OutputLocation(named: out, usual: out, settings: []).open()
            var simulation = Simulation(plan)
            let folder = try RunFolder(
                in: output, context: simulation.context, keepsEvents: plan.scenario.record.events,
                tables: simulation.tables)
            simulation.opensCity = open
            simulation.takesBatches = true
            simulation.observers = { _ in folder.observers }
            let result = try simulation.run()
            folder.intervals = result.batchIntervals
            try RunCommand.close(folder, result, plan, began, scenario: scenario)
            let summary = TextSummary(
                context: result.context, result: result.metrics, violations: result.violations,
                fingerprint: result.fingerprint)
            show(summary.text)
            print("\n  report       \(folder.path)/report.html\(ReportAssets.remark)")
            return result.violations
        }
        try RunCommand.judge(violations)
    }
}
