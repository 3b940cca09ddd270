// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import ScenarioLanguage
import Testing
import TripRules

@testable import TripSimulation

/// A planner that serves a region of its own.
@Suite("The region of the planner")
struct RegionTests {
    /// Writes down what the planner says of events.
    private final class Notes: EventObserver {
        private(set) var refused: [AppointmentID: Int] = [:]
        private(set) var planned: Set<AppointmentID> = []
        private(set) var warned: Set<AppointmentID> = []

        func subscribe(to feed: EventFeed) {
            feed.on(TripEvent.self) { [self] records in
                for index in records.indices {
                    switch records[index].event {
                    case .planRefused(_, let event, _, .outsideRegion): refused[event, default: 0] += 1
                    case .planComputed(_, let event, _, _, _, _, _, _, _): planned.insert(event)
                    case .unreachableWarning(_, let event, _): warned.insert(event)
                    default: break
                    }
                }
            }
        }
    }

    /// Degrees from the corner of the grid: 0.009 are a kilometre.
    private func rectangle(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon",\
        "coordinates":[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]}}]}
        """
    }

    /// Everybody lives in zone 1, in the west; half of them work in the west too, half in the east.
    private func plan(region: String?, key: String = "region: region.geojson", outline: String? = nil) throws
        -> CityPlan
    {
        let text = """
            cabrank: 1
            name: regions
            start: 2026-03-04 05:00
            length: 8 h
            city:
              grid: {rows: 2, columns: 2, cell: 1 km}
              \(outline == nil ? "gap-tolerance: 10 m" : "outline: outline.geojson")
            travel: {circuity: 1, walking-speed: 3.6 km/h}
            people:
              - {name: near, count: 20, home: {1: 1}, work: {1: 1}, transit: 0%, taxi: 0%, shared-bicycle: 0%, shared-car: 0%, walk: 10 km, planner: 100%, days: [{activities: [{name: work, place: work, start: "09:00", length: 2 h}]}]}
              - {name: far, count: 30, home: {1: 1}, work: {2: 1}, transit: 0%, taxi: 0%, shared-bicycle: 0%, shared-car: 0%, walk: 10 km, planner: 100%, days: [{activities: [{name: work, place: work, start: "09:00", length: 2 h}]}]}
            trips:
              \(key)
            """
        let files = ["region.geojson": region, "outline.geojson": outline].compactMapValues { $0 }
        return try DayFolder.plan(text, named: "regions.yaml", files: files)
    }

    private func run(_ plan: CityPlan) throws -> (result: RunResult, notes: Notes) {
        let notes = Notes()
        return (try DayFolder.run(plan, notes), notes)
    }

    @Test(
        "AVAIL-05: an event beyond `trips.region` is kept without a plan or a warning, and PlanRefused(outsideRegion) is recorded once"
    )
    func region() throws {
        // The west half, and a strip around it.
        let (result, notes) = try run(plan(region: rectangle(-0.01, -0.01, 0.00898, 0.03)))
        #expect(result.metrics["trips.eventsAdded"] == 50)
        #expect(notes.refused.count == 30 && notes.refused.values.allSatisfy { $0 == 1 })
        #expect(notes.planned.count == 20 && notes.planned.isDisjoint(with: notes.refused.keys))
        #expect(notes.warned.isDisjoint(with: notes.refused.keys))
        #expect(result.metrics["trips.notices"] == 20 && result.metrics["trips.plansRefused.outsideRegion"] == 30)
        // They go all the same, by themselves.
        #expect(result.metrics["trips.activities"] == 50 && result.metrics["trips.missed"] == 0)
    }

    @Test("by default the city's outline is the region: what its file draws, else the zones and 1 km around them")
    func outlines() throws {
        #expect(try run(plan(region: nil, key: "margin: 10 min")).notes.refused.isEmpty)
        let drawn = try run(plan(region: nil, key: "margin: 10 min", outline: rectangle(-0.01, -0.01, 0.03, 0.03)))
        #expect(drawn.notes.refused.isEmpty && drawn.notes.planned.count == 50)
    }

    @Test("a file that is missing, broken, or holds nothing of the city is an error with its place")
    func broken() throws {
        func problems(_ region: String?) throws -> String {
            do {
                _ = try plan(region: region)
                return ""
            } catch let error as InputErrors {
                return error.problems.map { "\($0)" }.joined(separator: "\n")
            }
        }
        #expect(try problems(nil).contains("regions.yaml:13:"))
        #expect(try problems(nil).contains("region.geojson"))
        #expect(try problems("{}").contains("region.geojson:1:1: error: the file has the type"))
        #expect(try problems("[").contains("not valid JSON"))
        let line = #"{"type":"LineString","coordinates":[[0,0],[0.01,0.01]]}"#
        #expect(
            try problems(rectangle(0, 0, 1, 1).replacing(/\{"type":"Polygon".*\]\]\]\}/, with: line)).contains("error"))
        let beyond = try problems(rectangle(1, 1, 1.1, 1.1))
        #expect(beyond.contains("regions.yaml:13:3: error: `region`: nothing of the city is inside"), "\(beyond)")
        // A strip of it is enough.
        #expect(try problems(rectangle(0.017, 0, 1, 1)).isEmpty)
    }
}
