// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

/// The summary printed after a run: at most 30 lines, to be read in half a minute. Numbers have the names and units of the
/// report, and outcomes add up to what they are outcomes of.
package struct TextSummary: Sendable {
    private let context: RunContext
    private let result: MetricsResult
    private let violations: [Violation]
    private let fingerprint: String

    /// Takes what is to be told.
    package init(context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String) {
        self.context = context
        self.result = result
        self.violations = violations
        self.fingerprint = fingerprint
    }

    /// The lines, without a final line break.
    package var text: String { lines.joined(separator: "\n") }

    var lines: [String] {
        let reported = reported
        var lines = [head, ""] + reported.map { "  " + $0 } + [""]
        let verdicts = result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)]
        // What is flagged comes first, then what is told in any case; room is for a dozen lines, of which the modules take some.
        func rank(_ verdict: Verdict) -> Int { verdict.outcome == .flag ? 0 : verdict.isAlwaysTold ? 1 : 2 }
        let ordered = (0...2).flatMap { group in verdicts.filter { rank($0) == group } }
        let room = max(6, 21 - reported.count, ordered.prefix { rank($0) < 2 }.count)
        for verdict in ordered.prefix(room) {
            lines.append("  \(Text.left(verdict.outcome.rawValue, 12)) \(verdict.text)  [\(verdict.id)]")
        }
        let rest = ordered.dropFirst(room)
        if !rest.isEmpty {
            let unmeasured = rest.count { $0.outcome == .notMeasured }
            let parts = [(rest.count - unmeasured, "passed"), (unmeasured, "not measured")].filter { $0.0 > 0 }
            lines.append(
                "  and \(rest.count) more rule checks, none flagged: "
                    + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        }
        for violation in violations.prefix(3) { lines.append("  VIOLATION    \(violation)") }
        return lines + ["", "  fingerprint  \(fingerprint)"]
    }

    /// The lines of the services that have texts of their own, then the main figures of the others.
    private var reported: [String] {
        let frame = ReportFrame(context, result, dash: "-")
        let text = result.told.compactMap { $0.report?.summary(frame) }.joined()
        let services = result.told.filter { $0.report == nil }.flatMap { service in
            service.shown.filter { $0.value != nil }.map { metric in
                let unit = metric.about.shown
                return
                    "\(Text.left(service.name, 12)) \(Text.right(unit.number(metric.value), 9)) \(unit.name)   \(metric.about.label)"
            }
        }
        return text.split(separator: "\n").map { line in
            let cells = line.split(separator: "|").map(String.init)
            guard cells.count == 4 else { return String(line) }
            let number = Text.right(result.number(cells[1]), 9)
            return "\(Text.left(cells[0], 12)) \(number) \(cells[2])   \(cells[3])".trimmingSpaces
        } + services
    }

    private var head: String {
        let warmUp =
            context.warmUp > .zero ? ", after \(Text.number(context.warmUp.inSeconds / 3600, 2)) h warm-up" : ""
        let title = (context.title.isEmpty ? context.name : context.title).shown
        let facts = result.told.compactMap { $0.report?.facts.first }.map { "\($0.name) \($0.value), " }
        return "\(title): \(facts.joined())seed \(context.seed), replication \(context.replication), "
            + "\(result.text(for: "run.hours", dash: "-"))\(warmUp)"
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
