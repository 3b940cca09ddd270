// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The charts of the server and of the accounts; none without them.
struct ServerCharts {
    let context: RunContext

    /// The file `charts.txt`.
    private static let texts = TextTable.byName(PackageResources.charts_txt)
    /// The file `words.txt`.
    private static let reported = TextTable.byName(PackageResources.words_txt)

    func all(_ accounts: AccountResult) -> [ReportChart] {
        [registrations(accounts), logins(accounts)].compactMap { $0 }
    }

    func all(_ server: ServerResult) -> [ReportChart] {
        [
            processing(server), processingSeries(server), serverQueue(server), workers(server), sensitivity(server),
            refusals(server),
        ].compactMap { $0 }
    }

    /// A logarithmic axis has no zero: what took no time is drawn at a millisecond.
    private func drawn(_ seconds: Double) -> JSONValue { .number(tidy(max(seconds, 0.001))) }

    private func processing(_ server: ServerResult) -> ReportChart? {
        guard server.processing.count > 0 else { return nil }
        let kinds = [("all", server.processing)] + server.kinds.map { ($0.kind, $0.processing) }
        let rows = kinds.flatMap { kind, processing -> [JSONValue] in
            guard let time = processing.time else { return [] }
            return [("p50", time.p50), ("p95", time.p95), ("p99", time.p99), ("max", time.max)].map { name, value in
                [
                    "kind": .text(kind), "quantile": .text(name), "seconds": drawn(value), "exact": .number(value),
                    "messages": JSONValue(processing.count),
                ]
            }
        }
        return ReportChart(
            "processing", of: Self.texts, PackageResources.processing_vl_json, rows: rows,
            words: ["height": JSONValue(26 * kinds.count + 60)])
    }

    private var clock: ClockAxis { ClockAxis(start: context.start, end: context.end) }

    /// A chart over the run, with its steps of time and the end of the warm-up.
    private func overTime(_ id: String, _ file: [UInt8], _ server: ServerResult, _ rows: [JSONValue]) -> ReportChart {
        let seconds = server.stepSeconds
        let steps =
            "Steps of " + (seconds < 60 ? Text.number(seconds, 0) + " s" : Text.number(seconds / 60, 0) + " min")
            + (context.warmUp > .zero ? "; the dashed vertical line is the end of the warm-up." : ".")
        return ReportChart(
            id, of: Self.texts, file, rows: rows,
            reported: ["steps": steps],
            warmUp: context.warmUp > .zero ? tidy(clock.first + context.warmUp.inSeconds / 3600) : nil)
    }

    /// The beginning of a step on the axis, and its clock time.
    private func time(_ index: Int, _ server: ServerResult) -> (at: JSONValue, clock: JSONValue) {
        let seconds = Double(index) * server.stepSeconds
        return (clock.place(seconds: seconds), .text(clock.clock(seconds: seconds)))
    }

    private func processingSeries(_ server: ServerResult) -> ReportChart? {
        let rows = server.bins.enumerated().flatMap { index, bin -> [JSONValue] in
            [("max", bin.max), ("p95", bin.p95)].compactMap { name, value in
                guard let value else { return nil }
                return [
                    "clock": time(index, server).clock, "at": time(index, server).at,
                    "quantile": .text(name), "seconds": drawn(value),
                    "exact": .number(tidy(value)), "messages": JSONValue(bin.answered),
                ]
            }
        }
        guard rows.count > 2 else { return nil }
        return overTime("processingseries", PackageResources.processingseries_vl_json, server, rows)
    }

    private func bins(_ server: ServerResult) -> [JSONValue] {
        server.bins.enumerated().map { index, bin in
            [
                "clock": time(index, server).clock, "at": time(index, server).at,
                "rate": .number(tidy(Double(bin.arrivals) / server.stepSeconds)),
                "mean": .number(bin.waitingMean), "most": JSONValue(bin.waitingMax),
                "busy": JSONValue(bin.utilisation), "refused": JSONValue(bin.refused),
            ]
        }
    }

    private func serverQueue(_ server: ServerResult) -> ReportChart? {
        guard server.bins.contains(where: { $0.arrivals > 0 }) else { return nil }
        return overTime("serverqueue", PackageResources.serverqueue_vl_json, server, bins(server))
    }

    private func workers(_ server: ServerResult) -> ReportChart? {
        guard server.bins.contains(where: { $0.utilisation != nil }) else { return nil }
        return overTime("workers", PackageResources.workers_vl_json, server, bins(server))
    }

    private func sensitivity(_ server: ServerResult) -> ReportChart? {
        let cells = server.sensitivity.cells
        guard cells.contains(where: { $0.processing.count > 0 }) else { return nil }
        let rows = cells.map { cell -> JSONValue in
            let processing = cell.processing
            let share = ServerFold.percent(processing.underFive, processing.count)
            return [
                "workers": .text("\(cell.workers)"), "scale": .text("\(cell.scale) ×"),
                "kept": cell.keepsTarget ? "kept" : "broken",
                "words": .text((cell.keepsTarget ? "✓ met" : "✗ missed") + (cell.isRun ? " (this run)" : "")),
                "share": .text("\(share) < 5 s"),
                "slowest": .text("slowest " + (processing.time.map { Text.secondsDown($0.max) } ?? "–") + " s"),
                "p95": JSONValue(processing.time?.p95), "busy": JSONValue(cell.utilisation),
            ]
        }
        return ReportChart(
            "sensitivity", of: Self.texts, PackageResources.sensitivity_vl_json, rows: rows,
            words: ["height": JSONValue(62 * (cells.count / Sensitivity.scales.count) + 60)])
    }

    private func refusals(_ server: ServerResult) -> ReportChart? {
        let rows = server.refused.occurred.map { (TextTable.words(of: $0.word, in: Self.reported), $0.count) }
        return .counted("refusals", of: Self.texts, rows, "messages")
    }

    private func registrations(_ accounts: AccountResult) -> ReportChart? {
        let rows = [
            ("forms sent", accounts.started.total), ("returned", accounts.rejected.total),
            ("ended", accounts.aborted.total), ("accepted, link sent", accounts.accepted),
            ("confirmed", accounts.registered),
            ("expired", accounts.expired),
        ]
        return .counted("registrations", of: Self.texts, rows, "times")
    }

    private func logins(_ accounts: AccountResult) -> ReportChart? {
        let rows =
            [("succeeded", accounts.logins.total)]
            + accounts.loginsRefused.occurred.map { ("refused: \($0.word.word)", $0.count) }
        return .counted("logins", of: Self.texts, rows, "logins")
    }
}
