// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// The table of fares by hour; empty without fares.
extension TaxiPageTables {
    var money: String {
        let charts = TaxiCharts(context: context, result: result)
        let rows = result.hours.compactMap { hour in hour.money.map { (hour: hour.hour, money: $0) } }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Fares by hour", rows,
            .text("hour", "clock time at the start of the hour") { charts.label(hour: $0.hour) },
            .count("rides", "rides that ended in the hour") { $0.money.rides },
            .number("fares", "their fares", 2) { Double($0.money.fares) / 100 },
            .number("fares by hour in service", "their fares by hour that drivers were in service, before costs", 2) {
                $0.money.hourly
            })
    }
}
