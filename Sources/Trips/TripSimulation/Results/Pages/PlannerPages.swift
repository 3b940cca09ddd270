// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

extension DayFold {
    /// What the planner did, and what came of it; none where nobody uses it.
    var plannerTables: [String] {
        guard totals.planner.known > 0 else { return [] }
        return [usersTable, workTable, noticesTable, statusTable, refusalsTable, ticketsTable].filter { !$0.isEmpty }
    }

    /// Users of the planner against others, where there are both.
    private var usersTable: String {
        let rows = [
            ("with the planner", totals.tally.withPlanner), ("without it", totals.tally.withoutPlanner),
        ]
        guard rows.allSatisfy({ $0.1.planned > 0 }) else { return "" }
        return ShownTable.html(
            "Who uses the planner, and who does not", rows,
            .text("people", "Their own, other days: to pair the same people, compare with trips.planner=false.") {
                $0.0
            },
            .count("expected", "Activities that were to begin.") { $0.1.planned },
            .percent("late or missed (%)", "Of those begun and missed.") { $0.1.failedShare },
            .count("late", "Begun after their start.") { $0.1.late },
            .count("missed", "Their people came when they were over.") { $0.1.missed },
            .minutes("late by (min)", "Mean of those that began late.") { $0.1.meanLateness },
            .minutes("p95 (min)", "95 % of those that began late were late by at most this.") {
                $0.1.lateness.quantile(0.95).map { Double($0) * 1e-9 }
            },
            .minutes("longest (min)", "Of those that began late.") { $0.1.longestLateness })
    }

    private var workTable: String {
        let (planner, days) = (totals.planner, totals.measured / .hours(24))
        let rows: [(String, Int)] = [
            ("events entered", planner.added), ("starts given to flexible ones", planner.placed),
            ("starts changed", planner.moved), ("lunches kept free", planner.lunchesKept),
            ("events edited", planner.changed),
            ("events deleted", planner.deleted), ("plans", planner.plans), ("cycles with a change", planner.cycles),
            ("notices", planner.notices), ("positions stored", planner.positions.reduce(0, +)),
            ("tickets sold", planner.allTickets.sold),
        ]
        return ShownTable.html(
            "What the planner did for \(Text.number(Double(planner.known), 0)) users", rows.filter { $0.1 > 0 },
            .text("what", "What is counted.") { $0.0 }, .count("how many", "In the measured time.") { $0.1 },
            .number("a user and day", "For each user and 24 h of the measured time.", 2) {
                days > 0 ? Double($0.1) / Double(planner.known) / days : nil
            })
    }

    private var noticesTable: String {
        let planner = totals.planner
        func minutes(_ sample: Sample, _ value: (Sample) -> Double?) -> Double? {
            sample.count > 0 ? value(sample).map { $0 * 1e-9 } : nil
        }
        let rows: [(String, Int, Int?, Sample?)] = [
            ("notices before the time to leave", planner.notices - planner.lateNotices, planner.notices, planner.lead),
            ("notices after it", planner.lateNotices, planner.notices, nil),
            ("users set out on one", planner.left, planner.notices, nil),
            ("users set out on one too late", planner.leftLate.count, planner.left, planner.leftLate),
            ("warnings that an event cannot be reached", planner.warnings, planner.added, nil),
        ]
        guard planner.notices + planner.warnings > 0 else { return "" }
        return ShownTable.html(
            "Notices that it is time to leave", rows, .text("what", "What is counted.") { $0.0 },
            .count("how many", "In the measured time.") { $0.1 },
            .cell("share (%)", "Of all sent; of late ones of those who set out; of warnings of the events entered.") {
                row in
                let share = row.2.flatMap { $0 > 0 ? Double(row.1) / Double($0) : nil }
                return (share.map { Text.number($0 * 100, 1) } ?? "–", share ?? -1)
            },
            .minutes("mean (min)", "From the notice to the time to leave; of who set out late, how late.") { row in
                row.3.flatMap { minutes($0) { $0.mean } }
            },
            .minutes("p95 (min)", "95 % are at most this.") { row in
                row.3.flatMap { minutes($0) { $0.quantile(0.95).map { Double($0) } } }
            },
            .minutes("longest (min)", "The largest.") { row in row.3.flatMap { minutes($0) { Double($0.largest) } } })
    }

    private var statusTable: String {
        let statuses = totals.planner.statuses
        let all = statuses.reduce(0, +)
        guard all > 0 else { return "" }
        return ShownTable.html(
            "Status messages", Array(zip(TripStatus.allCases, statuses)),
            .text("status", "What an event changed to.") { $0.0.words },
            .count("messages", "Changes to it; every event is green at first.") { $0.1 },
            .part("share (%)", "Of all messages.") { ($0.1, all) })
    }

    private var refusalsTable: String {
        let planner = totals.planner
        func rows<Word: EventWord>(_ what: String, _ words: Word.Type, _ counts: [Int]) -> [(String, String, Int)] {
            words.allCases.map { (what, Text.words($0.word), counts[Int($0.number)]) }.filter { $0.2 > 0 }
        }
        let all =
            rows("event", AppointmentRefusal.self, planner.rejected) + rows("plan", PlanRefusal.self, planner.refused)
            + rows("change of a device", ChangeRefusal.self, planner.changesRefused)
            + rows("calendar", CalendarRefusal.self, planner.calendarsRefused)
            + rows("preference", PreferenceRefusal.self, planner.preferencesRejected)
            + rows("ticket", TicketRefusal.self, planner.allTickets.refused)
            + [
                ("flexible event", "no room on a day", planner.unplaced),
                ("lunch", "no room on a day", planner.lunchesMissed),
                ("position", "the device could not tell", planner.unknownPositions),
            ].filter { $0.2 > 0 }
        guard !all.isEmpty else { return "" }
        // The most frequent first; of equal ones in the order above.
        let sorted = all.enumerated().sorted { ($1.element.2, $0.offset) < ($0.element.2, $1.offset) }.map(\.element)
        return ShownTable.html(
            "What the planner refused, or could not do", sorted, .text("what", "What was asked for.") { $0.0 },
            .text("reason", "Why it was not done.") { $0.1 }, .count("how many", "In the measured time.") { $0.2 })
    }

    private var ticketsTable: String {
        let rows = totals.planner.tickets.sorted { $0.key < $1.key }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Tickets by company", rows.map { ($0.key, $0.value) },
            .text("company", "Its number in the timetable.") { "\($0.0)" },
            .count("sold", "By SMS.") { $0.1.sold },
            .count("sent elsewhere", "Purchases that it takes in its app or on its site.") {
                $0.1.redirected.reduce(0, +)
            },
            .count("refused", "Purchases without a ticket.") { $0.1.refused.reduce(0, +) },
            .text("most often because", "The reason of most refusals.") { row in
                let most = TicketRefusal.allCases.max {
                    (row.1.refused[Int($0.rawValue)], $1.rawValue) < (row.1.refused[Int($1.rawValue)], $0.rawValue)
                }
                return most.flatMap { row.1.refused[Int($0.rawValue)] > 0 ? Text.words($0.word) : nil } ?? "–"
            })
    }
}

extension TripStatus {
    /// For a reader (TRIP-STATUS).
    fileprivate var words: String {
        switch self {
        case .green: "green: in time"
        case .yellow: "yellow: only haste avoids coming late"
        case .red: "red: too late, or disturbed"
        }
    }
}
