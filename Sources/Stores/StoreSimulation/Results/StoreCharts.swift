// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Reporting
import StoreRules

extension StoreFold {
    /// The charts of the report.
    var charts: [ReportChart] {
        [
            ReportChart(
                id: "stores-inside", title: "People inside, and limits",
                hint: "People inside all stores, and the limits of the open ones together.",
                specification: Self.lines("people", "inside", "places"),
                rows: over(("inside", totals.inside), ("places", totals.places))),
            ReportChart(
                id: "stores-outside", title: "People standing outside",
                hint: "People outside all stores together (STORE-GOAL-TIME).",
                specification: Self.lines("people", "outside"), rows: over(("outside", totals.outside))),
            ReportChart(
                id: "stores-tickets", title: "Tickets and bookings by outcome",
                hint: "Tickets and bookings made after the warm-up, by how they ended.",
                specification: Self.bars("tickets and bookings", outcomes.count),
                rows: outcomes.map { ["what": .text($0.name), "value": .number(Double($0.count))] }),
            ReportChart(
                id: "stores-waits", title: "From ticket to entry, by class and channel",
                hint:
                    "Mean from the ticket, or from the slot first booked, to the entry. Who takes a ticket by phone has the way to "
                    + "the store in it; who takes it at the totem has walked before.",
                specification: Self.bars("ticket to entry (min)", waitRows.count),
                rows: waitRows.map { ["what": .text($0.name), "value": .number($0.minutes)] }),
            ReportChart(
                id: "stores-each", title: "Stores one by one",
                hint:
                    "Each store by its visits and its mean time from ticket to entry; the larger the mark, the higher its limit.",
                specification: Self.points, rows: each),
        ]
    }

    /// A row for each store.
    private var each: [[String: JSONValue]] {
        sites.enumerated().map { index, site in
            [
                "store": .number(Double(index + 1)), "limit": .number(Double(site.limit)),
                "visits": .number(Double(site.visits)), "tickets": .number(Double(site.tickets)),
                "bookings": .number(Double(site.bookings)),
                "unused": .number(Double(Int(site.limit) - site.placesUsed)),
                "wait": .number((site.waitMean ?? 0) / 60),
            ]
        }
    }

    private var outcomes: [(name: String, count: Int)] {
        [("ticket: inside", totals.tickets.entered), ("ticket: left", totals.left)]
            + TicketRemoval.allCases.map { ("ticket: \(Text.words($0.word))", totals.removed[Int($0.number)]) }
            + [("ticket: open at the end", totals.ticketsOpen)]
            + [("booking: inside", totals.bookingsEntered), ("booking: lapsed", totals.lapsed)]
            + CancelCause.allCases.map {
                ("booking: cancelled, \(Text.words($0.word))", totals.cancelled[Int($0.number)])
            }
            + [("booking: open at the end", totals.bookingsOpen)]
    }

    private var waitRows: [(name: String, minutes: Double)] {
        let classes = TicketClass.allCases.map { ($0.word, totals.byClass[Int($0.number)].wait) }
        let channels = TicketChannel.allCases.map { ($0.word, totals.byChannel[Int($0.number)].wait) }
        return (classes + channels + [("booking", totals.bookingWait)]).filter { $0.1.count > 0 }
            .map { ($0.0, $0.1.mean / 60e9) }
    }

    /// Mean levels of each step of time.
    private func over(_ levels: (name: String, level: SteppedLevel)...) -> [[String: JSONValue]] {
        let count = Int((end - start) / step)
        return (0..<count).map { index in
            var row: [String: JSONValue] = ["hour": .number((start.sinceMidnight + step * index).inSeconds / 3600)]
            for (name, level) in levels { row[name] = .number(Double(level.bin(index)) / Double(step.nanoseconds)) }
            return row
        }
    }

    private static func lines(_ axis: String, _ series: String...) -> String {
        """
        {"data": {"name": "rows"}, "height": 160, "transform": [{"fold": [\(quoted(series))]}],
        "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
        "x": {"field": "hour", "type": "quantitative", "axis": "$clockAxis", "scale": "$clockScale"},
        "y": {"field": "value", "type": "quantitative", "axis": {"title": "\(axis)"}},
        "color": {"field": "key", "type": "nominal", "legend": {"title": null}}}}
        """
    }

    private static func bars(_ axis: String, _ count: Int) -> String {
        """
        {"data": {"name": "rows"}, "height": \(20 * count + 50), "mark": {"type": "bar", "tooltip": true},
        "encoding": {"y": {"field": "what", "type": "nominal", "sort": null, "axis": {"title": null}},
        "x": {"field": "value", "type": "quantitative", "axis": {"title": "\(axis)"}}}}
        """
    }

    private static let points = """
        {"data": {"name": "rows"}, "height": 200, "mark": {"type": "point", "filled": true}, "encoding": {
        "x": {"field": "visits", "type": "quantitative", "axis": {"title": "visits"}},
        "y": {"field": "wait", "type": "quantitative", "axis": {"title": "ticket to entry (min)"}},
        "size": {"field": "limit", "type": "quantitative", "legend": {"title": "limit"}},
        "tooltip": [{"field": "store"}, {"field": "limit"}, {"field": "visits"}, {"field": "tickets"},
        {"field": "bookings"}, {"field": "unused", "title": "places never used"},
        {"field": "wait", "title": "ticket to entry (min)", "format": ".1f"}]}}
        """

    private static func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
