// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
package import Reporting

/// The tables that are filled when a run is finished.
package struct RunTables {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    let fingerprint: String

    private static func runs(_ columns: [RunColumn]) -> ResultTable<RunTables> {
        let known: [ResultColumn<RunTables>] = [
            .text("name", "the scenario's short name") { $0.context.name },
            .text("title", "its title") { $0.context.title },
            .text("seed", "the seed, as text") { String($0.context.seed) },
            .integer("replication", "which replication it is, from 0") { $0.context.replication },
            .real("start_s", in: .minutes, "the first instant of the run") { $0.context.start.inSeconds },
            .real("end_s", in: .minutes, "its planned last instant") { $0.context.end.inSeconds },
            .real("warm_up_s", in: .minutes, "how much of its beginning is left out of the statistics") {
                $0.context.warmUp.inSeconds
            },
            .integer("zones", "zones of the layout") { $0.context.zones.count },
            .text("layout", "where the zone layout comes from") { $0.context.layoutSource },
            .text("version", "the program's version") { $0.context.version },
            .text("scenario_hash", "a hash of the scenario file") { $0.context.scenarioHash },
            .text("fingerprint", "a hash of the whole event log") { $0.fingerprint },
        ]
        return ResultTable(
            name: "runs", columns: known + columns.map { column in ResultColumn(column) { $0.context } })
    }

    private static let metrics = ResultTable<(value: MetricValue, about: MetricDescription)>(
        "metrics", .wordKey("name", "the metric's path, such as `wait.p95`") { $0.value.name },
        .realOrNull("value", in: .other(""), "its value in its unit; null when nothing was measured") {
            $0.value.value
        },
        .text("unit", "`s`, `km`, `h`, `1` for counts and ratios, `share` for parts of one, or another one") {
            $0.about.unit
        },
        .text("text", "its meaning, in one sentence") { $0.about.text })

    private static let verdicts = ResultTable<Verdict>(
        "verdicts", .text("id", "the requirement's number, or a name") { $0.id },
        .text("outcome", "PASS, FLAG, NOT MEASURED") { $0.outcome.rawValue },
        .text("text", "what was judged, with the measured value") { $0.text })

    private static let broken = ResultTable<Violation>(
        "violations", .text("id", "the number of the broken invariant") { $0.id },
        .real("time_s", in: .minutes, "when it was found") { $0.time.inSeconds },
        .integer("event", "the number of the event that broke it") { $0.number },
        .text("actors", "who is involved, such as `store 7`") { $0.actors.joined(separator: ", ") },
        .text("message", "what is wrong, in words") { $0.message })

    private static let outlines = ResultTable<ZoneRecord>(
        "zone_outlines", .key("zone", "the zone's number") { $0.id.number },
        .textOrNull("outline", "its outline: a GeoJSON MultiPolygon in degrees, WGS 84; null when it has none") {
            $0.geoJSON
        })

    /// The statements that make those of every run.
    static func create(_ columns: [RunColumn]) -> String {
        [
            runs(columns).create, metrics.create, verdicts.create, broken.create, outlines.create,
            EventTableFold.create,
        ].joined()
    }

    /// The lines of the article Results, of these and of the tables of services, whose lines are given.
    package static func article(_ columns: [RunColumn], services: [String]) -> String {
        let own = [
            RunLabel.article, runs(columns).article, metrics.article, verdicts.article, broken.article,
            outlines.article,
            EventTableFold.article, DemandRow.table.article,
        ]
        return (own + services).joined()
    }

    func write(to database: Database) throws {
        try Self.runs(context.columns).insert([self], into: database)
        try Self.metrics.insert(result.described.map { ($0.0, $0.1) }, into: database)
        try Self.verdicts.insert(
            result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)],
            into: database)
        try Self.broken.insert(violations, into: database)
        try Self.outlines.insert(context.zones, into: database)
        let demands = result.services.flatMap(\.demandRows)
        if !demands.isEmpty {
            try database.execute(sql: DemandRow.table.create)
            try DemandRow.table.insert(demands, into: database)
        }
        for table in result.services.flatMap(\.tables) {
            try database.execute(sql: table.create)
            try table.insert(database)
        }
    }
}
