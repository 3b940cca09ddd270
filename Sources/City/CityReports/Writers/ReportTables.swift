// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiReports

/// The tables of the report.
struct ReportTables {
    let context: RunContext
    let result: MetricsResult

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
            .percent(
                "not in time %", "wishes without a ride or aboard too late, in percent of the zone's wishes",
                \.wishes.notInTimeShare),
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
        let charts = ReportCharts(context: context, result: result)
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
            .percent(
                "not in time %", "wishes without a ride or aboard too late, in percent of the hour's wishes",
                \.wishes.notInTimeShare),
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

    var metrics: String {
        ShownTable.html(
            "All metrics",
            Array(result.described(context.services).dropFirst(context.hasTaxis ? 0 : MetricDescription.all.count)),
            .text("metric", "its name") { $0.1.label },
            .cell("value", "the value in its unit") { value, about in
                let shown = about.shown
                guard let found = value.value else { return ("–", -1) }
                let isWhole = found * shown.scale == (found * shown.scale).rounded()
                return (shown.number(found, decimals: isWhole ? 0 : max(2, shown.decimals)), found)
            },
            .text("unit", "the unit of the value; none for a count or ratio") { $0.1.shown.name },
            .text("meaning", "its meaning") { $0.1.text },
            .text("path", "its name in files, where times are in seconds and shares are fractions of 1") { $0.0.name })
    }

    /// What became of everything: the outcomes of one kind add up to it.
    var outcomes: String {
        let rows = result.outcomeTables.flatMap { table in
            [(table, "all", table.whole)] + table.outcomes.map { (table, $0.words, $0.count) }
        }
        return ShownTable.html(
            "All outcomes", rows, .text("what", "what is counted") { $0.0.what },
            .text("outcome", "its outcome; each one has exactly one") { $0.1 },
            .count("how many", "the outcomes add up to the first row of the same name") { $0.2 },
            .part("%", "in percent of the first row of the same name") { ($0.2, $0.0.whole) })
    }
}
