// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
import Reporting

/// The tables that are filled when a run is finished.
struct RunTables {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    let fingerprint: String

    private static let runs = ResultTable<RunTables>(
        "runs", .text("name") { $0.context.name }, .text("title") { $0.context.title },
        .text("policy") { $0.context.policy }, .text("seed") { String($0.context.seed) },
        .integer("replication") { $0.context.replication }, .real("start_s") { $0.context.start.inSeconds },
        .real("end_s") { $0.context.end.inSeconds }, .real("warm_up_s") { $0.context.warmUp.inSeconds },
        .integer("zones") { $0.context.zones.count }, .integer("drivers") { $0.context.drivers },
        .integer("passengers") { $0.context.passengers }, .text("layout") { $0.context.layoutSource },
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

    private static let zones = ResultTable<(zone: ZoneResult, area: Double)>(
        "zones", .key("zone") { $0.zone.zone.number }, .text("name") { $0.zone.name }, .real("area_m2") { $0.area },
        .integer("stored") { $0.zone.calls.stored }, .integer("fulfilled") { $0.zone.calls.fulfilled },
        .integer("aborted") { $0.zone.calls.aborted }, .integer("abandoned") { $0.zone.calls.abandoned },
        .integer("released") { $0.zone.calls.released }, .integer("open_at_end") { $0.zone.calls.openAtEnd },
        .realOrNull("abort_rate") { $0.zone.abortRate }, .realOrNull("offered_load") { $0.zone.offeredLoad },
        .flag("undersupplied") { $0.zone.isUndersupplied }, .realOrNull("wait_mean_s") { $0.zone.wait?.mean },
        .realOrNull("wait_p50_s") { $0.zone.wait?.p50 }, .realOrNull("wait_p95_s") { $0.zone.wait?.p95 },
        .realOrNull("wait_max_s") { $0.zone.wait?.max }, .realOrNull("queue_time_mean_s") { $0.zone.queueTime?.mean },
        .realOrNull("queue_time_p95_s") { $0.zone.queueTime?.p95 }, .real("queue_length") { $0.zone.queueLength })

    private static let zoneHours = ResultTable<(zone: ZoneID, hour: ZoneHourResult)>(
        "zone_hours", keys: ["zone", "hour"], .integer("zone") { $0.zone.number }, .integer("hour") { $0.hour.hour },
        .integer("stored") { $0.hour.stored }, .integer("fulfilled") { $0.hour.fulfilled },
        .integer("aborted") { $0.hour.aborted }, .realOrNull("wait_mean_s") { $0.hour.waitMean },
        .real("queue_length") { $0.hour.queueLength })

    private static let hours = ResultTable<HourResult>(
        "hours", .key("hour") { $0.hour }, .integer("hour_of_day") { $0.hourOfDay },
        .integer("refused") { $0.calls.refused }, .integer("stored") { $0.calls.stored },
        .integer("fulfilled") { $0.calls.fulfilled }, .integer("aborted") { $0.calls.aborted },
        .integer("abandoned") { $0.calls.abandoned }, .integer("released") { $0.calls.released },
        .integer("open_at_end") { $0.calls.openAtEnd }, .integer("offers") { $0.offers },
        .realOrNull("wait_mean_s") { $0.wait?.mean }, .realOrNull("wait_p50_s") { $0.wait?.p50 },
        .realOrNull("wait_p90_s") { $0.wait?.p90 }, .realOrNull("wait_p95_s") { $0.wait?.p95 },
        .realOrNull("off_shift") { $0.driverShares.first },
        .realOrNull("available") { $0.driverShares.dropFirst(1).first },
        .realOrNull("to_pick_up") { $0.driverShares.dropFirst(2).first },
        .realOrNull("with_passenger") { $0.driverShares.dropFirst(3).first })

    private static let drivers = ResultTable<DriverResult>(
        "drivers", .key("driver") { $0.driver.number }, .integer("seats") { $0.seats }, .integer("rides") { $0.rides },
        .realOrNull("rides_per_hour") { $0.ridesPerHour }, .real("off_shift_s") { $0.seconds[0] },
        .real("available_s") { $0.seconds[1] }, .real("to_pick_up_s") { $0.seconds[2] },
        .real("with_passenger_s") { $0.seconds[3] }, .integer("accepted") { $0.offers[0] },
        .integer("refused") { $0.offers[1] }, .integer("timed_out") { $0.offers[2] },
        .real("to_pick_up_km") { $0.kilometres[0] }, .real("with_passenger_km") { $0.kilometres[1] },
        .real("other_km") { $0.kilometres[2] })

    /// Made only for a run that has accounts.
    private static let accounts = ResultTable<AccountResult.Row>(
        "accounts", keys: ["what", "word"], .text("what") { $0.what }, .text("word") { $0.word },
        .integer("count") { $0.count })

    /// The statements that make those of every run.
    static let create = [
        runs.create, metrics.create, verdicts.create, broken.create, zones.create, zoneHours.create, hours.create,
        drivers.create, EventTableFold.create,
    ].joined()

    func write(to database: Database) throws {
        try Self.runs.insert([self], into: database)
        try Self.metrics.insert(result.described(context.services).map { ($0.0, $0.1) }, into: database)
        try Self.verdicts.insert(
            result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)],
            into: database)
        try Self.broken.insert(violations, into: database)
        try Self.zones.insert(
            result.zones.map { zone in (zone, context.zones.first { $0.id == zone.zone }?.area ?? 0) }, into: database)
        try Self.zoneHours.insert(result.zones.flatMap { zone in zone.hours.map { (zone.zone, $0) } }, into: database)
        try Self.hours.insert(result.hours, into: database)
        try Self.drivers.insert(result.drivers, into: database)
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
