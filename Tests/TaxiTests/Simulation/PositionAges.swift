// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules

/// How old the last known position of each taxi gets while it is in service, up to the end of the run: a taxi that falls
/// silent for good grows older and older (TAXI-QUEUE-01).
struct PositionAges {
    /// The oldest that any position got, in seconds.
    private(set) var oldest = 0.0
    /// How many taxis were in service at any time.
    private(set) var taxis = 0
    /// When the position of each taxi in service was last known.
    private var known: [DriverID: CityTime] = [:]

    init(_ records: [EventRecord], until end: CityTime) {
        var seen: Set<DriverID> = []
        for record in records {
            switch record.taxi {
            case .statusChanged(let driver, .offShift, _, _):
                // Who goes in service says where.
                known[driver] = record.time
                if seen.insert(driver).inserted { taxis += 1 }
            case .statusChanged(let driver, _, .offShift, _):
                judge(driver, at: record.time)
                known[driver] = nil
            case .positionReported(let driver, _, _), .rideEnded(_, _, let driver, _, _),
                .passengerAboard(_, _, let driver, _, _):
                judge(driver, at: record.time)
                if known[driver] != nil { known[driver] = record.time }
            default: break
            }
        }
        for driver in known.keys { judge(driver, at: end) }
    }

    private mutating func judge(_ driver: DriverID, at now: CityTime) {
        if let time = known[driver] { oldest = max(oldest, (now - time).inSeconds) }
    }
}
