// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB

extension ResultRows {
    private static func kilometres(_ millimetres: Int64) -> Double? {
        millimetres == .min ? nil : tidy(Double(millimetres) * 1e-6)
    }

    private static func number(_ id: Int32) -> Int32? { id > 0 ? id : nil }
    private static func share(_ hundredths: Int32) -> Double? { hundredths < 0 ? nil : Double(hundredths) / 10_000 }

    static func write(_ reservations: [ReservationRecord], to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO reservations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for row in reservations {
            let lateness = row.arrivedAt == .min ? nil : tidy(Double(row.arrivedAt - row.pickUp) * 1e-9)
            try statement.execute(arguments: [
                row.reservation, row.passenger, row.zone, row.travelers, row.isShared, seconds(row.storedAt),
                seconds(row.pickUp), seconds(row.heldAt), seconds(row.activatedAt), number(row.request), row.waits,
                row.retries, seconds(row.arrivedAt), seconds(row.aboardAt), lateness, seconds(row.endedAt), row.outcome,
            ])
        }
    }

    static func write(_ rides: [ShareRecord], to database: Database) throws {
        let ride = try database.cachedStatement(
            sql: "INSERT INTO shared_rides VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let rider = try database.cachedStatement(
            sql: "INSERT INTO shared_riders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for row in rides {
            let aboard = row.riders.filter { $0.entered > 0 }
            try ride.execute(arguments: [
                row.ride, number(row.reservation), row.owner, row.zone, number(row.request), seconds(row.createdAt),
                seconds(row.closedAt), seconds(row.removedAt), row.joins, aboard.count,
                aboard.reduce(0) { $0 + $1.entered }, kilometres(row.driven), kilometres(row.alone), row.removal,
            ])
            for one in row.riders {
                try rider.execute(arguments: [
                    row.ride, one.passenger, one.travelers, seconds(one.joinedAt), seconds(one.leftAt),
                    one.entered < 0 ? nil : one.entered, kilometres(one.driven), kilometres(one.direct),
                    one.delay == .min ? nil : tidy(Double(one.delay) * 1e-9), share(one.fee), share(one.feeDirect),
                    one.ending,
                ])
            }
        }
    }
}
