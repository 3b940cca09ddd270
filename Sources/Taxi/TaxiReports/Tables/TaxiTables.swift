// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

/// The tables of the taxi service that are filled when a run is finished.
package enum TaxiTables {
    package static let zones = ResultTable<(zone: ZoneResult, area: Double)>(
        "zones", .key("zone") { $0.zone.zone.number }, .text("name") { $0.zone.name }, .real("area_m2") { $0.area },
        .integer("stored") { $0.zone.calls.stored }, .integer("fulfilled") { $0.zone.calls.fulfilled },
        .integer("aborted") { $0.zone.calls.aborted }, .integer("abandoned") { $0.zone.calls.abandoned },
        .integer("released") { $0.zone.calls.released }, .integer("open_at_end") { $0.zone.calls.openAtEnd },
        .integer("wishes") { $0.zone.wishes.decided }, .integer("in_time") { $0.zone.wishes.inTime },
        .integer("late") { $0.zone.wishes.late }, .integer("wishes_unserved") { $0.zone.wishes.unserved },
        .realOrNull("abort_rate") { $0.zone.abortRate }, .realOrNull("offered_load") { $0.zone.offeredLoad },
        .flag("undersupplied") { $0.zone.isUndersupplied }, .realOrNull("wait_mean_s") { $0.zone.wait?.mean },
        .realOrNull("wait_p50_s") { $0.zone.wait?.p50 }, .realOrNull("wait_p95_s") { $0.zone.wait?.p95 },
        .realOrNull("wait_max_s") { $0.zone.wait?.max }, .realOrNull("queue_time_mean_s") { $0.zone.queueTime?.mean },
        .realOrNull("queue_time_p95_s") { $0.zone.queueTime?.p95 }, .real("queue_length") { $0.zone.queueLength })

    package static let zoneHours = ResultTable<(zone: ZoneID, hour: ZoneHourResult)>(
        "zone_hours", keys: ["zone", "hour"], .integer("zone") { $0.zone.number }, .integer("hour") { $0.hour.hour },
        .integer("stored") { $0.hour.stored }, .integer("fulfilled") { $0.hour.fulfilled },
        .integer("aborted") { $0.hour.aborted }, .integer("wishes") { $0.hour.wishes.decided },
        .integer("in_time") { $0.hour.wishes.inTime }, .integer("late") { $0.hour.wishes.late },
        .integer("wishes_unserved") { $0.hour.wishes.unserved }, .realOrNull("wait_mean_s") { $0.hour.waitMean },
        .real("queue_length") { $0.hour.queueLength })

    package static let hours = ResultTable<HourResult>(
        "hours", .key("hour") { $0.hour }, .integer("hour_of_day") { $0.hourOfDay },
        .integer("refused") { $0.calls.refused }, .integer("stored") { $0.calls.stored },
        .integer("fulfilled") { $0.calls.fulfilled }, .integer("aborted") { $0.calls.aborted },
        .integer("abandoned") { $0.calls.abandoned }, .integer("released") { $0.calls.released },
        .integer("open_at_end") { $0.calls.openAtEnd }, .integer("wishes") { $0.wishes.decided },
        .integer("in_time") { $0.wishes.inTime }, .integer("late") { $0.wishes.late },
        .integer("wishes_unserved") { $0.wishes.unserved }, .integer("offers") { $0.offers },
        .realOrNull("wait_mean_s") { $0.wait?.mean }, .realOrNull("wait_p50_s") { $0.wait?.p50 },
        .realOrNull("wait_p90_s") { $0.wait?.p90 }, .realOrNull("wait_p95_s") { $0.wait?.p95 },
        .realOrNull("off_shift") { $0.driverShares.first },
        .realOrNull("available") { $0.driverShares.dropFirst(1).first },
        .realOrNull("to_pick_up") { $0.driverShares.dropFirst(2).first },
        .realOrNull("with_passenger") { $0.driverShares.dropFirst(3).first })

    package static let drivers = ResultTable<DriverResult>(
        "drivers", .key("driver") { $0.driver.number }, .integer("seats") { $0.seats }, .integer("rides") { $0.rides },
        .realOrNull("rides_per_hour") { $0.ridesPerHour }, .real("off_shift_s") { $0.seconds[0] },
        .real("available_s") { $0.seconds[1] }, .real("to_pick_up_s") { $0.seconds[2] },
        .real("with_passenger_s") { $0.seconds[3] }, .integer("accepted") { $0.offers[0] },
        .integer("refused") { $0.offers[1] }, .integer("timed_out") { $0.offers[2] },
        .real("to_pick_up_km") { $0.kilometres[0] }, .real("with_passenger_km") { $0.kilometres[1] },
        .real("other_km") { $0.kilometres[2] })
}
