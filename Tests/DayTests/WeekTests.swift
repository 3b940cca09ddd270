// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// Writes down all that happens to somebody who uses the planner, as a reader is told it.
private final class WeekStory: EventObserver {
    private(set) var lines: [String] = []
    private(set) var places: [Int32: Place] = [:]
    private(set) var home: Place?

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func note(_ now: CityTime, _ text: String) { lines.append("\(now) \(text)") }

    private func take(_ event: TripEvent, at now: CityTime) {
        switch event {
        case .eventAdded(_, let event, _, _, let from, let until): note(now, "event \(event) \(from) \(until)")
        case .eventPlaced(_, let event, let start): note(now, "placed \(event) \(start)")
        case .timeToLeave(_, let event, let start, let leaveAt, let means):
            note(now, "notice \(event) \(start) \(leaveAt) \(means == TravelMeansSet(.walk))")
        case .planRefused, .unreachableWarning, .eventRejected, .flexibleMoved, .notPlaced: note(now, "\(event)")
        default: break
        }
    }

    private func take(_ event: TravellingEvent, at now: CityTime) {
        switch event {
        case .activityPlanned(let number, _, _, _, let place, let start):
            places[number] = place
            note(now, "planned \(number) \(start)")
        case .usesPlanner, .engaged: break
        case .setOut(_, let activity, let from):
            home = home ?? from
            note(now, "sets out \(activity)")
        case .legBegun(_, let means, _, let isWait): note(now, "walks \(means == .walk && !isWait)")
        case .legEnded(_, _, let length): note(now, "leg \(length.millimetres)")
        case .arrived(_, let activity, let late): note(now, "there \(activity) \(late)")
        case .activityEnded(let activity, _): note(now, "over \(activity)")
        default: note(now, "\(event)")
        }
    }
}

@Suite("A week of one person, worked out by hand")
struct WeekTests {
    private static let text = """
        cabrank: 1
        name: week
        start: 2026-03-02 00:00
        length: 7 d
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}
        people:
          - name: one
            count: 1
            home: {1: 1}
            work: {7: 1}
            transit: 0%
            taxi: 0%
            shared-bicycle: 0%
            shared-car: 0%
            walk: 10 km
            planner: 100%
            reaction: 90 s
            days:
              - on: [tue]
                activities:
                  - {name: work, place: work, start: "09:00", length: 8 h}
                  - {name: class, place: {16: 1}, start: "19:00", length: 1 h}
              - {on: [mon, wed, thu, fri], activities: [{name: work, place: work, start: "09:00", length: 8 h}]}
              - {on: [sat], activities: [{name: market, place: {4: 1}, window: {from: "10:00", until: "13:00"}, length: 1 h}]}
        trips: {margin: 10 min}

        """

    /// What is to happen, from the places and the rules alone: at 1 m/s a metre takes a second.
    private struct Hand {
        let home: Place
        let places: [Int32: Place]
        var lines: [String] = []

        func walk(_ start: Place, _ end: Place) -> Distance { start.distance(to: end) }

        mutating func note(_ time: CityTime, _ text: String) { lines.append("\(time) \(text)") }

        /// The way from somewhere to an activity (0: home) from when one sets out; when one is there.
        mutating func way(_ activity: Int32, _ from: Place, _ to: Place, at time: CityTime) -> CityTime {
            let length = walk(from, to)
            let there = time + .milliseconds(Int(length.millimetres))
            note(time, "sets out \(activity)")
            note(time, "walks true")
            note(there, "leg \(length.millimetres)")
            note(there, "there \(activity) \(TimeSpan.zero)")
            return there
        }

        /// The notice for an activity, the way to it after 90 s, and its end.
        mutating func visit(
            _ activity: Int32, _ start: CityTime, from: Place, lasts: TimeSpan, isFree: Bool = false
        ) -> CityTime {
            let to = places[activity] ?? home
            let leaveAt = start - .minutes(10) - .milliseconds(Int(walk(from, to).millimetres))
            let cycle = CityTime(
                nanoseconds: leaveAt.nanoseconds - leaveAt.nanoseconds % TimeSpan.minutes(1).nanoseconds)
            note(cycle, "notice \(activity) \(start) \(leaveAt) true")
            let there = way(activity, from, to, at: cycle + .seconds(90))
            let over = isFree ? max(there, start) + lasts : start + lasts
            note(over, "over \(activity)")
            return over
        }
    }

    @Test("one person's week by hand: every event, plan, notice, way and return, to the millisecond")
    func week() throws {
        let story = WeekStory()
        let result = try SliceRuns(TripsSlice(), head: "").run(Self.text, seed: 5, story)
        #expect(result.violations.isEmpty, "\(result.violations)")
        var hand = Hand(home: try #require(story.home), places: story.places)
        let home = hand.home
        let monday = try #require(CivilTime(2026, 3, 2, 0, 0).cityTime)
        var activity: Int32 = 0
        for day in 0..<7 {
            let midnight = monday + .hours(24 * day)
            func enters(_ number: Int32, _ from: CityTime, _ until: CityTime) {
                hand.note(midnight, "event \(number) \(from) \(until)")
            }
            activity += 1
            let (first, second) = (activity, activity + 1)
            let nine = midnight + .hours(9)
            switch day {
            case 1:
                activity += 1
                let class19 = midnight + .hours(19)
                hand.note(midnight, "planned \(first) \(nine)")
                hand.note(midnight, "planned \(second) \(class19)")
                enters(first, nine, nine + .hours(8))
                enters(second, class19, class19 + .hours(1))
                _ = hand.visit(first, nine, from: home, lasts: .hours(8))
                // Between the two the person stays at work.
                let over = hand.visit(second, class19, from: story.places[first] ?? home, lasts: .hours(1))
                _ = hand.way(0, story.places[second] ?? home, home, at: over)
            case 0, 2, 3, 4:
                hand.note(midnight, "planned \(first) \(nine)")
                enters(first, nine, nine + .hours(8))
                let over = hand.visit(first, nine, from: home, lasts: .hours(8))
                _ = hand.way(0, story.places[first] ?? home, home, at: over)
            case 5:
                let (opens, closes) = (midnight + .hours(10), midnight + .hours(13))
                // In time is who begins an hour before it closes.
                hand.note(midnight, "planned \(first) \(closes - .hours(1))")
                enters(first, opens, closes)
                hand.note(midnight, "placed \(first) \(opens)")
                let over = hand.visit(first, opens, from: home, lasts: .hours(1), isFree: true)
                _ = hand.way(0, story.places[first] ?? home, home, at: over)
            default: activity -= 1
            }
        }
        #expect(story.lines == hand.lines)
        #expect(result.metrics["trips.inTime"] == 7 && result.metrics["trips.notices"] == 7)
        #expect(result.metrics["trips.journeys"] == 13)
    }
}
