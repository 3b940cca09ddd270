// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import CityReports
public import Reporting
public import RuleTestKit
import ScenarioFile
import TaxiReports
import TaxiSimulation

/// The results of a city of taxis behind a server, with accounts, folded from any log.
public final class TaxiMetrics {
    private let metrics: RunMetrics
    private var isOver = false

    /// Begins the folds of a run.
    public init(context: RunContext) {
        let taxis = TaxiSlice()
        metrics = RunMetrics([
            ReportedService(
                taxis.key.service, title: taxis.title, metrics: taxis.metrics, fold: TaxiServiceFold(context)),
            ReportedService(
                ServiceID("server"), title: "Server", metrics: MetricDescription.server,
                fold: ServerServiceFold(context)),
            ReportedService(
                ServiceID("accounts"), title: "Accounts", metrics: MetricDescription.accounts,
                fold: AccountServiceFold(context)),
        ])
    }

    /// What observes a run.
    public var readers: [any EventObserver] { metrics.readers }

    /// Takes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) { metrics.readers.observe(records) }

    /// The run is over.
    public func finish(at end: CityTime) {
        for reader in metrics.readers { reader.finish(at: end) }
        isOver = true
    }

    /// What they came to; nil before the end.
    public var result: MetricsResult? { isOver ? metrics.result : nil }
}
