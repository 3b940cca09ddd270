// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service brings into a run's results by itself, folded from its own events: values of its metrics, charts, verdicts.
package protocol ServiceFold: EventObserver {
    /// The values of the service's metrics, or of those that are told, in their order, when the run is over.
    var values: [Double?] { get }
    /// The metrics that this run has; nil for all of the service's.
    var toldMetrics: [MetricDescription]? { get }
    /// Whether the values are kept to the last digit, since limits judge them; else to millionths.
    var areExact: Bool { get }
    /// Whether there is anything to tell: a city that has the service's rules and none of its people is told nothing of it.
    var isTold: Bool { get }
    /// Its charts, when the run is over.
    var charts: [ReportChart] { get }
    /// Its tables that are known when the run is over.
    var tables: [TableRows] { get }
    /// Its judgements, when the run is over.
    var verdicts: [Verdict] { get }
    /// How long its people waited, when the run is over: for the table that puts services side by side.
    var waits: [WaitRow] { get }
    /// What became of the demands of its people, kind by kind, when the run is over.
    var cases: [CaseResult] { get }
    /// What stands below its charts on the page, such as tables: HTML, when the run is over.
    var pages: [String] { get }
    /// How it is told by its own texts, in place of what is made of its metrics and demands; nil for that.
    var report: (any ServiceReport)? { get }
    /// What it came to beside all that, of its own type, when the run is over.
    var detail: (any Sendable)? { get }
    /// What it adds to `summary.json`, when the run is over; nil for nothing.
    var summary: (any SummaryPart)? { get }
    /// How many demands were open through the run, when it is over; nil where that is not counted.
    var openDemands: OpenDemands? { get }
    /// How often each kind of its events occurred, by name, when the run is over; nil when somebody else counts them.
    var eventCounts: [String: Int]? { get }
    /// Demands counted so far, for a line of progress while the run goes on.
    var demandCount: Int { get }
    /// Its means by batches of the run, when it is over and they were asked for.
    var batches: [MeanBatches] { get }
}

extension ServiceFold {
    /// All of the service's.
    package var toldMetrics: [MetricDescription]? { nil }
    /// To millionths.
    package var areExact: Bool { false }
    package var isTold: Bool { true }
    /// By what is made of its metrics and demands.
    package var report: (any ServiceReport)? { nil }
    package var detail: (any Sendable)? { nil }
    package var summary: (any SummaryPart)? { nil }
    /// It is not counted.
    package var openDemands: OpenDemands? { nil }
    /// Somebody else counts them.
    package var eventCounts: [String: Int]? { nil }
    /// Nobody looks at them.
    package var demandCount: Int { 0 }
    package var batches: [MeanBatches] { [] }
    package var charts: [ReportChart] { [] }
    package var tables: [TableRows] { [] }
    package var verdicts: [Verdict] { [] }
    /// Nobody waits for it.
    package var waits: [WaitRow] { [] }
    /// Nobody demands anything of it.
    package var cases: [CaseResult] { [] }
    package var pages: [String] { [] }
}
