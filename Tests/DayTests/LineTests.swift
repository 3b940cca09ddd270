// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Foundation
import Reporting
import Testing

@testable import TripSimulation

/// People of the shipped city who go by its lines.
@Suite("Days with buses, trams and metros")
struct LineTests {
    private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios/city").path()

    private func run(_ more: String, late: String = "", planner: String = "0%", seed: UInt64 = 1) throws -> (
        result: RunResult, notes: DayNotes
    ) {
        let head = """
            cabrank: 1
            name: lines
            start: 2026-03-04 06:00
            length: 5 h
            city: {zones: \(Self.scenarios)/zones.geojson, number: zone_id, name: name}
            travel:
              timetable: {file: \(Self.scenarios)/lines.timetable\(late)}
            drivers: [{name: cabs, count: 60, answer: {reaction: 10 s, accept: 100%}}]
            passengers: [{name: callers, arrivals: {per-day: 0}}]

            """
        let text = """
            people:
              - name: workers
                count: 120
                home: {1: 1, 10: 1, 20: 1, 30: 1}
                work: {2: 1, 3: 1, 5: 1, 40: 1}
                shared-bicycle: 0%
                shared-car: 0%
                taxi: 80%
                low-emission: 100%
                walk: 1.5 km
                planner: \(planner)
                days: [{activities: [{name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h}]}]

            """
        let notes = DayNotes()
        let result = try SliceRuns(TripsSlice(), head: head).run(text + more, seed: seed, notes)
        #expect(result.violations.isEmpty, "\(result.violations)")
        return (result, notes)
    }

    /// The times in which people were in vehicles of a means.
    private func inside(_ means: Set<TravelMeans>, _ notes: DayNotes) -> [Range<CityTime>] {
        var begun: [PersonID: CityTime] = [:]
        var found: [Range<CityTime>] = []
        for entry in notes.entries {
            switch entry.event {
            case .legBegun(let person, let kind, _, let isWait):
                begun[person] = !isWait && means.contains(kind) ? entry.time : nil
            case .legEnded(let person, _, _):
                if let start = begun.removeValue(forKey: person) { found.append(start..<entry.time) }
            default: break
            }
        }
        return found
    }

    @Test("on time nobody misses a vehicle of a line or comes late; with trips that are late some do")
    func lateness() throws {
        let exact = try run("")
        #expect((exact.result.metrics["trips.legs.metro"] ?? 0) + (exact.result.metrics["trips.legs.bus"] ?? 0) > 20)
        #expect(exact.result.metrics["trips.replanned.missed"] == 0)
        let late = try run("", late: ", late: [{delay: {exponential: 4 min}}]")
        let lateness = try #require(late.result.metrics["trips.late"])
        #expect(lateness > (exact.result.metrics["trips.late"] ?? 0))
        #expect(try #require(late.result.metrics["trips.replanned.missed"]) > 0)
    }

    @Test(
        "TRIP-STRIKE: while the metro is struck nobody is in one, and users of the planner call more taxis",
        arguments: [UInt64(1), 2, 3])
    func strikes(_ seed: UInt64) throws {
        let strike = "changes: [{from: 08:00, until: 12:00, strike: [metro, tram, bus]}]\n"
        let (usual, struck) = (
            try run("", planner: "100%", seed: seed), try run(strike, planner: "100%", seed: seed)
        )
        let lines: Set<TravelMeans> = [.metro, .tram, .bus]
        let (from, until) = (
            usual.result.context.start.midnight + .hours(8), usual.result.context.start.midnight + .hours(12)
        )
        #expect(inside(lines, usual.notes).contains { $0.overlaps(from..<until) })
        #expect(!inside(lines, struck.notes).contains { $0.overlaps(from..<until) })
        let calls = [usual, struck].map { $0.result.metrics["trips.taxiCalls"] ?? 0 }
        #expect(calls[1] > calls[0], "\(calls)")
    }

    @Test(
        "TRIP-STRIKE: over 20 pairs of days a strike raises the taxi calls of the planner's users: the 95% interval lies above 0"
    )
    func pairedStrikes() throws {
        let strike = "changes: [{from: 08:00, until: 12:00, strike: [metro, tram, bus]}]\n"
        let differences = try (UInt64(1)...20).map { seed in
            let days = try ["", strike].map { more in
                try run(more, planner: "100%", seed: seed).result.metrics["trips.taxiCalls"] ?? 0
            }
            return days[1] - days[0]
        }
        let mean = differences.reduce(0, +) / 20
        let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19
        // Student's t of 19 degrees of freedom.
        #expect(mean - 2.093 * (variance / 20).squareRoot() > 0, "\(differences)")
    }
}
