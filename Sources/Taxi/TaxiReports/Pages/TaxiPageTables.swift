// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables of the taxi service and its modules on the page.
struct TaxiPageTables {
    let context: TaxiContext
    let result: TaxiResult

    var zones: String {
        ShownTable.html(
            "Zones", result.zones,
            .cell("zone", "the zone's number") { ("\($0.zone)", Double($0.zone.number)) },
            .text("name", "the zone's name in the layout", \.name),
            .count("requests", "requests stored", \.calls.stored),
            .count("fulfilled", "passenger came aboard", \.calls.fulfilled),
            .percent(
                "unserved %", "requests that ended without a ride, in percent of those stored", \.calls.unservedShare
            ),
            .percent("aborted %", "requests ended by the service, in percent of those stored", \.abortRate),
            .number(
                "load", "offered load: work asked for, divided by the driver time available", 2, \.offeredLoad),
            .minutes("wait mean min", "mean wait from call to boarding, minutes", \.wait?.mean),
            .minutes("wait p95 min", "95 % of the passengers wait at most this, minutes", \.wait?.p95),
            .number("queue", "mean number of drivers in the queue", 1, \.queueLength),
            .minutes(
                "queue time min", "drivers' mean time from joining the queue to an accepted offer", \.queueTime?.mean),
            .text("supply", "FLAG when more than the permitted share is aborted") {
                $0.calls.stored == 0 ? "–" : $0.isUndersupplied ? "FLAG" : "PASS"
            })
    }

    var hours: String {
        let charts = TaxiCharts(context: context, result: result)
        // In percent of the time in service, like the busy share of the whole run.
        func inService(_ hour: HourResult, _ phases: ClosedRange<Int>) -> Double? {
            let service = hour.driverShares.dropFirst().reduce(0, +)
            guard hour.driverShares.count == 4, service > 0 else { return nil }
            return hour.driverShares[phases].reduce(0, +) / service
        }
        return ShownTable.html(
            "Hours", result.hours,
            ShownColumn(title: "hour", hint: "clock time at the start of the hour", isText: true) {
                (charts.label(hour: $0.hour), Double($0.hour))
            },
            .count("requests", "requests stored in this hour", \.calls.stored),
            .count("fulfilled", "of these, the passenger came aboard", \.calls.fulfilled),
            .count("aborted", "of these, ended by the service", \.calls.aborted),
            .count("abandoned", "of these, given up by the passenger", \.calls.abandoned),
            .count("released", "of these, the driver found nobody", \.calls.released),
            .count("open", "of these, open at the end of the run", \.calls.openAtEnd),
            .count("refused", "calls that broke a rule", \.calls.refused),
            .count("offers", "offers sent for these requests", \.offers),
            .minutes("p50 min", "half of them wait at most this, minutes", \.wait?.p50),
            .minutes("p90 min", "90 % wait at most this, minutes", \.wait?.p90),
            .minutes("p95 min", "95 % wait at most this, minutes", \.wait?.p95),
            .percent("available %", "available in a queue, in percent of the drivers' time in service") {
                inService($0, 1...1)
            },
            .percent("busy %", "from acceptance to the end of the ride, in percent of the time in service") {
                inService($0, 2...3)
            })
    }
}
