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
}
