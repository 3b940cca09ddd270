// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices
import CityTestKit
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation

/// What stations and shifts allow, by hand.
@Suite("Coverage of ambulances")
struct CoverageTests {
    /// Four zones of 2 km in a row, 36 km/h without siren: 200 s from the middle of one to that of the next.
    private static let town = """
        cabrank: 1
        name: row
        start: 2026-03-07 00:00
        length: 24 h
        city: {grid: {rows: 1, columns: 4, cell: 2 km}}
        travel: {free-speed: 36 km/h, circuity: 1}
        ambulances:
          siren: 1
          targets: {soon: 8 min, late: 11 min}
          stations:
            - {name: day, zone: 1, units: 2, shift: "08:00-20:00"}
            - {name: none, zone: 4, units: 1, shift: "06:00-07:00"}
          hospitals: [{name: general, zone: 1}]
          calls: {per-day: 10, zones: {1: 4, 2: 3, 3: 2, 4: 1}}
          priorities: [{name: all}]

        """

    @Test("The share of expected calls in reach of the nearest station on duty, hour by hour")
    func hours() throws {
        let plan = try SliceRuns(AmbulancesSlice(), head: "").plan(Self.town)
        let section = try #require(plan.scenario.services[.ambulances] as? AmbulancesSection)
        let coverage = AmbulanceCoverage(section, layout: plan.layout, travel: plan.travel)
        // 0, 200, 400 and 600 s from the station by day: with 60 s before the departure three zones are in reach in 8 min, all in 11.
        let hours = coverage.hours(of: plan.scenario.start, before: .seconds(60))
        #expect(hours.map(\.hour) == Array(0..<24))
        for hour in hours {
            let (soon, late) =
                switch hour.hour {
                case 8..<20: (0.9, 1.0)
                case 6: (0.6, 1.0)
                default: (0, 0)
                }
            #expect(abs(hour.soon - soon) < 1e-12 && abs(hour.late - late) < 1e-12, "\(hour)")
        }
        // 10 min before the departure leave nobody in 8 min, and the station's own zone in 11.
        let late = coverage.hours(of: plan.scenario.start, before: .minutes(10))[12]
        #expect(late.soon == 0 && abs(late.late - 0.4) < 1e-12)
    }
}
