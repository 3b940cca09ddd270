// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// The table of the occupied share by hour; empty in a run that is none of recorded trips.
extension TaxiPageTables {
    var occupied: String {
        let charts = TaxiCharts(context: context, result: result)
        let rows = result.hours.compactMap { hour in hour.occupied.map { (hour: hour.hour, occupied: $0) } }
            .filter { $0.occupied.service > 0 }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Occupied share by hour", rows,
            .text("hour", "clock time at the start of the hour") { charts.label(hour: $0.hour) },
            .count("rides", "rides that began in the hour") { $0.occupied.rides },
            .minutes("mean ride", "their mean length") { $0.occupied.rideMean },
            .number("hours in service", "of all drivers in this hour", 1) { $0.occupied.service / 3600 },
            .percent("occupied %", "time with a passenger, as a share of the time in service") { $0.occupied.share },
            .percent("Little's line %", "rides x mean ride / hours in service") { $0.occupied.line })
    }
}
