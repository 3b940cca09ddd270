// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The summary printed after a run: at most 30 lines, to be read in half a minute.
public struct TextSummary: Sendable {
    private let context: RunContext
    let result: MetricsResult
    private let violations: [Violation]
    private let fingerprint: String

    /// Takes what is to be told.
    public init(context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String) {
        self.context = context
        self.result = result
        self.violations = violations
        self.fingerprint = fingerprint
    }

    /// The lines, without a final line break.
    public var text: String { lines.joined(separator: "\n") }

    var lines: [String] {
        var lines = [head, ""]
        lines += ([calls, waits, acceptance, offers, drivers, rides, fairness, ways] + modules + server).map {
            "  " + $0
        }
        lines.append("")
        var verdicts = result.verdicts
        verdicts.append(.invariants(violations: violations.count, checked: context.checksInvariants))
        // What is flagged comes first; room is for a dozen lines, of which the modules take some.
        let ordered = verdicts.filter { $0.outcome == .flag } + verdicts.filter { $0.outcome != .flag }
        for verdict in ordered.prefix(12 - modules.count - server.count) {
            lines.append("  \(Text.left(verdict.outcome.rawValue, 12)) \(verdict.text)  [\(verdict.id)]")
        }
        for violation in violations.prefix(3) { lines.append("  VIOLATION    \(violation)") }
        lines.append("")
        lines.append("  fingerprint  \(fingerprint)")
        return lines
    }

    func value(_ name: String, _ decimals: Int, _ width: Int = 0) -> String {
        Text.right(result[name].map { Text.number($0, decimals) } ?? "-", width)
    }

    func share(_ name: String) -> String { result[name].map(Text.percent) ?? "-" }

    private var head: String {
        let warmUp =
            context.warmUp > .zero ? ", after \(Text.number(context.warmUp.inSeconds / 3600, 2)) h warm-up" : ""
        let title = (context.title.isEmpty ? context.name : context.title).shown
        return "\(title): policy \(context.policy), seed \(context.seed), replication \(context.replication), "
            + "\(value("run.hours", 2)) h\(warmUp)"
    }

    private var calls: String {
        "calls        \(value("calls.stored", 0, 9)) stored   \(value("calls.fulfilled", 0)) fulfilled, "
            + "\(value("calls.aborted", 0)) aborted (\(share("calls.abortRate"))), "
            + "\(value("calls.abandoned", 0)) abandoned, \(value("calls.openAtEnd", 0)) open, "
            + "\(value("calls.refused", 0)) refused"
    }

    private func times(_ label: String, _ name: String) -> String {
        "\(Text.left(label, 12)) \(value("\(name).mean", 1, 9)) s mean   p50 \(value("\(name).p50", 1)) s, "
            + "p90 \(value("\(name).p90", 1)) s, p95 \(value("\(name).p95", 1)) s, max \(value("\(name).max", 1)) s"
    }

    private var waits: String { times("wait", "wait") }
    private var acceptance: String { times("acceptance", "acceptance") }

    private var offers: String {
        "offers       \(value("offers.perRequest", 2, 9)) a request   \(share("offers.refuseShare")) refused, "
            + "\(share("offers.timeoutShare")) timed out"
    }

    private var drivers: String {
        "drivers      \(value("drivers.inService", 1, 9)) in service   of \(value("drivers.count", 0)), "
            + "busy \(share("drivers.utilisation")), with passenger \(withPassenger)"
    }

    /// By time in service, like the busy share next to it.
    private var withPassenger: String {
        guard let off = result["drivers.share.offShift"], off < 1, let riding = result["drivers.share.withPassenger"]
        else { return "-" }
        return Text.percent(riding / (1 - off))
    }

    private var rides: String {
        "rides        \(value("rides.ended", 0, 9)) ended   \(value("rides.perServiceHour", 2)) a service hour, "
            + "queue time mean \(value("queueTime.mean", 0)) s, p95 \(value("queueTime.p95", 0)) s"
    }

    private var fairness: String {
        "fairness     \(value("fairness.gini", 3, 9)) Gini   Jain \(value("fairness.jain", 3)), "
            + "\(value("fairness.overtakes", 0)) overtakes, zone waits \(value("fairness.zoneWaitMin", 0)) to "
            + "\(value("fairness.zoneWaitMax", 0)) s"
    }

    private var ways: String {
        "way          \(value("distance.withPassenger", 1, 9)) km with passenger   "
            + "\(value("distance.toPickUp", 1)) km to pick-up, empty \(share("distance.emptyShare"))"
    }
}
