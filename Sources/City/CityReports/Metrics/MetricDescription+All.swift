// SPDX-License-Identifier: GPL-3.0-or-later

public import Reporting
import TaxiReports

/// The lists of metrics.
extension MetricDescription {
    /// Every metric of a taxi run, in the order of the report.
    public static let all = TaxiMetricList.core
    /// The metrics of the reservation module. Reservations count when their agreed time is after the warm-up and not after
    /// the end, whenever they were stored.
    public static let reservations = TaxiMetricList.reservations
    /// The metrics of the sharing module; all count from the end of the warm-up on.
    public static let sharing = TaxiMetricList.sharing
    /// The metrics of the server and its clients.
    public static let server = Metric<ServerFacts>.all.map(\.about)
    /// The metrics of the accounts; all count from the end of the warm-up on.
    public static let accounts = Metric<AccountFold>.all.map(\.about)
    /// The metrics that only some runs have: those of all modules, and of the server and its accounts. A run has them when
    /// the module is on or its events occur.
    public static let modules = reservations + sharing + server + accounts

    /// What a run costs on the machine that it runs on (SIM-08). Not part of a report: it differs from machine to machine.
    public static let host = [
        MetricDescription("run.wall-time", .seconds, in: .city),
        MetricDescription("run.cpu", .seconds, in: .city),
        MetricDescription("run.memory", .other("bytes"), in: .city),
    ].map { $0.by(.wholeRun) }

    /// Numbers that only a comparison of variants has: made of several metrics, or of the zones that people's places are
    /// drawn in, which are the same ones for every variant.
    public static let comparison = [
        MetricDescription("wait.same", .minutes, in: .city),
        MetricDescription("distance.empty", .kilometres, in: .city),
        MetricDescription("fairness.placeNotInTimeMax", .share, in: .city),
        MetricDescription("fairness.placeUnservedMax", .share, in: .city),
        MetricDescription("fairness.placeWaitSd", .minutes, in: .city),
        MetricDescription("fairness.placeWaitMax", .minutes, in: .city),
        MetricDescription("fairness.worstTenth", .share, in: .city),
        MetricDescription("fairness.servedGini", .ratio(3), in: .city),
    ]

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // Apart from the others: to make their names takes a fifth of the time of a small run.
    private static let modulesByName = Dictionary(
        modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The description of a metric, of a module's too, if there is one.
    public static func named(_ name: String) -> MetricDescription? { byName[name] ?? modulesByName[name] }
}

extension MetricsResult {
    /// What the gateway did; nil without a server and its events.
    public var server: ServerResult? { detail() }
    /// What the account service did; nil without accounts and their events.
    public var accounts: AccountResult? { detail() }
}
