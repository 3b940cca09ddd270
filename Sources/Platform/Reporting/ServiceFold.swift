// SPDX-License-Identifier: GPL-3.0-or-later

public import EventLog

/// What a service brings into a run's results by itself, folded from its own events: values of its metrics, charts, verdicts.
public protocol ServiceFold: EventObserver {
    /// The values of the service's metrics, in the order of `ServiceSlice.metrics`, when the run is over.
    var values: [Double?] { get }
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
}

extension ServiceFold {
    /// It draws nothing.
    public var charts: [ReportChart] { [] }
    /// It has none.
    public var tables: [TableRows] { [] }
    /// It judges nothing.
    public var verdicts: [Verdict] { [] }
    /// Nobody waits for it.
    public var waits: [WaitRow] { [] }
    /// Nobody demands anything of it.
    public var cases: [CaseResult] { [] }
    /// Nothing stands there.
    public var pages: [String] { [] }
}
