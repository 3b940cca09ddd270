// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// Writes down what is told of shared vehicles, to whom and by whom.
private final class VehicleNotes: EventObserver {
    /// By person, the means of the notice that it is time to leave.
    private(set) var noticed: [TripUserID: TravelMeansSet] = [:]
    private(set) var notices = 0
    private(set) var plans: [TripUserID: [TravelMeansSet]] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .timeToLeave(let user, _, _, _, let means):
                    noticed[user] = means
                    notices += 1
                case .planComputed(let user, _, _, let means, _, _, _, _, _): plans[user, default: []].append(means)
                default: break
                }
            }
        }
    }
}

@Suite("Shared vehicles in people's days")
struct VehicleTests {
    private static let head = """
        cabrank: 1
        name: vehicles
        start: 2026-03-04 05:00
        length: 8 h
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """

    private static func text(people: Int, bicycles: Int, planner: Int = 100, walk: String = "5 km") -> String {
        """
        people:
          - name: riders
            count: \(people)
            home: {1: 1}
            work: {16: 1}
            transit: 0%
            taxi: 0%
            shared-bicycle: 100%
            shared-car: 0%
            walk: \(walk)
            planner: \(planner)%
            reaction: 1 min
            days: [{activities: [{name: work, place: work, start: "09:00", length: 2 h}]}]
        trips: {vehicles: [{provider: bikes, kind: bicycle, count: \(bicycles), zones: {1: 1}}]}

        """
    }

    private func run(_ text: String) throws -> (result: RunResult, days: DayNotes, planner: VehicleNotes) {
        let (days, notes) = (DayNotes(), VehicleNotes())
        let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, seed: 3, days, notes)
        #expect(result.violations.isEmpty, "\(result.violations)")
        return (result, days, notes)
    }

    @Test(
        "TRIP-VEHICLE: six people after one bicycle: the first one to set out has it, the plans of the others do without it from the next cycle on"
    )
    func contested() throws {
        let (result, days, notes) = try run(Self.text(people: 6, bicycles: 1))
        // Everybody was told of the bicycle first.
        #expect(notes.plans.count == 6)
        #expect(notes.plans.values.allSatisfy { $0.contains { $0.has(.sharedBicycle) } })
        let booked = days.entries.filter { if case .vehicleBooked = $0.event { true } else { false } }
        let morning = booked.filter { $0.time.clock < "10:00" }
        let first = try #require(morning.first)
        #expect(morning.count == 1)
        // Who still plans then plans without it.
        #expect(notes.plans.values.count { $0.last?.has(.sharedBicycle) == false } == 5)
        #expect(result.metrics["trips.legs.sharedBicycle"] == Double(booked.count))
        #expect(result.metrics["trips.vehiclesBooked"] == Double(booked.count))
        guard case .vehicleBooked(let person, 1, let distance) = first.event else {
            Issue.record("another vehicle was booked")
            return
        }
        // It was booked when setting out, where the person lives.
        let setOut = days.entries.first { if case .setOut(person, _, _) = $0.event { true } else { false } }
        #expect(setOut?.time == first.time && distance < .metres(1500))
    }

    @Test("TRIP-VEHICLE: with a bicycle for each everybody goes by one, with the planner and without it")
    func plenty() throws {
        for planner in [0, 100] {
            let (result, _, _) = try run(Self.text(people: 6, bicycles: 40, planner: planner))
            #expect(result.metrics["trips.legs.sharedBicycle"] == result.metrics["trips.journeys"])
            #expect(result.metrics["trips.late"] == 0 && result.metrics["trips.replanned.vehicleTaken"] == 0)
        }
    }

    @Test("the planner knows where own vehicles were left: who drove to work is told to drive on from there")
    func own() throws {
        let text = """
            people:
              - name: drivers
                count: 8
                home: {1: 1}
                work: {16: 1}
                car: 100%
                transit: 0%
                taxi: 0%
                shared-bicycle: 0%
                shared-car: 0%
                walk: 300 m
                planner: 100%
                reaction: 1 min
                days: [{activities: [{name: work, place: work, start: "08:00", length: 1 h}, {name: visit, place: {4: 1}, start: "11:00", length: 1 h}]}]

            """
        let (result, _, notes) = try run(text)
        #expect(notes.notices == 16 && notes.noticed.count == 8)
        #expect(notes.noticed.values.allSatisfy { $0.has(.ownCar) })
        #expect(result.metrics["trips.legs.ownCar"] == 24 && result.metrics["trips.walkedAll"] == 0)
        #expect(result.metrics["trips.late"] == 0)
    }
}
