// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
import TaxiRules

/// What a travel table cannot tell apart: taxis are asked within one zone, and a row from a zone to itself gives all trips in
/// it one time.
enum TableTies {
    static func warnings(_ table: TravelTable, _ read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        guard read.scenario.dispatch.policy == .nearest else { return [] }
        let tied = layout.zones.filter { zone in
            (0..<24).contains { table.time(from: zone.id, to: zone.id, hour: $0) != nil }
        }
        guard !tied.isEmpty else { return [] }
        let shown = tied.map(\.key.shown).listed(most: 5)
        return [
            InputProblem(
                .warning, at: read.location(of: "travel.table"),
                "`table` gives all trips within a zone the same time in \(tied.count) of \(layout.zones.count) zones (\(shown)): it "
                    + "cannot distinguish the taxis of a zone, so `nearest` uses the straight-line distance there")
        ]
    }
}
