// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import ScenarioLanguage
import Testing

@testable import TripSimulation

/// People who do what stands in a calendar.
@Suite("The calendar of a group")
struct CalendarTests {
    /// 0.009 degrees are a kilometre.
    private static let table = """
        uid,name,start,end,place,lon,lat
        a,dentist,2026-03-04 09:00,2026-03-04 09:30,,0.0225,0.0045
        b,call,2026-03-04 10:00,2026-03-04 11:00,on the phone,,
        c,visit,2026-03-05 12:00,2026-03-05 12:30,,0.0045,0.0225
        d,holiday,2026-03-04 13:00,2026-03-04 14:00,Rome,12.5,41.9
        e,before,2026-03-03 09:00,2026-03-03 10:00,,0.0225,0.0045
        f,moment,2026-03-05 15:00,2026-03-05 15:00,,0.0225,0.0225

        """

    private func plan(_ table: String?, planner: String = "0%", more: String = "calendar: days.csv") throws -> CityPlan
    {
        let text = """
            cabrank: 1
            name: calendars
            start: 2026-03-04 05:00
            length: 43 h
            city: {grid: {rows: 4, columns: 4, cell: 1 km}}
            travel: {circuity: 1, walking-speed: 3.6 km/h}
            people:
              - name: benedetto
                count: 1
                home: {1: 1}
                transit: 0%
                taxi: 0%
                shared-bicycle: 0%
                shared-car: 0%
                walk: 10 km
                early: 5 min
                planner: \(planner)
                reaction: 1 min
                \(more)
            """
        return try DayFolder.plan(text, named: "calendars.yaml", files: table.map { ["days.csv": $0] } ?? [:])
    }

    private func run(_ plan: CityPlan) throws -> (result: RunResult, notes: DayNotes) {
        let notes = DayNotes()
        return (try DayFolder.run(plan, notes), notes)
    }

    @Test(
        "who has a calendar is where it says on its dates, stays for what has no place, and leaves out what lies abroad"
    )
    func days() throws {
        let plan = try plan(Self.table)
        let doubts = plan.warnings.map(\.description)
        #expect(
            doubts.contains { $0.hasSuffix("days.csv:5:1: warning: the event lies outside the city: left out") },
            "\(doubts)")
        let (result, notes) = try run(plan)
        #expect(result.metrics["trips.activities"] == 4 && result.metrics["trips.late"] == 0)
        var story: [String] = []
        for entry in notes.entries {
            switch entry.event {
            case .setOut(_, let activity, _): story.append("\(entry.time.date) sets out for \(activity)")
            case .arrived(_, let activity, _): story.append("\(entry.time.clock) at \(activity)")
            case .activityEnded(let activity, _): story.append("\(entry.time.clock) done \(activity)")
            default: break
            }
        }
        // Nobody goes anywhere for the call, which is taken where the dentist is.
        let expected = [
            "2026-03-04 sets out for 1", "at 1", "09:30 done 1", "10:00 at 2", "11:00 done 2",
            "2026-03-04 sets out for 0", "at 0", "2026-03-05 sets out for 3", "at 3", "12:30 done 3",
            "2026-03-05 sets out for 4", "at 4", "15:01 done 4", "2026-03-05 sets out for 0", "at 0",
        ]
        #expect(story.count == expected.count, "\(story)")
        for (line, wanted) in zip(story, expected) { #expect(line.hasSuffix(wanted), "\(story)") }
        let kinds = Set(
            notes.entries.compactMap { entry -> Int32? in
                if case .activityPlanned(_, _, _, let kind, _, _) = entry.event { kind } else { nil }
            })
        #expect(kinds == [ActivityKind.inCalendar])
    }

    @Test("who uses the planner has the calendar in it: what has no place has no plan, the rest one notice each")
    func planned() throws {
        let (result, notes) = try run(plan(Self.table, planner: "100%"))
        #expect(result.metrics["trips.eventsAdded"] == 4 && result.metrics["trips.notices"] == 3)
        #expect(result.metrics["trips.activities"] == 4 && result.metrics["trips.late"] == 0)
        #expect(notes.lateness.count == 4)
    }

    @Test("a calendar comes beside the days of the week, and draws nothing from them")
    func beside() throws {
        let days =
            "days: [{activities: [{name: work, place: equal, start: {uniform: {from: 16:00, to: 18:00}}, length: 1 h}]}]"
        let alone = try run(plan(nil, more: days)).notes
        let both = try run(plan(Self.table, more: days + "\n    calendar: days.csv"))
        #expect(both.result.metrics["trips.activities"] == 6)
        func starts(_ notes: DayNotes) -> [CityTime] {
            notes.entries.compactMap { entry in
                if case .activityPlanned(_, _, _, 0, _, let start) = entry.event { start } else { nil }
            }
        }
        #expect(starts(alone).count == 2 && starts(alone).first == starts(both.notes).first)
    }

    @Test(
        "faults of the table are told by line, all at once; a group that does nothing and a calendar without events are told"
    )
    func faults() throws {
        func problems(_ table: String?, more: String = "calendar: days.csv") throws -> String {
            do {
                return try plan(table, more: more).warnings.map(\.description).joined(separator: "\n")
            } catch let error as InputErrors {
                return error.problems.map(\.description).joined(separator: "\n")
            }
        }
        let broken = try problems(
            """
            uid,name,start,end,lon,lat
            a,dentist,2026-03-04 09:00,2026-03-04 08:30,0.0225,0.0045
            b,call,2026-03-04,2026-03-04 11:00,1,
            """)
        #expect(broken.contains("days.csv:2:28: error: end 2026-03-04 08:30:00 is before start"), "\(broken)")
        #expect(broken.contains("days.csv:3:8: error: start \"2026-03-04\" is no date with a time"), "\(broken)")
        #expect(broken.contains("days.csv:3:36: error: lon and lat stand alone"), "\(broken)")
        #expect(try problems(nil).contains("calendars.yaml:19:15: error: "))
        #expect(try problems("uid,name,start\n").contains("days.csv:1:1: error: "))
        let empty = try problems("uid,name,start,end\na,b,2027-01-01 10:00,2027-01-01 11:00\n")
        #expect(
            empty.contains(
                "calendars.yaml:19:5: warning: `calendar`: no event that lies in the city overlaps the run, from 2026-03-04 to 2026-03-06"
            ), "\(empty)")
        #expect(
            try problems(nil, more: "bicycle: 0%").contains(
                "the group `benedetto` does nothing: it has neither `days` nor a `calendar`"))
    }
}
