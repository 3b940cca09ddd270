// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension DayFold {
    /// What stands below the charts: days, then the planner where somebody uses it.
    var pages: [String] {
        let planner = plannerTables
        return Self.part("Days", [kindsTable, worstTable, causesTable, meansTable, vehiclesTable, hoursTable])
            + (planner.isEmpty ? [] : Self.part("The planner", planner))
    }

    private static func part(_ title: String, _ tables: [String]) -> [String] {
        let told = tables.filter { !$0.isEmpty }
        return told.isEmpty ? [] : ["<h3>\(Text.html(title))</h3>\n"] + told
    }

    private var kindsTable: String {
        // The worst first; of equal ones in the order of their names.
        let rows = totals.tally.kinds.map { ($0.key, $0.value) }.sorted { one, other in
            let shares = (one.1.failedShare ?? -1, other.1.failedShare ?? -1)
            return shares.0 != shares.1
                ? shares.0 > shares.1 : (one.0.group, one.0.name) < (other.0.group, other.0.name)
        }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Which activities were held, late or missed", rows,
            .text("group", "Whose it is.") { $0.0.group }, .text("activity", "Its name in the scenario.") { $0.0.name },
            .count("expected", "All that were to begin in the measured time, whatever became of them.") {
                $0.1.planned
            },
            .percent("late or missed (%)", "Of those begun and missed; the missed ones are in it.") {
                $0.1.failedShare
            },
            .count("in time", "Their people were there at the start.") { $0.1.inTime },
            .count("late", "Their people came after it.") { $0.1.late },
            .count("missed", "Their people came when they were over.") { $0.1.missed },
            .count("open", "They were due, and nobody had come when the run ended.") { $0.1.planned - $0.1.judged },
            .minutes("late by (min)", "Mean of those that began late.") { $0.1.meanLateness },
            .minutes("longest (min)", "Of those that began late.") { $0.1.longestLateness },
            .text("most often", "The first thing that went wrong on the way, of most late and missed ones.") {
                $0.1.mostOften?.name ?? "–"
            })
    }

    private var worstTable: String {
        guard !totals.tally.worst.isEmpty else { return "" }
        let clock = ClockAxis(start: start, end: end)
        return ShownTable.html(
            "The latest of all", totals.tally.worst,
            .text("activity", "Its name.") { $0.kind.name },
            .minutes("late by (min)", "From when it had to begin to being there.") { $0.late.inSeconds },
            .text("outcome", "What became of it.") { $0.isMissed ? "missed" : "late" },
            .text("because", "The first thing that went wrong on the way.") { $0.cause.name },
            .text("due", "When it had to begin.") { [start] in clock.clock(seconds: ($0.due - start).inSeconds) },
            .text("group", "Whose it is.") { $0.kind.group },
            .text("person", "As in the tables of the results.") { $0.person.description })
    }

    private var causesTable: String {
        let causes = totals.tally.all.causes
        let all = causes.reduce(0, +)
        guard all > 0 else { return "" }
        let rows = zip(DelayCause.allCases, causes).filter { $0.1 > 0 }.sorted {
            ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue)
        }
        return ShownTable.html(
            "Why activities were late or missed", rows,
            .text("cause", "The first thing that went wrong on the way.") { $0.0.name },
            .count("activities", "Late and missed ones.") { $0.1 },
            .part("share (%)", "Of all late and missed ones.") { ($0.1, all) })
    }

    private var meansTable: String {
        let (legs, ways) = (totals.legs.reduce(0, +), totals.millimetres.reduce(0, +))
        let rows = TravelMeans.allCases.filter {
            totals.legs[Int($0.rawValue)] + totals.waits.inVain[Int($0.rawValue)] > 0
        }
        guard !rows.isEmpty else { return "" }
        func wait(_ means: TravelMeans, _ value: (Sample) -> Double) -> Double? {
            let waits = totals.waits.waits[Int(means.rawValue)]
            return waits.count > 0 ? value(waits) * 1e-9 : nil
        }
        return ShownTable.html(
            "By what people went", rows,
            .text("means", "Of each leg; a journey by bus has legs on foot too.") { $0.label },
            .count("legs", "Legs of journeys.") { [totals] in totals.legs[Int($0.rawValue)] },
            .part("of legs (%)", "Of the legs of all means.") { [totals] in (totals.legs[Int($0.rawValue)], legs) },
            .number("km", "Their length; of lines that of the straight line from stop to stop.", 0) { [totals] in
                Double(totals.millimetres[Int($0.rawValue)]) / 1e6
            },
            .percent("of km (%)", "Of the length of all means.") { [totals] in
                ways > 0 ? Double(totals.millimetres[Int($0.rawValue)]) / Double(ways) : nil
            },
            .minutes("wait (min)", "Mean wait for it, those who waited for nothing included.") { wait($0) { $0.mean } },
            .minutes("longest wait (min)", "Of those who went by it.") { wait($0) { Double($0.largest) } },
            .count("waited in vain", "Waits after which people planned anew.") { [totals] in
                totals.waits.inVain[Int($0.rawValue)]
            })
    }

    private var vehiclesTable: String {
        let booked = totals.vehiclesBooked
        let taken = totals.replanned[Int(ReplanCause.vehicleTaken.rawValue)]
        guard booked + taken > 0 else { return "" }
        let rows = [
            ("booked by who set out to one", booked),
            ("given up, since the person went otherwise", totals.vehiclesGivenUp),
            ("not reached within the holding time", totals.bookingsLapsed), ("booked by somebody else before", taken),
        ]
        return ShownTable.html(
            "Shared bicycles and cars", rows, .text("vehicles", "What became of them.") { $0.0 },
            .count("how many", "In the measured time.") { $0.1 },
            .part("of booked (%)", "Of all that were booked.") { ($0.1, booked) })
    }

    private var hoursTable: String {
        let all = totals.spent.reduce(0, +)
        let rows = zip(DayPart.allCases, totals.spent).filter { $0.1 > 0 }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "What people's hours went on", rows, .text("what", "Being at home is left out.") { $0.0.name },
            .number("hours", "Of all people together.", 0) { Double($0.1) / 3.6e12 },
            .percent("share (%)", "Of all that is told here.") { Double($0.1) / Double(all) },
            .text("most from", "The hour of the run in which they were most.") { [hours, start, end] row in
                let most = hours.indices.max {
                    (hours[$0][Int(row.0.rawValue)], $1) < (hours[$1][Int(row.0.rawValue)], $0)
                }
                return most.map { ClockAxis(start: start, end: end).clock(seconds: Double($0) * 3600) } ?? "–"
            })
    }
}
