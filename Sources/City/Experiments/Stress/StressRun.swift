// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
public import CitySimulation
import ScenarioFile

/// One run of a stress search.
public struct StressRun {
    /// What it gave.
    public let point: StressPoint
    /// How many invariants were broken; 0 when none were checked.
    public let violations: Int

    /// Runs a plan whose scenario has a server, at the load that its scenario states.
    ///
    /// - Parameters:
    ///   - plan: the checked scenario with its map.
    ///   - factor: the factor on the load, for the record.
    ///   - seed: the seed, in place of the scenario's.
    ///   - checksInvariants: checks every invariant after every turn.
    ///   - progress: told now and then how far the run is; false stops it.
    /// - Throws: `SimulationError` when the run gave no result.
    public init(
        _ plan: CityPlan, factor: Double, seed: UInt64? = nil, checksInvariants: Bool = false,
        progress: ((RunProgress) -> Bool)? = nil
    ) throws(SimulationError) {
        let scenario = plan.scenario
        let work = WorkFold(
            start: scenario.start, from: scenario.start + scenario.warmUp, until: scenario.end)
        var run = Simulation(plan, seed: seed)
        run.checksInvariants = checksInvariants
        run.keepsMessages = false
        run.progress = progress
        run.observers = { _ in [work] }
        let result = try run.run()
        violations = result.violations.count
        point = StressPoint(
            factor: factor, work: work, workers: scenario.server?.workers ?? 0, metrics: result.metrics)
    }
}

extension StressPoint {
    /// Reads a point from the metrics of a run, with the run's own verdict. A load without any message keeps the target; a run
    /// in which messages came and none was answered shows nothing, and does not.
    init(factor: Double, work: WorkFold, workers: Int, metrics: MetricsResult) {
        func value(_ name: String) -> Double? { metrics[name] }
        let isKept =
            switch metrics.serverTarget {
            case .pass: true
            case .flag: false
            case .notMeasured: (value("server.arrivals") ?? 0) == 0
            }
        let refused = (value("server.refused.serverBusy") ?? 0) + (value("server.refused.timedOut") ?? 0)
        self.init(
            factor: factor, messagesPerSecond: value("server.arrivalRate"), isKept: isKept,
            under5s: value("processing.under5s"), callsUnder5s: value("processing.calls.under5s"),
            longest: value("processing.max"), refused: Int(refused),
            unanswered: Int(value("server.unanswered") ?? 0),
            utilisation: value("server.utilisation") ?? work.utilisation(workers: workers),
            busiestMinute: work.busiestMinute(workers: workers), hashing: work.hashing(workers: workers),
            abortRate: value("calls.abortRate"), driversBusy: value("drivers.utilisation"))
    }
}
