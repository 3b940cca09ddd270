// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices

/// Rows of traces that cannot be between their zones.
enum TripDoubts {
    static func problems(_ read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        let traces = read.traceRows.filter { $0.rows.contains { $0.duration != nil || $0.distance != nil } }
        guard !traces.isEmpty else { return [] }
        let distances = ZoneDistances(layout)
        return traces.flatMap { trace in
            var trips = PlausibleTrips(distances, of: .trip)
            for (row, location) in zip(trace.rows, trace.locations) {
                trips.judge(
                    from: row.origin, to: row.destination, seconds: row.duration?.inSeconds,
                    metres: row.distance?.inMetres, at: location)
            }
            return trips.problems(time: "duration_s", distance: "distance_m")
        }
    }
}
