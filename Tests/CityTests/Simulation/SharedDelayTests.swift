// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import Testing

/// The delay of shared riders in a city whose drives take anything from a third to three times the expected time.
@Suite struct SharedDelayTests {
    @Test("The delay by sharing is the detour at the expected speed, however slow the drive; never past 10 min")
    func delays() throws {
        let city = try TestCity(
            """
            start: 2026-03-04 08:00
            length: 3 h
            city: {grid: {rows: 2, columns: 2, cell: 2 km}}
            travel: {free-speed: 30 km/h, variability: {gamma: {shape: 2, mean: 1}}}
            modules: [sharing]
            drivers: [{name: cabs, count: 40, answer: {reaction: 8 s, accept: 100%}, boarding: 30 s}]
            passengers:
              - name: people
                arrivals: {per-day: 6000}
                destination: {zones: {4: 100%}}
                sharing: {willing: 100%, accept: 100%}
            """)
        let run = try city.run()
        #expect((run.result.metrics["sharing.delay.count"] ?? 0) > 10)
        var drops = 0
        for record in run.records {
            guard case .sharing(.travelersDropped(_, _, _, let driven, let direct, let delay)) = record.event else {
                continue
            }
            drops += 1
            // 30 km/h are 0.12 s a metre.
            let detour = max(0, (driven.inMetres - direct.inMetres) * 0.12)
            #expect(abs(delay.inSeconds - detour) < 1 && delay <= .minutes(10), "\(record)")
        }
        #expect(drops > 100)
    }
}
