// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// Shows how far replications are: done, rate, time left, and the interval so far.
final class ReplicationLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let began = ContinuousClock.now
    private let rule: ReplicationRule
    private let level: Double
    /// What stands before it: which of several experiments it is.
    private let lead: String
    /// The metric whose interval is shown where the rule names none.
    private let metric: String
    private var lastShown: ContinuousClock.Instant?
    private var shownTenths = 0
    private var interval = ""
    /// Whether replications finished since the intervals were made.
    private var hasNew = false
    /// What was done when, at most once a second, for a minute: workers come and go, and what was there already came at once.
    private var past: [(seconds: Double, done: Double)] = []

    init(rule: ReplicationRule, level: Double, lead: String = "", metric: String? = nil) {
        self.rule = rule
        self.level = level
        self.lead = lead.isEmpty ? "" : lead + "  "
        self.metric = metric ?? "wait.mean"
    }

    func show(_ progress: ReplicationProgress) {
        let now = ContinuousClock.now
        let seconds = began.duration(to: now).inSeconds
        note(progress, seconds)
        hasNew = hasNew || progress.hasNew
        if isTerminal {
            let isLast = progress.finished >= progress.most
            if !isLast, let lastShown, lastShown.duration(to: now) < .milliseconds(200) { return }
            lastShown = now
            StandardStreams.report("\r\u{1B}[K\(line(progress, seconds))")
        } else if progress.hasNew, seconds > 1 {
            let tenths = progress.finished * 10 / max(1, progress.most)
            guard tenths > shownTenths else { return }
            shownTenths = tenths
            complain(line(progress, seconds))
        }
    }

    private func note(_ progress: ReplicationProgress, _ seconds: Double) {
        if let last = past.last, seconds - last.seconds < 1 { return }
        past.append((seconds, Double(progress.finishedNow) + progress.running))
        while past.count > 2, seconds - past[1].seconds > 60 { past.removeFirst() }
    }

    func end() {
        if isTerminal, lastShown != nil { StandardStreams.report("\n") }
    }

    private func line(_ progress: ReplicationProgress, _ seconds: Double) -> String {
        if hasNew {
            hasNew = false
            let found = intervals(progress.rows)
            interval = found.isEmpty || progress.experiments == 1 ? found : "  one point:" + found.dropFirst()
        }
        let done = Double(progress.finishedNow) + progress.running
        let since = past.first ?? (0, 0)
        let rate = seconds > since.seconds ? max(0, done - since.done) / (seconds - since.seconds) : 0
        let rest = Double(progress.most - progress.finished) - progress.running
        let isOpen = if case .untilHalfWidth = rule { true } else { false }
        let left = rate > 0 ? String(format: "%.0f s left", max(0, rest) / rate) : "-"
        let points =
            progress.experiments > 1 ? "  \(progress.experimentsFinished) of \(progress.experiments) points" : ""
        let workers = progress.workers.map { "  \($0) worker\($0 == 1 ? "" : "s")" } ?? ""
        return
            "\(lead)\(progress.finished) of \(isOpen ? "at most " : "")\(progress.most) replications\(points)\(workers)  "
            + String(format: "%.2f/s  ", rate) + (isOpen ? "at most " : "") + left + interval
    }

    /// The intervals so far: of one experiment those of the metrics, of several those of the differences from the first.
    private func intervals(_ rows: [[Replication]]) -> String {
        let names: [(name: String, goal: Double?)] =
            switch rule {
            case .count: [(metric, nil)]
            case .untilHalfWidth(let targets, _, _, _): targets.map { ($0.metric, $0.share) }
            }
        guard let first = rows.first else { return "" }
        return names.map { name, goal in
            let goal = goal.map { String(format: ", goal %.2g %%", $0 * 100) } ?? ""
            guard rows.count > 1 else {
                guard let interval = Replication.interval(of: name, first, level: level),
                    let half = interval.relativeHalfWidth
                else { return "" }
                let unit = MetricDescription.ofProgram(name)?.shown
                return String(
                    format: "  \(name) %.4g%@ +- %.2g %%\(goal)", interval.mean * (unit?.scale ?? 1),
                    (unit?.name).map { $0.isEmpty ? "" : " " + $0 } ?? "", half * 100)
            }
            let widths = rows.dropFirst().map { row in
                HalfWidthTarget.pairedHalfWidth(
                    of: name, first.map { $0[name] }, row.map { $0[name] }, level: level
                ).flatMap(\.share)
            }
            guard let widest = widths.compactMap(\.self).max(), !widths.contains(nil) else { return "" }
            return String(format: "  difference of \(name) +- %.2g %% of the first\(goal)", widest * 100)
        }.joined()
    }
}

extension Replications {
    /// Runs with a line of progress; Ctrl-C stops, and what is finished stays in the journal.
    func runStoppable(
        journal: ReplicationJournal?, pool: RowPool? = nil, isQuiet: Bool
    ) throws -> ReplicationSet {
        try ReplicationLine.shown(isQuiet ? nil : ReplicationLine(rule: rule, level: level)) { progress in
            try run(journal: journal, pool: pool, progress: progress)
        }
    }
}

extension ReplicationLine {
    /// Runs replications with a line of progress, if one is wanted, and with Ctrl-C to stop them.
    static func shown<Result>(
        _ line: ReplicationLine?, _ body: (@escaping (ReplicationProgress) -> Bool) throws -> Result
    ) throws -> Result {
        Interruption.listen()
        defer { line?.end() }
        return try body { progress in
            line?.show(progress)
            return !Interruption.isAsked && !MemoryGuard.isExceeded
        }
    }
}
