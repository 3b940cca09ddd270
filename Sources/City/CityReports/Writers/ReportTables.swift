// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The tables of the report.
struct ReportTables {
    let context: RunContext
    let result: MetricsResult

    struct Column {
        let title: String
        let hint: String
        var isText = false
    }

    func number(_ value: Double?, _ decimals: Int) -> String { value.map { Text.number($0, decimals) } ?? "–" }
    func minutes(_ value: Double?) -> String { number(value.map { $0 / 60 }, 1) }
    func percent(_ value: Double?) -> String { value.map { Text.number($0 * 100, 1) } ?? "–" }

    /// A table whose columns can be sorted; each cell carries its number for the sorting.
    func table(_ caption: String, _ columns: [Column], _ rows: [[(text: String, key: Double?)]]) -> String {
        var out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(Text.html(caption))\">"
        out += "<table class=\"sortable\"><caption>\(Text.html(caption))</caption><thead><tr>"
        for column in columns {
            out += "<th scope=\"col\"\(column.isText ? " class=\"text\"" : "")><button type=\"button\" "
            out += "title=\"\(Text.html(column.hint))\">\(Text.html(column.title))</button></th>"
        }
        out += "</tr></thead><tbody>\n"
        for row in rows {
            out += "<tr>"
            for (index, cell) in row.enumerated() {
                let key = cell.key.map { " data-key=\"\($0)\"" } ?? ""
                out += "<td\(columns[index].isText ? " class=\"text\"" : "")\(key)>\(Text.html(cell.text))</td>"
            }
            out += "</tr>\n"
        }
        return out + "</tbody></table></div>\n"
    }

    var zones: String {
        let columns = [
            Column(title: "zone", hint: "the zone's number"),
            Column(title: "name", hint: "the zone's name in the layout", isText: true),
            Column(title: "requests", hint: "requests stored"),
            Column(title: "fulfilled", hint: "passenger came aboard"),
            Column(title: "unserved %", hint: "requests that ended without a ride, in percent of the stored ones"),
            Column(title: "aborted %", hint: "requests ended by the service, in percent of the stored ones"),
            Column(title: "load", hint: "offered load: work asked for, divided by the driver time that was there"),
            Column(title: "wait mean min", hint: "mean wait from call to boarding, minutes"),
            Column(title: "wait p95 min", hint: "95 % of the passengers wait at most this, minutes"),
            Column(title: "queue", hint: "mean number of drivers in the queue"),
            Column(title: "queue time min", hint: "drivers' mean time from joining the queue to an accepted offer"),
            Column(title: "supply", hint: "FLAG when more than the limit is aborted", isText: true),
        ]
        let rows = result.zones.map { zone -> [(text: String, key: Double?)] in
            [
                ("\(zone.zone)", Double(zone.zone.number)), (zone.name, nil),
                (number(Double(zone.calls.stored), 0), Double(zone.calls.stored)),
                (number(Double(zone.calls.fulfilled), 0), Double(zone.calls.fulfilled)),
                (percent(zone.calls.unservedShare), zone.calls.unservedShare ?? -1),
                (percent(zone.abortRate), zone.abortRate ?? -1), (number(zone.offeredLoad, 2), zone.offeredLoad ?? -1),
                (minutes(zone.wait?.mean), zone.wait?.mean ?? -1), (minutes(zone.wait?.p95), zone.wait?.p95 ?? -1),
                (number(zone.queueLength, 1), zone.queueLength),
                (minutes(zone.queueTime?.mean), zone.queueTime?.mean ?? -1),
                (zone.calls.stored == 0 ? "–" : zone.isUndersupplied ? "FLAG" : "PASS", nil),
            ]
        }
        return table("Zones", columns, rows)
    }

    var hours: String {
        let charts = ReportCharts(context: context, result: result)
        let columns = [
            Column(title: "hour", hint: "clock time at the hour's start", isText: true),
            Column(title: "requests", hint: "requests stored in this hour"),
            Column(title: "fulfilled", hint: "of these, passenger came aboard"),
            Column(title: "aborted", hint: "of these, ended by the service"),
            Column(title: "abandoned", hint: "of these, given up by the passenger"),
            Column(title: "released", hint: "of these, the driver found nobody"),
            Column(title: "open", hint: "of these, open at the end of the run"),
            Column(title: "refused", hint: "calls that broke a rule"),
            Column(title: "offers", hint: "offers sent for these requests"),
            Column(title: "p50 min", hint: "half of them wait at most this, minutes"),
            Column(title: "p90 min", hint: "90 % wait at most this, minutes"),
            Column(title: "p95 min", hint: "95 % wait at most this, minutes"),
            Column(title: "available %", hint: "available in a queue, in percent of the drivers' time in service"),
            Column(
                title: "busy %", hint: "from acceptance to the end of the ride, in percent of the time in service"),
        ]
        let rows = result.hours.map { hour -> [(text: String, key: Double?)] in
            let calls = hour.calls
            func count(_ value: Int) -> (text: String, key: Double?) { (number(Double(value), 0), Double(value)) }
            func wait(_ value: Double?) -> (text: String, key: Double?) { (minutes(value), value ?? -1) }
            let shares = hour.driverShares
            // In percent of the time in service, like the busy share of the whole run.
            let service = shares.dropFirst().reduce(0, +)
            let busy = shares.count == 4 && service > 0 ? (shares[2] + shares[3]) / service : nil
            let available = shares.count == 4 && service > 0 ? shares[1] / service : nil
            return [
                (charts.label(hour: hour.hour), Double(hour.hour)), count(calls.stored), count(calls.fulfilled),
                count(calls.aborted), count(calls.abandoned), count(calls.released),
                count(calls.openAtEnd), count(calls.refused), count(hour.offers),
                wait(hour.wait?.p50), wait(hour.wait?.p90), wait(hour.wait?.p95),
                (percent(available), available ?? -1), (percent(busy), busy ?? -1),
            ]
        }
        return table("Hours", columns, rows)
    }

    var metrics: String {
        let columns = [
            Column(title: "metric", hint: "its name", isText: true),
            Column(title: "value", hint: "the value in its unit"),
            Column(title: "unit", hint: "the unit of the value; nothing for a count or ratio", isText: true),
            Column(title: "meaning", hint: "what it says", isText: true),
            Column(
                title: "path", hint: "its name in files, where times are in seconds and shares parts of 1", isText: true
            ),
        ]
        let rows = result.described.map { value, about -> [(text: String, key: Double?)] in
            let shown = about.shown
            let isWhole = value.value.map { $0 * shown.scale == ($0 * shown.scale).rounded() } ?? true
            let text =
                value.value == nil ? "–" : shown.number(value.value, decimals: isWhole ? 0 : max(2, shown.decimals))
            return [
                (about.label, nil), (text, value.value ?? -1), (shown.name, nil), (about.text, nil), (value.name, nil),
            ]
        }
        return table("All metrics", columns, rows)
    }

    /// What became of everything: the outcomes of one kind add up to it.
    var outcomes: String {
        let columns = [
            Column(title: "what", hint: "what is counted", isText: true),
            Column(title: "outcome", hint: "what became of it; each one has one outcome", isText: true),
            Column(title: "how many", hint: "the outcomes of one kind add up to the first row of it"),
            Column(title: "%", hint: "in percent of the first row of the kind"),
        ]
        let rows = result.outcomeTables.flatMap { table -> [[(text: String, key: Double?)]] in
            func row(_ words: String, _ count: Int) -> [(text: String, key: Double?)] {
                let share = table.whole > 0 ? Double(count) / Double(table.whole) : nil
                return [
                    (table.what, nil), (words, nil), (number(Double(count), 0), Double(count)),
                    (percent(share), share ?? -1),
                ]
            }
            return [row("all", table.whole)] + table.outcomes.map { row($0.words, $0.count) }
        }
        return table("What became of everything", columns, rows)
    }
}
