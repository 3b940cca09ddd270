// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables of the server. They are made only for a run that has one.
package struct ServerTables {
    let server: ServerResult
    let start: CityTime

    private static let bins = ResultTable<(index: Int, start: Double, bin: ServerResult.Bin)>(
        "server_bins", .key("bin", "the time step, from 0") { $0.index },
        .real("start_s", in: .minutes, "when it begins") { $0.start },
        .integer("arrivals", "messages that arrived in it") { $0.bin.arrivals },
        .integer("answered", "messages answered in it") { $0.bin.answered },
        .integer("refused", "messages refused in it") { $0.bin.refused },
        .real("waiting_mean", "mean number of messages that waited for a worker") { $0.bin.waitingMean },
        .integer("waiting_max", "most messages that waited") { $0.bin.waitingMax },
        .realOrNull("utilisation", in: .share, "busy time of the workers; null while the server is down") {
            $0.bin.utilisation
        },
        .realOrNull("p95_s", in: .minutes, "95 % of the messages answered in it took at most this") { $0.bin.p95 },
        .realOrNull("max_s", in: .minutes, "the slowest of them") { $0.bin.max })

    private static let refusals = ResultTable<(of: String, word: String, count: Int)>(
        "refusals", keys: ["kind", "reason"], .text("kind", "the type of message") { $0.of },
        .text(
            "reason",
            "plainChannel, notLoggedIn, wrongRole, wrongPerson, passwordChangeRequired, moduleOff, rateLimited, serverBusy, timedOut"
        ) { $0.word },
        .integer("messages", "how many were refused") { $0.count })

    private static let refusalHours = ResultTable<(hour: Int, word: String, count: Int)>(
        "refusal_hours", keys: ["hour", "reason"], .integer("hour", "the hour of the run, from 0") { $0.hour },
        .text("reason", "why they were refused") { $0.word },
        .integer("messages", "how many were refused") { $0.count })

    /// Their lines of the article Results.
    package static var article: String {
        [
            ServerResult.Kind.table.article, bins.article, SensitivityResult.Cell.table.article,
            ServerResult.Breach.table.article, refusals.article, refusalHours.article,
        ].joined()
    }

    var rows: [TableRows] {
        [
            TableRows(ServerResult.Kind.table, server.kinds),
            TableRows(
                Self.bins,
                server.bins.enumerated().map { index, bin in
                    (index, start.inSeconds + Double(index) * server.stepSeconds, bin)
                }),
            TableRows(SensitivityResult.Cell.table, server.sensitivity.cells),
            TableRows(ServerResult.Breach.table, server.breaches),
            TableRows(
                Self.refusals,
                server.kinds.flatMap { kind in kind.refused.occurred.map { (kind.kind, $0.word.word, $0.count) } }),
            TableRows(
                Self.refusalHours,
                server.refusedHours.flatMap { hour in
                    hour.refused.occurred.map { (hour.hour, $0.word.word, $0.count) }
                }),
        ]
    }
}
