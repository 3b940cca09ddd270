// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import StoreRules
import StoreSimulation
import TaxiRules
import Testing
import TripRules

@testable import TripSimulation

/// Writes down a day as a reader is told it: what the planner, lines, taxis and the store say and do.
private final class DayStory: EventObserver {
    private(set) var lines: [String] = []

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func note(_ now: CityTime, _ text: String) { lines.append("\(now.clock)  \(text)") }

    private func take(_ event: TripEvent, at now: CityTime) {
        switch event {
        case .calendarAdded(_, let calendar, _): note(now, "planner: calendar \(calendar) is there")
        case .eventAdded(_, let event, let calendar, _, let from, let until):
            note(now, "planner: event \(event) in calendar \(calendar), \(from.clock) to \(until.clock)")
        case .eventDeleted(_, let event): note(now, "planner: event \(event) is gone")
        case .strikeKnown(let means):
            note(now, means.isEmpty ? "planner: the strike is over" : "planner: a strike of \(means.words)")
        case .timeToLeave(_, let event, let start, let leaveAt, let means):
            note(now, "notice: leave at \(leaveAt.clock) for event \(event) of \(start.clock), by \(means.words)")
        default: break
        }
    }

    private func take(_ event: TravellingEvent, at now: CityTime) {
        switch event {
        case .setOut: note(now, "sets out")
        case .legBegun(_, let means, _, let isWait):
            note(now, isWait ? "waits: \(means.label)" : "goes: \(means.label)")
        case .taxiCalled: note(now, "calls a taxi")
        case .replanned(_, let cause): note(now, "plans anew: \(cause)")
        case .waitsForService: note(now, "is at the store")
        case .arrived(_, let activity, let late):
            if activity > 0 { note(now, "activity \(activity) begins" + (late > .zero ? ", late by \(late)" : "")) }
        case .activityEnded(let activity, _): note(now, "activity \(activity) is over")
        case .activityMissed(let activity, _): note(now, "activity \(activity) is missed")
        default: break
        }
    }

    private func take(_ event: TaxiEvent, at now: CityTime) {
        switch event {
        case .tripTaxiRequested(let request, _, _): note(now, "dispatcher: call \(request)")
        default: break
        }
    }

    private func take(_ event: StoreEvent, at now: CityTime) {
        switch event {
        case .bookingMade(_, let pass, _, _, let slot, _): note(now, "store: booking \(pass) of \(slot.clock)")
        default: break
        }
    }
}

extension TravelMeansSet {
    /// As `walk, bus`.
    fileprivate var words: String { TravelMeans.allCases.filter(has).map(\.label).joined(separator: ", ") }
}

@Suite("A day of Benedetto")
struct BenedettoTests {
    private static let article = URL(
        filePath: ProjectFolder.file("Sources/Trips/TripSimulation/TripSimulation.docc/DayOfBenedetto.md"))

    private static var head: String {
        let city = ProjectFolder.file("Scenarios/city")
        return """
            cabrank: 1
            name: benedetto
            start: 2026-03-04 06:00
            length: 18 h
            city: {zones: \(city)/zones.geojson, number: zone_id, name: name}
            travel: {timetable: {file: \(city)/lines.timetable}}
            drivers: [{name: cabs, count: 93, start: equal, answer: {reaction: 10 s, accept: 100%}}]
            passengers: [{name: callers, arrivals: {per-day: 0}}]
            changes: [{from: "20:00", until: "23:30", strike: [metro, tram, bus]}]

            """
    }

    private static let text = """
        people:
          - name: benedetto
            count: 1
            home: {45: 1}
            work: {1: 1}
            shared-bicycle: 0%
            shared-car: 0%
            walk: 1.5 km
            early: 0 s
            low-emission: 100%
            planner: 100%
            reaction: 1 min
            uses: [{service: stores, like: guests}]
            days:
              - activities:
                  - {name: work, place: work, start: "09:00", length: 8 h}
                  - {name: groceries, at: stores, window: {from: "18:00", until: "19:00"}}
                  - {name: friends, place: {40: 1}, start: "21:00", length: 90 min}
        stores:
          groups:
            - {name: market, count: 1, zones: {45: 1}, limit: 10, quotas: {normal: 8, priority: 1, booking: 1}, hours: "08:00-21:00", slots: {every: 15 min, size: 1}}
          shoppers:
            - {name: guests, arrivals: {per-day: 0}, books: 100%, without-phone: 0%, radius: 10 km, set-out: 0 s, visit: 25 min, booking: {ahead: 3 h, own-time: 100%}}

        """

    @Test(
        "SIM-12, API-11: notice, bus, store, taxi and the ways between them, as the article has them; CABRANK_RECORD=1 writes it anew"
    )
    func day() throws {
        let story = DayStory()
        let result = try SliceRuns(TripsSlice(), StoresSlice(), head: Self.head).run(Self.text, seed: 1, story)
        #expect(result.violations.isEmpty, "\(result.violations)")
        #expect(result.metrics["trips.inTime"] == 3 && result.metrics["trips.taxiCalls"] == 2)
        #expect(result.metrics["stores.bookings.entered"] == 1)
        let article = try String(contentsOf: Self.article, encoding: .utf8)
        if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
            let lines = story.lines.map { "    \($0)" }.joined(separator: "\n")
            try Self.replacing(article, with: lines).write(to: Self.article, atomically: true, encoding: .utf8)
        }
        #expect(Self.block(try String(contentsOf: Self.article, encoding: .utf8)) == story.lines)
    }

    /// The lines of the article's story: those that are set in by four blanks and begin with a time.
    private static func block(_ article: String) -> [String] {
        article.split(separator: "\n").filter { $0.hasPrefix("    ") && $0.dropFirst(6).first == ":" }.map {
            String($0.dropFirst(4))
        }
    }

    private static func replacing(_ article: String, with lines: String) -> String {
        var rest: [Substring] = []
        var isPut = false
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    "), line.dropFirst(6).first == ":" {
                if !isPut { rest.append(Substring(lines)) }
                isPut = true
            } else {
                rest.append(line)
            }
        }
        return rest.joined(separator: "\n")
    }
}
