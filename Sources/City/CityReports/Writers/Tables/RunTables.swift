// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
import Reporting
import TaxiReports

/// The tables that are filled when a run is finished.
struct RunTables {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    let fingerprint: String

    private static let runs = ResultTable<RunTables>(
        "runs", .text("name") { $0.context.name }, .text("title") { $0.context.title },
        .text("policy") { $0.context.taxi.policy }, .text("seed") { String($0.context.seed) },
        .integer("replication") { $0.context.replication }, .real("start_s") { $0.context.start.inSeconds },
        .real("end_s") { $0.context.end.inSeconds }, .real("warm_up_s") { $0.context.warmUp.inSeconds },
        .integer("zones") { $0.context.zones.count }, .integer("drivers") { $0.context.taxi.drivers },
        .integer("passengers") { $0.context.taxi.passengers }, .text("layout") { $0.context.layoutSource },
        .text("version") { $0.context.version }, .text("scenario_hash") { $0.context.scenarioHash },
        .text("fingerprint") { $0.fingerprint })

    private static let metrics = ResultTable<(value: MetricValue, about: MetricDescription)>(
        "metrics", .wordKey("name") { $0.value.name }, .realOrNull("value") { $0.value.value },
        .text("unit") { $0.about.unit }, .text("text") { $0.about.text })

    private static let verdicts = ResultTable<Verdict>(
        "verdicts", .text("id") { $0.id }, .text("outcome") { $0.outcome.rawValue }, .text("text") { $0.text })

    private static let broken = ResultTable<Violation>(
        "violations", .text("id") { $0.id }, .real("time_s") { $0.time.inSeconds }, .integer("event") { $0.number },
        .text("actors") { $0.actors.joined(separator: ", ") }, .text("message") { $0.message })

    /// Made only for a run that has accounts.
    private static let accounts = ResultTable<AccountResult.Row>(
        "accounts", keys: ["what", "word"], .text("what") { $0.what }, .text("word") { $0.word },
        .integer("count") { $0.count })

    /// The statements that make those of every run.
    static let create = [
        runs.create, metrics.create, verdicts.create, broken.create, TaxiTables.create, EventTableFold.create,
    ].joined()

    func write(to database: Database) throws {
        try Self.runs.insert([self], into: database)
        try Self.metrics.insert(result.described(context.services).map { ($0.0, $0.1) }, into: database)
        try Self.verdicts.insert(
            result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)],
            into: database)
        try Self.broken.insert(violations, into: database)
        for table in TaxiTables.rows(result.taxi, zones: context.zones) { try table.insert(database) }
        if let server = result.server { try ServerTables(server: server, start: context.start).write(to: database) }
        if let accounts = result.accounts {
            try database.execute(sql: Self.accounts.create)
            try Self.accounts.insert(accounts.rows, into: database)
        }
        for table in context.services.flatMap(\.tables) {
            try database.execute(sql: table.create)
            try table.insert(database)
        }
    }
}
