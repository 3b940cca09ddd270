// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RaceSimulation
import Reporting
import StoreRules
import StoreSimulation
import Testing
import TripRules

@testable import TripSimulation

/// Writes down what is agreed with services, and what of it stands in the calendars of people.
private final class EngagementNotes: EventObserver {
    private(set) var story: [String] = []
    /// Who was held by two services at once.
    private(set) var clashes = 0
    private var holders: [PersonID: ServiceID] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .gaveUp(_, let reason): note(records[index].time, "stays away: \(reason)")
                case .turnedBack(_, _, let reason): note(records[index].time, "turns back: \(reason)")
                default: break
                }
            }
        }
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .bookingRefused(_, _, _, let reason): note(records[index].time, "no slot: \(reason)")
                default: break
                }
            }
        }
        feed.on(PersonEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .held(let person, let service, _):
                    if holders[person] != nil { clashes += 1 }
                    holders[person] = service
                case .released(let person, _, _): holders[person] = nil
                }
            }
        }
    }

    private func note(_ now: CityTime, _ text: String) { story.append("\(now.clock) \(text)") }

    private func take(_ event: TripEvent, at now: CityTime) {
        switch event {
        case .calendarAdded(_, let calendar, _): note(now, "calendar \(calendar)")
        case .eventAdded(_, let event, let calendar, _, let from, let until):
            note(now, "event \(event) in \(calendar) \(from.clock)-\(until.clock)")
        case .eventChanged(_, let event, let from, let until):
            note(now, "event \(event) at \(from.clock)-\(until.clock)")
        case .eventDeleted(_, let event): note(now, "event \(event) gone")
        case .timeToLeave(_, let event, let start, let leaveAt, _):
            note(now, "leave for \(event) of \(start.clock) at \(leaveAt.clock)")
        default: break
        }
    }

    private func take(_ event: TravellingEvent, at now: CityTime) {
        switch event {
        case .engaged(let activity, _, let service, _, _, let start):
            note(now, "\(activity) engaged with \(service) at \(start.clock)")
        case .engagementMoved(let activity, _, let start): note(now, "\(activity) moved to \(start.clock)")
        case .waitsForService(let activity, _): note(now, "\(activity) there")
        case .arrived(_, let activity, let late): if activity > 0 { note(now, "\(activity) begun, late \(late)") }
        case .activityEnded(let activity, _): note(now, "\(activity) over")
        case .activityMissed(let activity, _): note(now, "\(activity) missed")
        default: break
        }
    }
}

@Suite("What people do at services in their day")
struct EngagementTests {
    private static let head = """
        cabrank: 1
        name: engagements
        start: 2026-03-04 08:00
        length: 14 h
        city: {grid: {rows: 3, columns: 3, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """

    /// One store in a corner with one place for bookings; people live in the middle and walk 1 m in a second.
    private static func text(
        _ people: String, shoppers: String = "books: 100%", booking: String = "own-time: 100%", visit: String = "30 min"
    ) -> String {
        """
        stores:
          groups:
            - name: shop
              count: 1
              zones: {9: 1}
              limit: 1
              quotas: {normal: 0, priority: 0, booking: 1}
              hours: "08:00-22:00"
              slots: {every: 15 min, size: 1}
              holding: 10 min
              expected-visit: \(visit)
          shoppers:
            - name: guests
              arrivals: {per-day: 0}
              \(shoppers)
              without-phone: 0%
              radius: 10 km
              set-out: 0 s
              visit: \(visit)
              booking: {ahead: 2 h, \(booking)}
        people:
        \(people)
        """
    }

    private static func person(_ name: String, _ activity: String, planner: String = "100%") -> String {
        """
          - name: \(name)
            count: 1
            home: {5: 1}
            walk: 10 km
            taxi: 0%
            planner: \(planner)
            reaction: 0 s
            early: 0 s
            uses: [{service: stores, like: guests}]
            days: [{activities: [\(activity)]}]

        """
    }

