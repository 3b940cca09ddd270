// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RaceSimulation
import Reporting
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

extension CityTime {
    /// As `17:45`.
    fileprivate var clock: String { String(description.dropFirst(11).prefix(5)) }
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
              expected-visit: \(visit)
          shoppers:
            - name: guests
              arrivals: {per-day: 0}
              \(shoppers)
              without-phone: 0%
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
        #expect(story == [])
        #expect(result.metrics["stores.visits"] == 1)
    }
}
