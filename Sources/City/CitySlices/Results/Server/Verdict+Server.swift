// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

extension Verdict {
    /// The judgement on the server's target as a whole, from the verdicts on its parts: PERF-03, overall and for the kind that is judged by itself, and
    /// PERF-04. One broken part breaks it; it is not measured when no message was processed.
    static func serverTarget(_ verdicts: [Verdict]) -> Outcome {
        let parts = verdicts.filter { $0.id == "PERF-04" || $0.id == "PERF-03" || $0.id.hasPrefix("PERF-03, ") }
        if parts.contains(where: { $0.outcome == .flag }) { return .flag }
        return parts.contains { $0.outcome == .pass } ? .pass : .notMeasured
    }
}

extension MetricsResult {
    /// Whether the server kept its target (PERF-03, PERF-04), as the verdicts on the run have it.
    package var serverTarget: Verdict.Outcome { Verdict.serverTarget(verdicts) }
}

extension ServerRefusal {
    /// Whether the server refused for lack of room or time: a fault of the server, not of the message or its sender.
    var isForWant: Bool { self == .serverBusy || self == .timedOut }
}
