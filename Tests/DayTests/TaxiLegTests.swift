// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import TaxiRules
import TaxiSimulation
import Testing

@testable import TripSimulation

/// Writes down the links between journeys and taxi calls.
private final class CallNotes: EventObserver {
    private(set) var linked: [Int64] = []
    private(set) var calls: [CityTime] = []

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices {
                if case .tripTaxiRequested(_, _, let reference) = records[index].event {
                    linked.append(reference)
                    calls.append(records[index].time)
                }
            }
        }
    }
}

@Suite("Legs by taxi")
struct TaxiLegTests {
    private static let head = """
        cabrank: 1
        name: legs
        start: 2026-03-04 06:00
        length: 8 h
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        drivers: [{name: cabs, count: 40, answer: {reaction: 5 s, accept: 100%}}]
        passengers: [{name: callers, arrivals: {per-day: 0}}]

        """
    private static func people(_ more: String = "") -> String {
        """
        people:
          - name: riders
            count: 30
            home: equal
            work: equal
            transit: 0%
            shared-bicycle: 0%
            shared-car: 0%
            walk: 500 m
            planner: 100%
            reaction: 0 s
            days: [{activities: [{name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 1 h}]}]
        \(more)
        """
    }

    private func run(_ text: String) throws -> (result: RunResult, days: DayNotes, calls: CallNotes) {
        let (days, calls) = (DayNotes(), CallNotes())
        let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, days, calls)
        #expect(result.violations.isEmpty, "\(result.violations)")
        return (result, days, calls)
    }

    @Test(
        "TRIP-R12, API-11: each leg by taxi is one call with the leg's number, of the person who is then carried and let off there"
    )
    func linked() throws {
        let (result, days, calls) = try run(Self.people())
        let called = days.entries.compactMap { entry -> Int64? in
            if case .taxiCalled(_, let reference) = entry.event { reference } else { nil }
        }
        #expect(called.count > 20 && Set(calls.linked) == Set(called))
        #expect(result.metrics["trips.taxiCalls"] == Double(called.count))
        #expect(result.metrics["trips.legs.hired"] ?? 0 > 20)
    }

    @Test(
        "SIM-11: the taxi is called ahead of the time to leave by the wait that is told, and people come before the start"
    )
    func ahead() throws {
        let (result, days, _) = try run(Self.people())
        var called: [PersonID: CityTime] = [:]
        var aboard: [PersonID: CityTime] = [:]
        var early: [Double] = []
        var starts: [Int32: CityTime] = [:]
        for entry in days.entries {
            switch entry.event {
            case .activityPlanned(let number, _, _, _, _, let start): starts[number] = start
            case .taxiCalled(let person, _): called[person] = entry.time
            case .legBegun(let person, .hired, _, false): aboard[person] = entry.time
            case .arrived(let person, let activity, _):
                guard activity > 0, let start = starts[activity], called[person] != nil else { continue }
                early.append((start - entry.time).inSeconds)
            default: break
            }
        }
        // 10 min of margin and 5 min that are told while nobody has come aboard: mostly more than the taxi takes.
        #expect(early.count > 20 && early.filter { $0 >= 0 }.count > early.count * 3 / 4)
        #expect(early.allSatisfy { $0 < 16 * 60 + 60 })
        #expect(aboard.count > 20 && result.metrics["trips.missed"] == 0)
    }

    @Test("without any taxi that comes people look for another way, and nobody waits for one")
    func none() throws {
        let head = Self.head.replacing("accept: 100%", with: "accept: 0%")
            .replacing("{per-day: 0}", with: "{per-day: 0}, call-again: 0%")
        let days = DayNotes()
        let result = try SliceRuns(TripsSlice(), head: head).run(Self.people(), days)
        #expect(result.violations.isEmpty, "\(result.violations)")
        #expect(result.metrics["trips.replanned.noTaxi"] ?? 0 > 20 && result.metrics["trips.walkedAll"] ?? 0 > 20)
        #expect(result.metrics["trips.legs.hired"] == 0)
    }
}