    private func run(_ text: String, seed: UInt64? = nil) throws -> (story: [String], result: RunResult) {
        let notes = EngagementNotes()
        let result = try SliceRuns(TripsSlice(), StoresSlice(), RacesSlice(), head: Self.head).run(
            text, seed: seed, notes)
        #expect(result.violations.isEmpty, "\(result.violations)")
        #expect(notes.clashes == 0)
        return (notes.story, result)
    }

    @Test("SIM-12: a booked slot is an event of the service's calendar, and there is a notice to leave for it")
    func booking() throws {
        let (story, result) = try run(
            Self.text(Self.person("one", "{name: shop, at: stores, window: {from: 17:00, until: 18:00}}")))
        #expect(
            story == [
                "15:00 1 engaged with stores at 17:00", "15:00 calendar 2", "15:00 event 1 in 2 17:00-17:30",
                "16:22 leave for 1 of 17:00 at 16:22", "16:49 1 there", "17:00 1 begun, late 0 s", "17:30 1 over",
            ])
        #expect(result.metrics["stores.visits"] == 1 && result.metrics["trips.inTime"] == 1)
    }

    @Test("SIM-12: a slot that the store postpones moves its event; nobody leaves for the time before")
    func postponed() throws {
        let people =
            Self.person("first", "{name: shop, at: stores, window: {from: 16:00, until: 16:01}}")
            + Self.person("second", "{name: shop, at: stores, window: {from: 17:00, until: 18:00}}")
        let (story, _) = try run(Self.text(people, booking: "own-time: 100%, accepts: 100%", visit: "105 min"))
        #expect(
            story == [
                "14:00 1 engaged with stores at 16:00", "14:00 calendar 3", "14:00 event 1 in 3 16:00-17:45",
                "15:00 2 engaged with stores at 17:00", "15:00 calendar 4", "15:00 event 2 in 4 17:00-18:45",
                "15:22 leave for 1 of 16:00 at 15:22", "15:49 1 there", "16:00 1 begun, late 0 s",
                "16:30 leave for 2 of 17:00 at 16:30", "16:49 2 there", "17:01 2 moved to 17:45",
                "17:01 event 2 at 17:45-19:30", "17:35 leave for 2 of 17:45 at 17:35", "17:45 1 over",
                "17:45 2 begun, late 0 s", "19:30 2 over",
            ])
    }

    @Test("SIM-12: a booking that is cancelled takes its event away, and the activity is missed")
    func cancelled() throws {
        let (story, result) = try run(
            Self.text(
                Self.person("one", "{name: shop, at: stores, window: {from: 17:00, until: 18:00}}"),
                booking: "own-time: 100%, cancels: 100%"), seed: 3)
        #expect(
            story == [
                "15:00 1 engaged with stores at 17:00", "15:00 calendar 2", "15:00 event 1 in 2 17:00-17:30",
                "16:27 leave for 1 of 17:00 at 16:27", "16:39 turns back: ended", "16:39 1 missed",
                "16:39 event 1 gone",
            ])
        #expect(result.metrics["trips.missed"] == 1 && result.metrics["trips.delayed.service"] == 1)
    }

    @Test("who has no slot queues when the day has time: from work, by any means, and goes on with the day afterwards")
    func queue() throws {
        let people = Self.person(
            "one",
            "{name: work, place: {1: 1}, start: 09:00, length: 8 h}, {name: shop, at: stores, window: {from: 10:00, until: 19:00}}, {name: visit, place: {7: 1}, start: 21:00, length: 30 min}",
            planner: "0%")
        let text = Self.text(people, shoppers: "books: 0%")
            .replacing(
                "quotas: {normal: 0, priority: 0, booking: 1}", with: "quotas: {normal: 1, priority: 0, booking: 0}")
        let (story, result) = try run(text)
        #expect(
            story == [
                "09:00 1 begun, late 0 s", "17:00 1 over", "17:54 2 there", "17:55 2 begun, late 0 s", "18:25 2 over",
                "21:00 3 begun, late 0 s", "21:30 3 over",
            ])
        #expect(result.metrics["trips.inTime"] == 3)
    }

    @Test("who finds no slot has missed it, by the service, and the day goes on")
    func noSlot() throws {
        let people =
            Self.person("first", "{name: shop, at: stores, window: {from: 17:00, until: 17:01}}")
            + Self.person("second", "{name: shop, at: stores, window: {from: 17:00, until: 17:01}}")
        let (story, result) = try run(Self.text(people, booking: "own-time: 0%"))
        #expect(
            story == [
                "15:00 1 engaged with stores at 17:00", "15:00 calendar 3", "15:00 event 1 in 3 17:00-17:30",
                "15:00 no slot: slotFull", "15:00 stays away: noSlot", "15:00 2 missed",
                "16:22 leave for 1 of 17:00 at 16:22", "16:49 1 there",
                "17:00 1 begun, late 0 s", "17:30 1 over",
            ])
        #expect(result.metrics["trips.missed"] == 1 && result.metrics["trips.delayed.service"] == 1)
    }

    @Test("SIM-12: a race that is joined is an event of its runner's calendar; who is at the start runs")
    func race() throws {
        let text = """
            races:
              events:
                - name: run
                  start: 2026-03-04 18:00
                  end: 2026-03-04 20:00
                  maximum: 10
                  track: [{longitude: 0.0045, latitude: 0.0045}, {longitude: 0.0225, latitude: 0.0045}]
              runners:
                - {name: fast, people: 1, no-shows: 0%, drop-outs: 0%, looks-after: 10 min}
            people:
              - name: one
                count: 1
                home: {9: 1}
                walk: 10 km
                taxi: 0%
                planner: 100%
                reaction: 0 s
                early: 0 s
                uses: [{service: races, like: fast}]
                days: [{activities: [{name: work, place: {1: 1}, start: 09:00, length: 1 h}]}]
            """
        let (story, result) = try run(text)
        #expect(
            story == [
                "08:00 event 1 in 1 09:00-10:00", "08:00 leave for 1 of 09:00 at 07:52",
                "08:10 2 engaged with races at 18:00", "08:10 calendar 2", "08:10 event 2 in 2 18:00-20:00",
                "08:57 1 begun, late 0 s", "10:00 1 over", "17:41 leave for 2 of 18:00 at 17:41", "17:49 2 there",
                "18:00 2 begun, late 0.055 s", "18:11 2 over",
            ])
        #expect(result.metrics["races.started"] == 2)
    }

    @Test(
        "groups and services that are not there, and errands to what is held at its own time, are errors at their places"
    )
    func badGuests() throws {
        let text = """
            races:
              events: [{name: run, start: 2026-03-04 18:00, end: 2026-03-04 20:00, maximum: 10, track: [{longitude: 0.002, latitude: 0.002}, {longitude: 0.011, latitude: 0.002}]}]
              runners: [{name: fast, people: 0}]
            people:
              - name: one
                count: 1
                like: caller
                uses: [{service: race, like: fast}, {service: races, like: fst}]
                days: [{activities: [{name: run, at: races, window: {from: 17:00, until: 18:00}}]}]
            """
        let head =
            Self.head + "drivers: [{name: cabs, count: 1}]\npassengers: [{name: callers, arrivals: {per-day: 0}}]\n"
        do {
            _ = try SliceRuns(TripsSlice(), RacesSlice(), head: head).plan(text)
            Issue.record("wrong guests were taken")
        } catch let error as InputErrors {
            #expect(
                error.problems.map { "\($0.location.column): \($0.message)" } == [
                    "5: `like`: there is no group of passengers `caller`; did you mean `callers`?",
                    "13: `service`: no service `race` of the scenario is one that people go to; did you mean `races`?",
                    "58: `like`: there is no group of runners `fst`; did you mean `fast`?",
                    "38: `at`: people take part in `races` when that is held, and do not go there at a time of their own",
                ])
        }
    }
}
