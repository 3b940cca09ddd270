// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiSimulation

/// The drivers that a scenario expects in service when most are, by zone of start.
///
/// A driver is in service from the mean start of the shift for its mean length, breaks counted; a group without shifts always
/// is. Zones get their share of a group by the weights of its `start`.
struct PeakDrivers {
    private let groups: [(start: ZoneWeights, count: Double)]
    /// Minutes after midnight.
    let minute: Int

    init(_ scenario: Scenario) {
        func serving(_ group: DriverGroup, _ minute: Int) -> Bool {
            guard let shift = group.shift else { return true }
            let start = shift.start.mean / 60
            let end = start + shift.length.mean / 60
            // A shift may go on after midnight.
            return [0.0, 1440].contains { (start..<max(start, end)).contains(Double(minute) + $0) }
        }
        let counts = (0..<1440).map { minute in
            scenario.drivers.filter { serving($0, minute) }.reduce(0) { $0 + $1.count }
        }
        let most = counts.max() ?? 0
        let peak = counts.firstIndex(of: most) ?? 0
        minute = peak
        groups = scenario.drivers.filter { serving($0, peak) }.map { ($0.start, Double($0.count)) }
    }

    /// All drivers in service at the peak.
    var count: Double { groups.reduce(0) { $0 + $1.count } }

    /// The first minute of the peak: `10:15`.
    var clock: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }

    /// The zones where drivers start by name, rising.
    var zones: [ZoneID] {
        let named = groups.flatMap { group -> [ZoneID] in
            guard case .listed(let table) = group.start else { return [] }
            return table.keys.filter { table[$0] ?? 0 > 0 }
        }
        return Set(named).sorted()
    }

    /// The drivers of each zone of a layout.
    func drivers(in zones: [ZoneRecord]) -> [ZoneID: Double] {
        var drivers: [ZoneID: Double] = [:]
        for group in groups {
            let weights = zones.map { zone -> Double in
                switch group.start {
                case .equal: 1
                case .area: zone.area
                case .listed(let table): table[zone.id] ?? 0
                }
            }
            let sum = weights.reduce(0, +)
            guard sum > 0 else { continue }
            for (zone, weight) in zip(zones, weights) { drivers[zone.id, default: 0] += group.count * weight / sum }
        }
        return drivers
    }
}
