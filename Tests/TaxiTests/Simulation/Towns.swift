// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import Testing

/// Small scenario texts that tests vary.
enum Towns {
    /// One zone, one driver who accepts after 7 s, one passenger who calls at 10 s; the ride lasts 10 min.
    static func oneCall(_ more: String = "", driver: String = "", passenger: String = "") -> String {
        """
        length: 1 h
        city: {grid: {rows: 1, columns: 1, cell: 10 km}}
        \(more)
        drivers:
          - name: cabs
            count: 1
            answer: {reaction: 7 s, accept: 100%}
        \(indented(driver))
        passengers:
          - name: callers
            trace: ["00:00:10,1,1,1,600,5000"]
        \(indented(passenger))
        """
    }

    /// Sharing with long approaches and wide bounds, so that many rides are shared; goes to `more`.
    static let manyShare = """
        modules: [sharing]
        sharing: {mean-approach: 20 min, detour: 10, longest-delay: 1 h}
        travel: {approach: 4 min, free-speed: 5 km/h}
        """

    /// A town of zones with many drivers and a stream of calls.
    static func town(
        rows: Int = 2, columns: Int = 2, cell: String = "1 km", drivers: Int = 20, perDay: Int = 2000,
        length: String = "3 h", driver: String = "", passenger: String = "", more: String = ""
    ) -> String {
        """
        length: \(length)
        city: {grid: {rows: \(rows), columns: \(columns), cell: \(cell)}}
        \(more)
        drivers:
          - name: cabs
            count: \(drivers)
        \(indented(driver))
        passengers:
          - name: callers
            arrivals: {per-day: \(perDay)}
        \(indented(passenger))
        """
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    }
}
