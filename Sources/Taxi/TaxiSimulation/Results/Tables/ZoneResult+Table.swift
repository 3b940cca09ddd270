// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

/// The zones in `results.sqlite`, in `summary.json` and on the page.
extension ZoneResult: TableRow {
    package static let table = ResultTable<ZoneResult>("zones") {
        Column.key("zone", "the zone's number, as events have it") { $0.zone.number }.json("zone")
            .page("zone") { $0.key.shown }
        Column.text("key", "what the layout calls it: its number as written there, or a name") { $0.key }.json("key")
        Column.text("name", "the zone's name in the layout") { $0.name }.json("name").page("name")
        Column.real("area_m2", in: .other("m²"), "its area") { $0.area }
        Column.integer("refused", "calls that broke a rule") { $0.calls.refused }.json("calls.refused").unstored
        Column.integer("stored", "requests stored") { $0.calls.stored }.json("calls.stored").page("requests")
        Column.integer("fulfilled", "of these, the passenger came aboard") { $0.calls.fulfilled }
            .json("calls.fulfilled").page("fulfilled")
        Column.realOrNull("unserved_share", in: .share, "share of the ended requests that got no ride") {
            $0.calls.unservedShare
        }.page("unserved %")
        Column.integer("aborted", "of these, ended by the service") { $0.calls.aborted }.json("calls.aborted")
        Column.integer("abandoned", "of these, given up by the passenger") { $0.calls.abandoned }
            .json("calls.abandoned")
        Column.integer("released", "of these, the driver found nobody") { $0.calls.released }.json("calls.released")
        Column.integer("open_at_end", "of these, open at the end of the run") { $0.calls.openAtEnd }
            .json("calls.openAtEnd")
        Column.wishes("wishes for a ride whose first request is of the zone, without those undecided") { $0.wishes }
        Column.realOrNull("abort_rate", in: .share, "share of the requests that the service ended") { $0.abortRate }
            .json("abortRate").page("aborted %")
        Column.realOrNull("offered_load", "offered load: work asked for, divided by the driver time available") {
            $0.offeredLoad
        }
        .json("offeredLoad").page("load")
        Column.statistics(
            "wait_", json: "wait", "wait from the call to boarding", stored: ["mean", "p50", "p95", "max"],
            page: ["mean": "wait mean min", "p95": "wait p95 min"]
        ) { $0.wait }
        Column.real("queue_length", in: .ratio(1), "mean number of drivers in the queue") { $0.queueLength }
            .json("queueLength").page("queue")
        Column.statistics(
            "queue_time_", json: "queueTime", "drivers' time from joining the queue to an accepted offer",
            stored: ["mean", "p95"], page: ["mean": "queue time min"]
        ) { $0.queueTime }
        Column.flag("undersupplied", "whether more than the permitted share is aborted") { $0.isUndersupplied }
            .json("isUndersupplied")
            .page("supply", hint: "FLAG when more than the permitted share is aborted") {
                $0.calls.stored == 0 ? "–" : $0.isUndersupplied ? "FLAG" : "PASS"
            }
    }

    /// Writes the columns that `summary.json` has.
    package func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}
