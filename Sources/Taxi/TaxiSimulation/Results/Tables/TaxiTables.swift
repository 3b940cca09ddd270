// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting
import TaxiRules

/// The tables of the taxi service that are filled when a run is finished.
package enum TaxiTables {
    /// The statements that make them.
    package static let create = [
        ZoneResult.table.create, zoneHours.create, HourResult.table.create, drivers.create,
    ].joined()

    /// Their lines of the article Results.
    package static var article: String {
        [ZoneResult.table.article, zoneHours.article, HourResult.table.article, drivers.article].joined()
    }

    /// The rows of a run.
    package static func rows(_ result: TaxiResult) -> [TableRows] {
        [
            TableRows(ZoneResult.table, result.zones),
            TableRows(zoneHours, result.zones.flatMap { zone in zone.hours.map { (zone.zone, $0) } }),
            TableRows(HourResult.table, result.hours), TableRows(drivers, result.drivers),
        ]
    }

    private typealias ZoneHourColumn = ResultColumn<(zone: ZoneID, hour: ZoneHourResult)>

    private static let zoneHours = ResultTable("zone_hours", keys: ["zone", "hour"]) {
        ZoneHourColumn.integer("zone", "the zone's number") { $0.zone.number }
        ZoneHourColumn.integer("hour", "the hour of the run, from 0") { $0.hour.hour }
        ZoneHourColumn.integer("stored", "requests stored") { $0.hour.stored }
        ZoneHourColumn.integer("fulfilled", "of these, the passenger came aboard") { $0.hour.fulfilled }
        ZoneHourColumn.integer("aborted", "of these, ended by the service") { $0.hour.aborted }
        ZoneHourColumn.wishes("wishes for a ride, by their first request, without those undecided") { $0.hour.wishes }
        ZoneHourColumn.realOrNull("wait_mean_s", in: .minutes, "wait from the call to boarding: mean") {
            $0.hour.waitMean
        }
        ZoneHourColumn.real("queue_length", in: .ratio(1), "mean number of drivers in the queue, warm-up included") {
            $0.hour.queueLength
        }
    }

    private static let drivers = ResultTable<DriverResult>(
        "drivers", .key("driver", "the driver's number") { $0.driver.number },
        .integer("seats", "seats of the taxi") { $0.seats }, .integer("rides", "rides that ended") { $0.rides },
        .realOrNull("rides_per_hour", in: .other("1/h"), "rides per hour in service; null when never in service") {
            $0.ridesPerHour
        },
        .real("off_shift_s", in: .longTime, "time off shift") { $0.seconds[0] },
        .real("available_s", in: .longTime, "time available in a queue") { $0.seconds[1] },
        .real("to_pick_up_s", in: .longTime, "time from acceptance to boarding") { $0.seconds[2] },
        .real("with_passenger_s", in: .longTime, "time with a passenger aboard") { $0.seconds[3] },
        .integer("accepted", "offers accepted, warm-up included") { $0.offers[0] },
        .integer("refused", "offers refused, warm-up included") { $0.offers[1] },
        .integer("timed_out", "offers not answered, warm-up included") { $0.offers[2] },
        .real("to_pick_up_km", in: .kilometres, "distance to pick-ups") { $0.kilometres[0] },
        .real("with_passenger_km", in: .kilometres, "distance with a passenger") { $0.kilometres[1] },
        .real("other_km", in: .kilometres, "other distance") { $0.kilometres[2] },
        .realOrNull("fares", in: .money, "fares of the rides that ended; null where the scenario has no `fares`") {
            $0.money.map { Double($0.fares) / 100 }
        },
        .realOrNull("income", in: .money, "fares less costs; null where the scenario has no `fares`") {
            $0.money.map { Double($0.income) / 100 }
        },
        .realOrNull(
            "income_per_hour", in: .moneyPerHour,
            "income by hour in service; null when never in service, or without `fares`"
        ) { $0.money?.hourly.map(tidy) })
}
