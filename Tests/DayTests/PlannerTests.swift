// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// Writes down what the planner says.
private final class PlannerNotes: EventObserver {
    private(set) var notices:
        [(time: CityTime, user: TripUserID, event: AppointmentID, start: CityTime, leaveAt: CityTime)] =
            []
    private(set) var added = 0
    private(set) var rejected = 0

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .timeToLeave(let user, let event, let start, let leaveAt, _):
                    notices.append((records[index].time, user, event, start, leaveAt))
                case .eventAdded: added += 1
                case .eventRejected: rejected += 1
                default: break
                }
            }
        }
    }
}

@Suite("People who use the planner")
struct PlannerTests {
    private static let head = """
        cabrank: 1
        name: planners
        start: 2026-03-04 05:00
        length: 19 h
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """
    private static let text = """
        people:
          - name: planners
            count: 60
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            walk: 10 km
            planner: 100%
            reaction: 2 min
            days:
              - activities:
                  - {name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h}
                  - {name: visit, place: equal, start: 19:00, length: 1 h}

        """

    private func run(_ text: String) throws -> (result: RunResult, days: DayNotes, planner: [String], late: Int) {
        let (days, notes) = (DayNotes(), PlannerNotes())
        let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, days, notes)
        #expect(result.violations.isEmpty, "\(result.violations)")
        let words = notes.notices.map { "\($0.user) \($0.event) \($0.time) \($0.leaveAt)" }
        return (result, days, words, notes.rejected)
    }

    @Test(
        "every activity is entered and gets one notice; whoever leaves 2 min after it is there 8 to 9 min before the start"
    )
    func notices() throws {
        let (result, days, notices, rejected) = try run(Self.text)
        #expect(notices.count == 120 && Set(notices.map { $0.split(separator: " ").prefix(2).joined() }).count == 120)
        #expect(rejected == 0 && result.metrics["trips.late"] == 0 && result.metrics["trips.missed"] == 0)
        var starts: [Int32: CityTime] = [:]
        for entry in days.entries {
            if case .activityPlanned(let number, _, _, _, _, let start) = entry.event { starts[number] = start }
            guard case .arrived(_, let activity, _) = entry.event, let start = starts[activity] else { continue }
            let early = (start - entry.time).inSeconds
            #expect(early >= 7 * 60 + 59 && early <= 9 * 60 + 1, "\(early) s early")
        }
    }

    @Test("TRIP-ASSUME: phones know where they are all day, so that no position is unavailable")
    func positions() throws {
        let result = try run(Self.text).result
        #expect(result.metrics["trips.positionUnavailable"] == 0 && result.metrics["trips.users"] == 60)
        #expect(result.metrics["trips.notices"] == 120)
    }

    @Test("without the planner the day is otherwise the same, and people plan by themselves")
    func without() throws {
        let with = try run(Self.text).days
        let off = try run(Self.text + "trips: {planner: false}\n")
        func planned(_ notes: DayNotes) -> [String] {
            notes.entries.compactMap {
                if case .activityPlanned = $0.event { "\($0.event)" } else { nil }
            }
        }
        #expect(planned(off.days) == planned(with) && off.planner.isEmpty)
        #expect(off.result.metrics["trips.late"] == 0)
    }

    @Test("the planner's facts are the same in each run")
    func same() throws {
        let first = try run(Self.text)
        #expect(try run(Self.text).result.fingerprint == first.result.fingerprint)
    }

    @Test(
        "TRIP-LUNCH: people with busy middays: lunch is kept free where the window has room beside their work, else it is missed"
    )
    func lunch() throws {
        // Work from 12:00 until 13:30 leaves 13:30, until 14:00 nothing.
        func lunches(_ length: String, _ share: Int) throws -> [Double?] {
            let text = Self.text.replacing(
                "start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h", with: "start: 12:00, length: \(length)"
            )
            .replacing(
                "    planner: 100%",
                with: "    planner: 100%\n    lunch: {from: 12:00, until: 14:00, length: 30 min, share: \(share)%}")
            let metrics = try run(text).result.metrics
            return [metrics["trips.lunchKept"], metrics["trips.lunchMissed"]]
        }
        #expect(try lunches("90 min", 100) == [60, 0])
        #expect(try lunches("2 h", 100) == [0, 60])
        #expect(try lunches("90 min", 0) == [0, 0])
    }
}
