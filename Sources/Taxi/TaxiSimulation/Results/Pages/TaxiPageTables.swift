// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables of the taxi service and its modules on the page.
struct TaxiPageTables {
    let context: TaxiContext
    let result: TaxiResult

    var zones: String { ZoneResult.table.html("Zones", result.zones) }

    var hours: String {
        let charts = TaxiCharts(context: context, result: result)
        // The clock time at the start of the hour.
        return HourResult.table.html("Hours", result.hours, cells: ["hour": { charts.label(hour: $0.hour) }])
    }

    /// The zones and hours with most wishes that were not aboard in time.
    var failures: String {
        let charts = TaxiCharts(context: context, result: result)
        typealias Row = (zone: ZoneResult, cell: TaxiCharts.Cell)
        let rows = charts.failing.flatMap { zone in zone.cells.map { Row(zone.zone, $0) } }
            .filter { $0.cell.wishes.notInTime > 0 }
            .enumerated().sorted { first, second in
                let (most, next) = (first.element.cell.wishes.notInTime, second.element.cell.wishes.notInTime)
                return (most, second.offset) > (next, first.offset)
            }.map(\.element).prefix(20)
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Zones and hours with most wishes not aboard in time", Array(rows),
            .text("zone", "the zone of the first call") { $0.zone.label() },
            .text("hour", "the clock time at the start of the hour of the first call", \.cell.label),
            .count("not in time", "wishes without a ride, or aboard too late", \.cell.wishes.notInTime),
            .count("no ride", "of these, without a ride", \.cell.wishes.unserved),
            .count("wishes", "all wishes of that zone and hour", \.cell.wishes.decided),
            .percent("not in time %", "the share of the wishes", \.cell.wishes.notInTimeShare))
    }
}
