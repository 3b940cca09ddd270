// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
import Reporting

/// The tables of the server. They are made only for a run that has one.
struct ServerTables {
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
    static var article: String {
        [
            ServerResult.Kind.table.article, bins.article, SensitivityResult.Cell.table.article,
            ServerResult.Breach.table.article, refusals.article, refusalHours.article,
        ].joined()
    }

    func write(to database: Database) throws {
        try database.execute(
            sql: ServerResult.Kind.table.create + Self.bins.create + SensitivityResult.Cell.table.create
                + ServerResult.Breach.table.create
                + Self.refusals.create + Self.refusalHours.create)
        try ServerResult.Kind.table.insert(server.kinds, into: database)
        try Self.bins.insert(
            server.bins.enumerated().map { index, bin in
                (index, start.inSeconds + Double(index) * server.stepSeconds, bin)
            }, into: database)
        try SensitivityResult.Cell.table.insert(server.sensitivity.cells, into: database)
        try ServerResult.Breach.table.insert(server.breaches, into: database)
        try Self.refusals.insert(
            server.kinds.flatMap { kind in kind.refused.occurred.map { (kind.kind, $0.word.word, $0.count) } },
            into: database)
        try Self.refusalHours.insert(
            server.refusedHours.flatMap { hour in hour.refused.occurred.map { (hour.hour, $0.word.word, $0.count) } },
            into: database)
    }
}
