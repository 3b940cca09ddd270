// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import ScenarioLanguage
import Testing

@testable import TripSimulation

/// Writes down what people do in their days.
final class DayNotes: EventObserver {
    struct Entry {
        let time: CityTime
        let event: TravellingEvent
    }

    private(set) var entries: [Entry] = []

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices {
                entries.append(Entry(time: records[index].time, event: records[index].event))
            }
        }
    }

    /// When somebody set out for each activity.
    var setOuts: [Int32: CityTime] {
        var found: [Int32: CityTime] = [:]
        for entry in entries { if case .setOut(_, let activity, _) = entry.event { found[activity] = entry.time } }
        return found
    }

    var lateness: [Int32: TimeSpan] {
        var found: [Int32: TimeSpan] = [:]
        for entry in entries {
            if case .arrived(_, let activity, let late) = entry.event, activity > 0 { found[activity] = late }
        }
        return found
    }
}

extension CityTime {
    /// As `17:45`.
    var clock: String { String(description.dropFirst(11).prefix(5)) }
}

@Suite("Days of people whose day is a plan")
struct DayTests {
    private static let head = """
        cabrank: 1
        name: days
        start: 2026-03-04 05:00
        length: 19 h
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """

    private func run(_ text: String, seed: UInt64? = nil) throws -> (result: RunResult, notes: DayNotes) {
        let notes = DayNotes()
        let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, seed: seed, notes)
        #expect(result.violations.isEmpty, "\(result.violations)")
        return (result, notes)
    }

    private static let walkers = """
        people:
          - name: walkers
            count: 40
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            shared-bicycle: 0%
            shared-car: 0%
            walk: 10 km
            early: 5 min
            days:
              - activities:
                  - {name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h}
                  - {name: lunch, place: near, window: {from: 12:00, until: 16:00}, length: 30 min}
                  - {name: visit, place: equal, share: 50%, start: 19:00, length: 1 h}

        """

    @Test(
        "on foot and with exact times everybody sets out when the walk needs it, is there as early as meant, and never late"
    )
    func walkers() throws {
        let (result, notes) = try run(Self.walkers)
        var checked = 0
        let setOuts = notes.setOuts
        var places: [PersonID: Place] = [:]
        for entry in notes.entries {
            switch entry.event {
            case .setOut(let person, _, let place): places[person] = place
            case .legBegun(let person, let means, let place, let isWait):
                #expect(means == .walk && !isWait && place == places[person])
            case .legEnded(let person, let place, let length):
                // 1 m/s: as many seconds as metres, to the millisecond.
                #expect(places[person]?.distance(to: place) == length)
                places[person] = place
            default: break
            }
        }
        var starts: [Int32: (start: CityTime, kind: Int32)] = [:]
        for case .activityPlanned(let number, _, _, let kind, _, let start) in notes.entries.map(\.event) {
            starts[number] = (start, kind)
        }
        for entry in notes.entries {
            guard case .arrived(let person, let activity, let late) = entry.event, activity > 0,
                let planned = starts[activity], let setOut = setOuts[activity]
            else { continue }
            #expect(late == .zero, "\(person)")
            guard planned.kind != 1 else { continue }
            // The first one leaves home in time; later ones may be at the end of the one before.
            #expect(entry.time <= planned.start - .minutes(5) || planned.kind == 2)
            if planned.kind == 0 {
                checked += 1
                #expect(abs((planned.start - .minutes(5) - entry.time).inSeconds) < 0.01)
                #expect(setOut < entry.time)
            }
        }
        #expect(checked == 40)
        #expect(result.metrics["trips.late"] == 0 && result.metrics["trips.missed"] == 0)
        #expect(result.metrics["trips.inTimeShare"] == 1)
        let planned = try #require(result.metrics["trips.activities"])
        #expect(planned == result.metrics["trips.inTime"])
        #expect(result.metrics["trips.legs.walk"] == result.metrics["trips.journeys"])
    }

    @Test("the same scenario and seed give the same day, another seed another one")
    func determinism() throws {
        let first = try run(Self.walkers).result.fingerprint
        #expect(try run(Self.walkers).result.fingerprint == first)
        #expect(try run(Self.walkers, seed: 9).result.fingerprint != first)
    }

    @Test("a group's share of an activity changes that activity alone")
    func draws() throws {
        let less = Self.walkers.replacing("share: 50%", with: "share: 0%")
        func works(_ text: String) throws -> [String] {
            try run(text).notes.entries.compactMap { entry in
                guard case .activityPlanned(_, let person, _, let kind, let place, let start) = entry.event, kind == 0
                else { return nil }
                return "\(person) \(place) \(start)"
            }
        }
        #expect(try works(less) == works(Self.walkers))
    }

    @Test("who has to be somewhere sooner than one can walk there is late by what is missing, and its cause is told")
    func late() throws {
        let text = """
            people:
              - name: hasty
                count: 10
                home: {1: 1}
                transit: 0%
                taxi: 0%
                shared-bicycle: 0%
                shared-car: 0%
                walk: 20 km
                early: 0 s
                days:
                  - activities:
                      - {name: first, place: {1: 1}, start: 10:00, length: 1 h}
                      - {name: second, place: {16: 1}, start: 11:10, length: 3 h}
                      - {name: third, place: {1: 1}, start: 14:10, length: 1 min}

            """
        let (result, notes) = try run(text)
        let lateness = notes.lateness
        var late = 0
        var planned: [Int32: (Int32, Place, CityTime)] = [:]
        for case .activityPlanned(let number, _, _, let kind, let place, let start) in notes.entries.map(\.event) {
            planned[number] = (kind, place, start)
        }
        for (number, activity) in planned where activity.0 == 1 {
            let first = try #require(planned[number - 1])
            let walk = Double(first.1.distance(to: activity.1).millimetres) / 1000
            let wanted = max(0, walk - 600)
            #expect(abs((lateness[number] ?? .zero).inSeconds - wanted) < 0.01)
            late += 1
        }
        #expect(late == 10)
        #expect(result.metrics["trips.late"] == 10 && result.metrics["trips.missed"] == 10)
        #expect(result.metrics["trips.delayed.activityBefore"] == 20)
    }

    @Test("what cannot be right is an error at its place, all at once")
    func badInput() throws {
        let text = """
            people:
              - name: a
                count: 5
                days:
                  - on: [mon, someday]
                    activities: [{name: x, place: hme, start: 09:00, length: 1 h}]
              - name: a
                count: 0
                days: [{activities: [{name: y, window: {from: 12:00, until: 11:00}, length: 1 h}]}]
            changes: [{from: 06:00, until: 07:00, strike: [bus]}]

            """
        do {
            _ = try SliceRuns(TripsSlice(), head: Self.head).plan(text)
            Issue.record("a wrong section was taken")
        } catch let error as InputErrors {
            let found = error.problems.map { "\($0.location): \($0.message)" }.joined(separator: "\n")
            for words in ["someday", "did you mean `home`", "`count`"] { #expect(found.contains(words), "\(found)") }
        }
    }

    @Test(
        "a day that can never hold is told before the run",
        arguments: [
            (
                "{name: a, place: home, start: 10:00, length: 1 h}, {name: b, place: home, start: 10:30, length: 1 h}",
                true
            ),
            (
                "{name: a, place: home, start: 10:00, length: 1 h}, {name: b, place: home, start: 11:00, length: 1 h}",
                false
            ),
            (
                "{name: a, place: home, start: 10:00, length: 1 h}, {name: b, share: 90%, place: home, start: 10:30, length: 1 h}",
                false
            ),
            (
                "{name: a, place: home, window: {from: 10:00, until: 12:00}, length: 70 min}, {name: b, place: home, window: {from: 10:00, until: 12:00}, length: 1 h}",
                true
            ),
            (
                "{name: a, place: home, window: {from: 10:00, until: 12:00}, length: 70 min}, {name: b, place: home, window: {from: 10:00, until: 12:30}, length: 1 h}",
                false
            ),
            (
                "{name: a, place: home, start: {normal: {mean: 10:00, sd: 30 min}}, length: 1 h}, {name: b, place: home, start: {normal: {mean: 10:00, sd: 30 min}}, length: 20 h}",
                false
            ),
        ])
    func fullDay(_ activities: String, _ isTold: Bool) throws {
        let text = "people: [{name: a, count: 1, days: [{activities: [\(activities)]}]}]\n"
        let plan = try SliceRuns(TripsSlice(), head: Self.head).plan(text)
        let told = plan.warnings.filter { $0.message.contains("can never hold") }
        #expect(told.count == (isTold ? 1 : 0), "\(plan.warnings)")
    }
}
