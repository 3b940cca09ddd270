// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

extension ResultColumn {
    /// The slowest time of some messages, on the page as the verdicts tell it.
    fileprivate static func slowest(
        _ name: String, _ text: String, page title: String, _ value: @escaping @Sendable (Row) -> Double?
    ) -> Self {
        realOrNull(name, in: .milliseconds, text) { value($0) }
            .page(title) { value($0).map(Text.secondsDown) ?? "–" }
    }

    /// A part of a whole, on the page in percent, rounded down.
    fileprivate static func partDown(
        _ name: String, _ text: String, page title: String,
        _ value: @escaping @Sendable (Row) -> (part: Int, whole: Int)
    ) -> Self {
        realOrNull(name, in: .share, text) { shareDown(value($0).part, value($0).whole) }
            .page(title) { row in
                let (part, whole) = value(row)
                return whole > 0 ? ServerFold.percent(part, whole) : "–"
            }.unstored
    }
}

/// The types of messages in `results.sqlite`, in `summary.json` and on the page.
extension ServerResult.Kind: TableRow {
    package static let table = ResultTable<Self>("server_kinds") {
        Column.wordKey("kind", "type of message") { $0.kind }.json("kind").page("type")
        Column.integer("answered", "messages answered") { $0.processing.count }
            .json("processing.count").page("answered")
        Column.integer("under_5", "messages answered in strictly less than 5 s") { $0.processing.underFive }
            .json("processing.underFive")
        Column.integer("under_10", "messages answered in strictly less than 10 s") { $0.processing.underTen }
            .json("processing.underTen")
        Column.statistics(
            "", in: .milliseconds, json: "processing.time", "processing time",
            stored: ["mean", "p50", "p95", "p99", "max"],
            page: ["mean": "mean s", "p50": "p50 s", "p95": "p95 s", "p99": "p99 s"]
        ) { $0.processing.time }
        Column.slowest("slowest", "the slowest, rounded down", page: "max s") { $0.processing.time?.max }.unstored
        Column.partDown("under_5_share", "of those answered, rounded down", page: "under 5 s") {
            ($0.processing.underFive, $0.processing.count)
        }
        Column.partDown("under_10_share", "of those answered, rounded down", page: "under 10 s") {
            ($0.processing.underTen, $0.processing.count)
        }
        Column.integer("refused", "messages refused at the gateway") { $0.refused.total }.page("refused")
        Column.counts(json: "refused", "messages refused at the gateway") { $0.refused }
    }

    /// Writes the columns that `summary.json` has.
    package func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}

/// The same load on other servers, in `results.sqlite`, in `summary.json` and on the page.
extension SensitivityResult.Cell: TableRow {
    package static let table = ResultTable<Self>("server_sensitivity", keys: ["workers", "scale"]) {
        Column.integer("workers", "messages served at once") { $0.workers }.json("workers").page("workers")
        Column.integer("scale", "the factor on the run's service times") { $0.scale }.json("scale")
            .page("service times") { "\($0.scale) ×" }
        Column.flag("is_run", "whether it is the run's own case") { $0.isRun }.json("isRun")
        Column.flag("keeps_target", "whether 95 % of all messages and of calls take under 5 s, and all under 10 s") {
            $0.keepsTarget
        }.json("keepsTarget").page("target") { ($0.keepsTarget ? "met" : "MISSED") + ($0.isRun ? ", this run" : "") }
        Column.integer("answered", "messages") { $0.processing.count }.json("processing.count")
        Column.integer("under_5", "messages answered in strictly less than 5 s") { $0.processing.underFive }
            .json("processing.underFive")
        Column.partDown("under_5_share", "of all messages, rounded down", page: "under 5 s") {
            ($0.processing.underFive, $0.processing.count)
        }
        Column.integer("under_10", "messages answered in strictly less than 10 s") { $0.processing.underTen }
            .json("processing.underTen")
        Column.integer("calls", "calls among the messages: the kind that is judged by itself") { $0.calls }.json(
            "calls")
        Column.integer("calls_under_5", "calls answered in strictly less than 5 s") { $0.callsUnderFive }
            .json("callsUnderFive")
        Column.partDown("calls_under_5_share", "of the calls, rounded down", page: "calls under 5 s") {
            ($0.callsUnderFive, $0.calls)
        }
        Column.statistics(
            "", in: .milliseconds, json: "processing.time", "processing time", stored: ["p95", "max"],
            page: ["p95": "p95 s"]
        ) { $0.processing.time }
        Column.slowest("slowest", "the slowest, rounded down", page: "max s") { $0.processing.time?.max }.unstored
        Column.realOrNull("utilisation", in: .share, "busy share of the workers' measured time") { $0.utilisation }
            .json("utilisation").page("workers busy %")
    }

    /// Writes the columns that `summary.json` has.
    package func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}

/// The messages that took too long, in `results.sqlite`, in `summary.json` and on the page.
extension ServerResult.Breach: TableRow {
    package static let table = ResultTable<Self>("server_breaches") {
        Column.key("message", "the message's number in the event log") { $0.message }.json("message").page("message")
        Column.text("kind", "type of message") { $0.kind }.json("kind").page("type")
        Column.real("arrived_s", in: .minutes, "when it arrived") { $0.arrivedSeconds }
            .json("arrivedSeconds").page("arrived", isText: true) { Text.date(.seconds($0.arrivedSeconds)) }
        Column.real("processing_s", in: .milliseconds, "how long it took") { $0.seconds }
            .json("seconds").page("seconds") { Text.secondsDown($0.seconds) }
    }

    /// Writes the columns that `summary.json` has.
    package func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}
