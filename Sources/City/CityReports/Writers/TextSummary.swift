// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The summary printed after a run: at most 30 lines, to be read in half a minute. Numbers have the names and units of the
/// report, and outcomes add up to what they are outcomes of.
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
        lines += ([requests, unserved, waits, acceptance, offers, drivers, rides, fairness, ways] + modules + server)
            .map { "  " + $0 }
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

    /// A line: its name, the number that matters most, and the rest.
    func line(_ name: String, _ number: String, _ unit: String, _ rest: String) -> String {
        "\(Text.left(name, 12)) \(Text.right(number, 9)) \(unit)   \(rest)".trimmingSpaces
    }

    /// A line of what became of everything of one kind.
    func outcomes(_ name: String, of metric: String, _ what: String, _ more: String = "") -> String {
        guard let table = result.outcomes(of: metric) else { return line(name, "-", what, more) }
        return line(name, Text.number(Double(table.whole), 0), what, table.told + (more.isEmpty ? "" : "; " + more))
    }

    func value(_ name: String) -> String { result.number(name) }
    func text(_ name: String) -> String { result.text(name) }

    private var head: String {
        let warmUp =
            context.warmUp > .zero ? ", after \(Text.number(context.warmUp.inSeconds / 3600, 2)) h warm-up" : ""
        let title = (context.title.isEmpty ? context.name : context.title).shown
        return "\(title): policy \(context.policy), seed \(context.seed), replication \(context.replication), "
            + "\(text("run.hours"))\(warmUp)"
    }

    private var requests: String { outcomes("requests", of: "calls.stored", "stored") }

    private var unserved: String {
        line(
            "unserved", value("calls.unservedShare"), "% of the requests",
            "\(text("calls.abortRate")) aborted; \(value("calls.refused")) of \(value("calls.total")) calls refused")
    }

    private func times(_ label: String, _ name: String) -> String {
        let unit = MetricDescription.named("\(name).mean")?.shown.name ?? ""
        return line(
            label, value("\(name).mean"), "\(unit) mean",
            ["p50", "p90", "p95", "max"].map { "\($0) \(text("\(name).\($0)"))" }.joined(separator: ", "))
    }

    private var waits: String { times("wait", "wait") }
    private var acceptance: String { times("acceptance", "acceptance") }

    private var offers: String {
        line("offers", value("offers.perRequest"), "a request", ended)
    }

    private var ended: String {
        guard let table = result.outcomes(of: "offers.sent") else { return "" }
        return "\(Text.number(Double(table.whole), 0)) offers: \(table.told)"
    }

    private var drivers: String {
        line(
            "drivers", value("drivers.inService"), "in service",
            "of \(value("drivers.count")), busy \(text("drivers.utilisation")), with passenger \(withPassenger)")
    }

    /// By time in service, like the busy share next to it.
    private var withPassenger: String {
        guard let off = result["drivers.share.offShift"], off < 1, let riding = result["drivers.share.withPassenger"]
        else { return "-" }
        return Text.percent(riding / (1 - off))
    }

    private var rides: String {
        line(
            "rides", value("rides.ended"), "ended",
            "\(value("rides.perServiceHour")) a service hour, queue time mean \(text("queueTime.mean")), "
                + "p95 \(text("queueTime.p95"))")
    }

    private var fairness: String {
        line(
            "fairness", value("fairness.gini"), "Gini",
            "Jain \(value("fairness.jain")), \(value("fairness.overtakes")) overtakes, mean waits of zones "
                + "\(value("fairness.zoneWaitMin")) to \(text("fairness.zoneWaitMax"))")
    }

    private var ways: String {
        line(
            "way", value("distance.withPassenger"), "km with passenger",
            "\(text("distance.toPickUp")) to pick-up, empty \(text("distance.emptyShare"))")
    }
}

extension String {
    /// Without blanks at its end.
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
