// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

/// Metrics that no service has.
extension MetricDescription {
    /// What a run costs on the machine that it runs on (SIM-08). Not part of a report: it differs from machine to machine.
    package static let host = [
        MetricDescription("run.wall-time", .seconds, in: .city),
        MetricDescription("run.cpu", .seconds, in: .city),
        MetricDescription("run.memory", .other("bytes"), in: .city),
    ].map { $0.by(.wholeRun) }

    /// Numbers that only a comparison of variants has: made of several metrics, or of the zones that people's places are
    /// drawn in, which are the same ones for every variant.
    package static let comparison = [
        MetricDescription("wait.same", .minutes, in: .city),
        MetricDescription("distance.empty", .kilometres, in: .city),
        MetricDescription("fairness.placeNotInTimeMax", .share, in: .city),
        MetricDescription("fairness.placeUnservedMax", .share, in: .city),
        MetricDescription("fairness.placeWaitSd", .minutes, in: .city),
        MetricDescription("fairness.placeWaitMax", .minutes, in: .city),
        MetricDescription("fairness.worstTenth", .share, in: .city),
        MetricDescription("fairness.servedGini", .ratio(3), in: .city),
    ]
}

extension MetricsResult {
    /// What the gateway did; nil without a server and its events.
    package var server: ServerResult? { detail() }
    /// What the account service did; nil without accounts and their events.
    package var accounts: AccountResult? { detail() }
}
