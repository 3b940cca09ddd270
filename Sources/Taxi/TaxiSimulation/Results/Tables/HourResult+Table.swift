// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

/// The hours in `results.sqlite`, in `summary.json` and on the page.
extension HourResult: TableRow {
    package static let table = ResultTable<HourResult>("hours") {
        Column.key("hour", "the hour of the run, from 0") { $0.hour }.json("hour")
            .page("hour", hint: "clock time at the start of the hour")
        Column.integer("hour_of_day", "the hour of the day at its start") { $0.hourOfDay }.json("hourOfDay")
        Column.integer("stored", "requests stored in this hour") { $0.calls.stored }
            .json("calls.stored").page("requests")
        Column.integer("fulfilled", "of these, the passenger came aboard") { $0.calls.fulfilled }
            .json("calls.fulfilled").page("fulfilled")
        Column.integer("aborted", "of these, ended by the service") { $0.calls.aborted }
            .json("calls.aborted").page("aborted")
        Column.integer("abandoned", "of these, given up by the passenger") { $0.calls.abandoned }
            .json("calls.abandoned").page("abandoned")
        Column.integer("released", "of these, the driver found nobody") { $0.calls.released }
            .json("calls.released").page("released")
        Column.integer("open_at_end", "of these, open at the end of the run") { $0.calls.openAtEnd }
            .json("calls.openAtEnd").page("open")
        Column.wishes("wishes for a ride whose first request was stored in the hour, without those undecided") {
            $0.wishes
        }
        Column.integer("refused", "calls that broke a rule") { $0.calls.refused }
            .json("calls.refused").page("refused")
        Column.integer("offers", "offers sent for these requests") { $0.offers }.json("offers").page("offers")
        Column.statistics(
            "wait_", json: "wait", "wait from the call to boarding", stored: ["mean", "p50", "p90", "p95"],
            page: ["p50": "p50 min", "p90": "p90 min", "p95": "p95 min"]
        ) { $0.wait }
        Column.realOrNull("off_shift", in: .share, "of the drivers' time, off shift") { $0.share(0) }
            .json("driverShares[]")
        Column.realOrNull("available", in: .share, "of the drivers' time, available in a queue") { $0.share(1) }
            .json("driverShares[]")
        Column.realOrNull("to_pick_up", in: .share, "of the drivers' time, from acceptance to boarding") { $0.share(2) }
            .json("driverShares[]")
        Column.realOrNull("with_passenger", in: .share, "of the drivers' time, with a passenger aboard") { $0.share(3) }
            .json("driverShares[]")
        Column.realOrNull(
            "fares", in: .money, "of the rides that ended in the hour; null where the scenario has no `fares`"
        ) {
            $0.money.map { Double($0.fares) / 100 }
        }
        Column.realOrNull("available_in_service", in: .share, "of the drivers' time in service, available in a queue") {
            $0.inService(1...1)
        }.page("available %").unstored
        Column.realOrNull(
            "busy_in_service", in: .share, "of the drivers' time in service, from acceptance to the end of the ride"
        ) { $0.inService(2...3) }.page("busy %").unstored
    }

    /// A phase's share of the drivers' time; nil without any.
    private func share(_ phase: Int) -> Double? { driverShares.indices.contains(phase) ? driverShares[phase] : nil }

    /// Shares of the time in service, like the busy share of the whole run; nil without any.
    private func inService(_ phases: ClosedRange<Int>) -> Double? {
        let service = driverShares.dropFirst().reduce(0, +)
        guard driverShares.count == 4, service > 0 else { return nil }
        return driverShares[phases].reduce(0, +) / service
    }

    /// Writes the columns that `summary.json` has.
    package func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}
