// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
package import Reporting
package import RuleTestKit
package import TaxiRules
package import TaxiSimulation

/// The results of a city of taxis behind a server, with accounts, folded from any log.
package final class TaxiMetrics {
    private let metrics: RunMetrics
    private var isOver = false

    /// Begins the folds of a run.
    package init(context: RunContext) {
        metrics = RunMetrics(
            Self.slices.map { slice in
                ReportedService(
                    slice.key.service, title: slice.title, metrics: slice.metrics,
                    counting: slice is TaxiSlice ? [] : slice.events, fold: slice.fold(context))
            })
    }

    /// Taxis, the server and the accounts.
    package static let slices: [any ServiceSlice] = [
        TaxiSlice(), ServerSlice(TaxiSlice.load), AccountsSlice(TaxiSlice.load),
    ]

    /// What observes a run.
    package var readers: [any EventObserver] { metrics.readers }

    /// Takes the next records.
    package func observe(_ records: ArraySlice<EventRecord>) { metrics.readers.observe(records) }

    /// The run is over.
    package func finish(at end: CityTime) {
        for reader in metrics.readers { reader.finish(at: end) }
        isOver = true
    }

    /// What they came to; nil before the end.
    package var result: MetricsResult? { isOver ? metrics.result : nil }
}

/// Watches the laws of taxis, of the server and of the accounts.
package final class InvariantMonitor: EventObserver {
    /// The laws of taxis.
    package let taxis: TaxiMonitor
    private let monitors: [any ServiceMonitor]
    private let onViolation: ((Violation) -> Void)?
    private var reported = 0

    /// Makes the monitor of a run; `onViolation` is called once for each violation, in order, after the batch that shows it.
    package init(context: RunContext, onViolation: ((Violation) -> Void)? = nil) {
        taxis = TaxiMonitor(context)
        monitors = [taxis, ServerMonitor(context), AccountMonitor(context, TaxiSlice.load)]
        self.onViolation = onViolation
    }

    /// The violations found, in the order of the log.
    package var violations: [Violation] { monitors.flatMap(\.violations).sorted { $0.number < $1.number } }
    /// How many there were, kept or not.
    package var count: Int { taxis.count + monitors.reduce(-taxis.violations.count) { $0 + $1.violations.count } }

    /// The current entry of a driver's status log; nil while there is none (INV-TaxiCurrentLogIsLatest).
    package func currentEntry(of driver: DriverID) -> TaxiLogEntry? { taxis.currentEntry(of: driver) }

    package func subscribe(to feed: EventFeed) {
        for monitor in monitors { monitor.subscribe(to: feed) }
        // In place of that of the taxis' monitor.
        feed.afterBatch {
            self.taxis.settle()
            self.report()
        }
    }

    /// Judges what must hold when a run is over.
    package func finish(at end: CityTime) {
        for monitor in monitors { monitor.finish(at: end) }
        report()
    }

    private func report() {
        let found = violations
        guard reported < found.count, let onViolation else { return }
        for violation in found[reported...] { onViolation(violation) }
        reported = found.count
    }
}

extension MetricDescription {
    /// Every metric of a taxi run, in the order of the report.
    package static let all = TaxiMetricList.core
    /// The metrics of the reservation module.
    package static let reservations = TaxiMetricList.reservations
    /// The metrics of the sharing module.
    package static let sharing = TaxiMetricList.sharing
    /// The metrics of the street.
    package static let streets = TaxiMetricList.streets
    /// The metrics of money.
    package static let money = TaxiMetricList.money
    /// The metrics of the occupied share.
    package static let occupied = TaxiMetricList.occupied
    /// The metrics of the server and its clients.
    package static let server = TaxiMetrics.slices[1].metrics
    /// The metrics of the accounts.
    package static let accounts = TaxiMetrics.slices[2].metrics
    /// The metrics that only some runs have: those of all modules, of the street, of money, of the occupied share, and of the server and its accounts.
    package static let modules = reservations + sharing + streets + money + occupied + server + accounts

    /// The description of a metric of these; nil when there is none.
    package static func named(_ name: String) -> MetricDescription? { (all + modules).first { $0.name == name } }
}

extension EventSchema {
    /// The schema of the log of a city of taxis with a server and accounts, and of further services.
    package init(services: [any Event.Type] = []) { self.init(of: TaxiMetrics.slices.flatMap(\.events) + services) }
}

extension SummarySchema {
    /// The schema of a city of taxis with a server and accounts, and with further metrics.
    package static func json(services: [MetricDescription] = []) -> String {
        let known = Set((MetricDescription.all + MetricDescription.modules).map(\.name))
        return json(
            TaxiMetrics.slices.map(\.summaryForm)
                + [SummaryForm(metrics: services.filter { !known.contains($0.name) })])
    }
}

extension RunTables {
    /// The lines of the article Results of a city of taxis with a server and accounts.
    package static var article: String {
        article(TaxiMetrics.slices.flatMap(\.columns), services: TaxiMetrics.slices.map(\.article))
    }
}
