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
            Column(title: "aborted %", hint: "requests ended by the service, in percent of the stored ones"),
            Column(title: "load", hint: "offered load: work asked for by the driver time that was there"),
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
            Column(title: "refused", hint: "calls that broke a rule"),
            Column(title: "offers", hint: "offers sent for these requests"),
            Column(title: "p50 min", hint: "half of them wait at most this, minutes"),
            Column(title: "p90 min", hint: "90 % wait at most this, minutes"),
            Column(title: "p95 min", hint: "95 % wait at most this, minutes"),
            Column(title: "available %", hint: "drivers' time available in a queue"),
            Column(title: "busy %", hint: "drivers' time from acceptance to the end of the ride"),
        ]
        let rows = result.hours.map { hour -> [(text: String, key: Double?)] in
            let calls = hour.calls
            func count(_ value: Int) -> (text: String, key: Double?) { (number(Double(value), 0), Double(value)) }
            func wait(_ value: Double?) -> (text: String, key: Double?) { (minutes(value), value ?? -1) }
            let shares = hour.driverShares
            let busy = shares.count == 4 ? shares[2] + shares[3] : nil
            let available = shares.count == 4 ? shares[1] : nil
            return [
                (charts.label(hour: hour.hour), Double(hour.hour)), count(calls.stored), count(calls.fulfilled),
                count(calls.aborted), count(calls.abandoned), count(calls.refused), count(hour.offers),
                wait(hour.wait?.p50), wait(hour.wait?.p90), wait(hour.wait?.p95),
                (percent(available), available ?? -1), (percent(busy), busy ?? -1),
            ]
        }
        return table("Hours", columns, rows)
    }

    var metrics: String {
        let columns = [
            Column(title: "metric", hint: "path as in summary.json", isText: true),
            Column(title: "value", hint: "the value in its unit"),
            Column(title: "unit", hint: "s seconds, h hours, km kilometres, 1 a count or ratio", isText: true),
            Column(title: "meaning", hint: "what it says", isText: true),
        ]
        let rows = result.described.map { value, about -> [(text: String, key: Double?)] in
            let isCount = value.value.map { $0 == $0.rounded() } ?? true
            return [
                (value.name, nil), (number(value.value, isCount ? 0 : 3), value.value ?? -1), (about.unit, nil),
                (about.text, nil),
            ]
        }
        return table("All metrics", columns, rows)
    }
}
