// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB

/// Writes finished results into the tables of `results.sqlite`.
struct ResultRows {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    let fingerprint: String

    static func seconds(_ nanoseconds: Int64) -> Double? {
        nanoseconds == .min ? nil : Double(nanoseconds) / 1e9
    }

    static func write(_ rides: [RideRow], to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO rides VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for ride in rides {
            let wait = ride.aboardAt == .min ? nil : Double(ride.aboardAt - max(ride.calledAt, ride.pickUp)) * 1e-9
            let way = ride.endOdometer == .min ? nil : Double(ride.endOdometer - ride.aboardOdometer) * 1e-6
            try statement.execute(arguments: [
                ride.request, ride.passenger, ride.driver, ride.zone, ride.travelers, ride.offers,
                seconds(ride.calledAt), seconds(ride.storedAt), seconds(ride.acceptedAt), seconds(ride.toldArrival),
                seconds(ride.promptedAt), seconds(ride.aboardAt), seconds(ride.endedAt), wait.map(tidy),
                way.map(tidy), ride.outcome,
            ])
        }
    }

    static func write(_ offers: [OfferRow], to database: Database) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO offers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for offer in offers {
            try statement.execute(arguments: [
                offer.offer, offer.request, offer.driver, offer.zone, offer.place, offer.travelers,
                seconds(offer.sentAt), seconds(offer.endedAt), offer.ending,
            ])
        }
    }

    func write(to database: Database) throws {
        try insert(
            "runs",
            [
                [
                    context.name, context.title, context.policy, String(context.seed), context.replication,
                    context.start.inSeconds, context.end.inSeconds, context.warmUp.inSeconds, context.zones.count,
                    context.drivers, context.passengers, context.layoutSource, context.version, context.scenarioHash,
                    fingerprint,
                ]
            ], database)
        try insert(
            "metrics",
            result.described.map { value, description in
                [value.name, value.value, description.unit, description.text]
            }, database)
        let verdicts = result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)]
        try insert("verdicts", verdicts.map { [$0.id, $0.outcome.rawValue, $0.text] }, database)
        try insert(
            "violations",
            violations.map { [$0.id, $0.time.inSeconds, $0.number, $0.actors.joined(separator: ", "), $0.message] },
            database)
        try insert("zones", zones, database)
        try insert(
            "zone_hours",
            result.zones.flatMap { zone in
                zone.hours.map {
                    [zone.zone.number, $0.hour, $0.stored, $0.fulfilled, $0.aborted, $0.waitMean, $0.queueLength]
                }
            }, database)
        try insert("hours", hours, database)
        try insert("drivers", drivers, database)
    }

    typealias Row = [(any DatabaseValueConvertible)?]

    private var zones: [Row] {
        result.zones.map { zone in
            let area = context.zones.first { $0.id == zone.zone }?.area ?? 0
            let calls: Row = [
                zone.calls.stored, zone.calls.fulfilled, zone.calls.aborted, zone.calls.abandoned, zone.calls.released,
                zone.calls.openAtEnd,
            ]
            let wait: Row = [zone.wait?.mean, zone.wait?.p50, zone.wait?.p95, zone.wait?.max]
            return [zone.zone.number, zone.name, area] + calls
                + [zone.abortRate, zone.offeredLoad, zone.isUndersupplied] + wait
                + [zone.queueTime?.mean, zone.queueTime?.p95, zone.queueLength]
        }
    }

    private var hours: [Row] {
        result.hours.map { hour in
            let calls: Row = [
                hour.calls.refused, hour.calls.stored, hour.calls.fulfilled, hour.calls.aborted, hour.calls.abandoned,
                hour.calls.released, hour.calls.openAtEnd, hour.offers,
            ]
            let wait: Row = [hour.wait?.mean, hour.wait?.p50, hour.wait?.p90, hour.wait?.p95]
            let shares: Row = (0..<4).map { hour.driverShares.isEmpty ? nil : hour.driverShares[$0] }
            return [hour.hour, hour.hourOfDay] + calls + wait + shares
        }
    }

    private var drivers: [Row] {
        result.drivers.map { driver in
            let seconds: Row = driver.seconds.map { $0 }
            let offers: Row = driver.offers.map { $0 }
            let ways: Row = driver.kilometres.map { $0 }
            return [driver.driver.number, driver.seats, driver.rides, driver.ridesPerHour] + seconds + offers + ways
        }
    }

    func insert(_ table: String, _ rows: [Row], _ database: Database) throws {
        guard let width = rows.first?.count else { return }
        let marks = Array(repeating: "?", count: width).joined(separator: ", ")
        let statement = try database.makeStatement(sql: "INSERT INTO \(table) VALUES (\(marks))")
        for row in rows { try statement.execute(arguments: StatementArguments(row)) }
    }
}
