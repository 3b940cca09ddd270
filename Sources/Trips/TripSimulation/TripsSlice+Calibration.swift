// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import TripRules

extension TripsSlice {
    /// What phones of a simulation send: of tickets and vehicles that are booked there is nobody who does.
    static var kinds: [MessageType] { [.tripChange, .tripView, .tripReport] }

    /// A day of people who enter an event for most hours, look at the way when it is time to leave, and tell where they are. Without the
    /// files of a live service: what a disk takes is not in it.
    package func calibration(people: Int) -> SliceCalibration? {
        let activities = (0..<10).map { index in
            "          - {name: activity-\(index), place: equal, share: 90%, start: {uniform: {from: \"\(Self.clock(8, index))\", to: \"\(Self.clock(8, index, 20))\"}}, length: 20 min}"
        }
        return SliceCalibration(
            kinds: Self.kinds,
            scenario: """
                cabrank: 1
                name: calibration
                start: 2026-03-04 00:00
                length: 48 h
                warm-up: 6 h
                seed: 1
                city: {grid: {rows: 4, columns: 5, cell: 500 m}}
                server: {}
                people:
                  - name: folk
                    count: \(max(10, people / 20))
                    home: equal
                    transit: 0%
                    taxi: 0%
                    bicycle: 100%
                    planner: 100%
                    days:
                      - activities:
                \(activities.joined(separator: "\n"))
                record: {messages: true, level: error}

                """
        ) { ($0 as? TripMessage)?.kind }
    }

    /// The time of the day of an activity that begins each hour and a quarter.
    private static func clock(_ first: Int, _ index: Int, _ minutes: Int = 0) -> String {
        let time = first * 60 + index * 75 + minutes
        return "\(time / 60 < 10 ? "0" : "")\(time / 60):\(time % 60 < 10 ? "0" : "")\(time % 60)"
    }
}
