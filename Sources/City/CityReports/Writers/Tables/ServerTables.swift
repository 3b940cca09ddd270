// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
import Reporting

/// The tables of the server. They are made only for a run that has one.
struct ServerTables {
    let server: ServerResult
    let start: CityTime

    private static let kinds = ResultTable<ServerResult.Kind>(
        "server_kinds", .wordKey("kind") { $0.kind }, .integer("answered") { $0.processing.count },
        .integer("under_5") { $0.processing.underFive }, .integer("under_10") { $0.processing.underTen },
        .realOrNull("mean_s") { $0.processing.time?.mean }, .realOrNull("p50_s") { $0.processing.time?.p50 },
        .realOrNull("p95_s") { $0.processing.time?.p95 }, .realOrNull("p99_s") { $0.processing.time?.p99 },
        .realOrNull("max_s") { $0.processing.time?.max }, .integer("refused") { $0.refused.total })

    private static let bins = ResultTable<(index: Int, start: Double, bin: ServerResult.Bin)>(
        "server_bins", .key("bin") { $0.index }, .real("start_s") { $0.start },
        .integer("arrivals") { $0.bin.arrivals }, .integer("answered") { $0.bin.answered },
        .integer("refused") { $0.bin.refused }, .real("waiting_mean") { $0.bin.waitingMean },
        .integer("waiting_max") { $0.bin.waitingMax }, .realOrNull("utilisation") { $0.bin.utilisation },
        .realOrNull("p95_s") { $0.bin.p95 }, .realOrNull("max_s") { $0.bin.max })

    private static let sensitivity = ResultTable<SensitivityResult.Cell>(
        "server_sensitivity", keys: ["workers", "scale"], .integer("workers") { $0.workers },
        .integer("scale") { $0.scale }, .flag("is_run") { $0.isRun }, .flag("keeps_target") { $0.keepsTarget },
        .integer("answered") { $0.processing.count }, .integer("under_5") { $0.processing.underFive },
        .integer("under_10") { $0.processing.underTen }, .integer("calls") { $0.calls },
        .integer("calls_under_5") { $0.callsUnderFive }, .realOrNull("p95_s") { $0.processing.time?.p95 },
        .realOrNull("max_s") { $0.processing.time?.max }, .realOrNull("utilisation") { $0.utilisation })

    private static let breaches = ResultTable<ServerResult.Breach>(
        "server_breaches", .key("message") { $0.message }, .text("kind") { $0.kind },
        .real("arrived_s") { $0.arrivedSeconds }, .real("processing_s") { $0.seconds })

    private static let refusals = ResultTable<(of: String, word: String, count: Int)>(
        "refusals", keys: ["kind", "reason"], .text("kind") { $0.of }, .text("reason") { $0.word },
        .integer("messages") { $0.count })

    private static let refusalHours = ResultTable<(hour: Int, word: String, count: Int)>(
        "refusal_hours", keys: ["hour", "reason"], .integer("hour") { $0.hour }, .text("reason") { $0.word },
        .integer("messages") { $0.count })

    func write(to database: Database) throws {
        try database.execute(
            sql: Self.kinds.create + Self.bins.create + Self.sensitivity.create + Self.breaches.create
                + Self.refusals.create + Self.refusalHours.create)
        try Self.kinds.insert(server.kinds, into: database)
        try Self.bins.insert(
            server.bins.enumerated().map { index, bin in
                (index, start.inSeconds + Double(index) * server.stepSeconds, bin)
            }, into: database)
        try Self.sensitivity.insert(server.sensitivity.cells, into: database)
        try Self.breaches.insert(server.breaches, into: database)
        try Self.refusals.insert(
            server.kinds.flatMap { kind in kind.refused.occurred.map { (kind.kind, $0.word.word, $0.count) } },
            into: database)
        try Self.refusalHours.insert(
            server.refusedHours.flatMap { hour in hour.refused.occurred.map { (hour.hour, $0.word.word, $0.count) } },
            into: database)
    }
}
