// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

extension StoreFold {
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
                    "Each store by the share of its places that were taken, and of its shoppers that were lost; the larger the mark, the "
                    + "higher its limit.",
                specification: Self.points, rows: each),
        ]
    }

    /// A row for each store of which both are known.
    private var each: [[String: JSONValue]] {
        stores.compactMap { store in
            guard let taken = store.site.occupancy, let lost = store.wishes.missedShare else { return nil }
            return [
                "store": .text(store.name), "group": .text(store.group), "limit": .number(Double(store.site.limit)),
                "visits": .number(Double(store.site.visits)), "taken": .number(tidy(taken)),
                "lost": .number(tidy(lost)),
                "shoppers": .number(Double(store.wishes.asked)),
            ]
        }
    }

    private var outcomes: [(name: String, count: Int)] {
        var all: [(name: String, count: Int)] = [
            ("ticket: let in", totals.tickets.entered), ("ticket: given up", totals.left),
        ]
        for reason in TicketRemoval.allCases {
            all.append(("ticket: \(reason.words)", totals.removed[Int(reason.number)]))
        }
        all += [
            ("ticket: open at the end", totals.ticketsOpen), ("booking: let in", totals.bookingsEntered),
            ("booking: nobody came in time", totals.lapsed),
        ]
        for cause in CancelCause.allCases {
            all.append(("booking: \(cause.words)", totals.cancelled[Int(cause.number)]))
        }
        all.append(("booking: open at the end", totals.bookingsOpen))
        return all.filter { $0.count > 0 }
    }

    private var waitRows: [(name: String, minutes: Double)] {
        let classes = TicketClass.allCases.map { ($0.words, totals.byClass[Int($0.number)].wait) }
        let channels = TicketChannel.allCases.map { ("ticket \($0.words)", totals.byChannel[Int($0.number)].wait) }
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
        "encoding": {"y": {"field": "what", "type": "nominal", "sort": null,
        "axis": {"title": null, "labelLimit": 280}}, "x": {"field": "value", "type": "quantitative", "axis": {"title": "\(axis)"}}}}
        """
    }

    private static let points = """
        {"data": {"name": "rows"}, "height": 220, "mark": {"type": "point", "filled": true}, "encoding": {
        "x": {"field": "taken", "type": "quantitative", "axis": {"title": "places taken", "format": "%"}},
        "y": {"field": "lost", "type": "quantitative", "axis": {"title": "shoppers lost", "format": "%"}},
        "size": {"field": "limit", "type": "quantitative", "legend": {"title": "limit"}},
        "color": {"field": "group", "type": "nominal", "sort": null, "legend": {"title": null}},
        "tooltip": [{"field": "store"}, {"field": "group"}, {"field": "limit"}, {"field": "shoppers"},
        {"field": "visits"}, {"field": "taken", "title": "places taken", "format": ".1%"},
        {"field": "lost", "title": "shoppers lost", "format": ".1%"}]}}
        """

    private static func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
