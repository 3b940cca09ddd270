// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams
import ScenarioLanguage

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Draws where free taxis go: zones by weight and distance, or by learned weights from zone to zone.
final class Seeker: Sendable {
    private enum Law {
        /// By the weight of each zone in each hour of the run, times exp(-distance / scale).
        case gravity(CallWeights, kernel: [Double])
        /// By a table of weights, with a chooser for each zone in each of its stretches.
        case table(PeriodTable, [[ZoneID: ZoneChooser]])
    }

    /// The time without a ride after which a driver goes on.
    let again: TimeSpan
    private let law: Law
    private let layout: any ZoneLayout
    private let zones: [ZoneRecord]
    private let indexes: [ZoneID: Int]

    /// Nil for drivers with another habit.
    init?(_ idle: IdleHabit, calls: CallWeights, layout: any ZoneLayout) {
        self.layout = layout
        let zones = layout.zones
        self.zones = zones
        indexes = Dictionary(zones.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let again = idle.again else { return nil }
        self.again = again
        switch idle {
        case .stay, .cruise, .returnTo: return nil
        case .seek(let habit):
            let kernel = zones.flatMap { from in
                zones.map { exp(-from.inside.distance(to: $0.inside).inMetres / habit.scale.inMetres) }
            }
            law = .gravity(habit.weights == .rides ? calls : .equal(zones.count), kernel: kernel)
        case .moves(let table):
            law = .table(
                table,
                table.stretches.map { stretch in
                    let rows = Dictionary(grouping: stretch.rows.map { table.rows[$0] }) { $0.pair.origin }
                    return rows.compactMapValues { rows in
                        let sorted = rows.sorted { $0.pair.destination < $1.pair.destination }
                        return ZoneChooser(sorted.map { (zone: $0.pair.destination, weight: $0.value) }, layout: layout)
                    }
                })
        }
    }

    /// Where a driver in a zone goes: three numbers of the stream; nil to stay, where nothing has a weight.
    func place(from zone: ZoneID?, at time: CityTime, _ stream: inout RandomStream) -> Place? {
        let (u, v, w) = (stream.uniform(), stream.uniform(), stream.uniform())
        return self.zone(from: zone, at: time, u).flatMap { layout.place(in: $0, v, w) }
    }

    /// The zone for a number from 0 up to 1: each covers its share of the weights, in the order of the map.
    func zone(from zone: ZoneID?, at time: CityTime, _ part: Double) -> ZoneID? {
        guard let zone, let from = indexes[zone] else { return nil }
        switch law {
        case .gravity(let calls, let kernel):
            let weights = calls.weights(at: time)
            var total = 0.0
            for to in weights.indices { total += weights[to] * kernel[from * weights.count + to] }
            guard total > 0 else { return nil }
            let target = part * total
            var reached = 0.0
            for to in weights.indices {
                reached += weights[to] * kernel[from * weights.count + to]
                if target < reached { return zones[to].id }
            }
            return nil
        case .table(let table, let choosers):
            return choosers[table.stretch(at: time)][zone]?.zone(at: part)
        }
    }
}

/// The mean number of calls an hour in each zone, in each hour of a run, as the scenario states it: what drivers know of where rides
/// are. Surges and rain are not in it.
struct CallWeights: Sendable {
    private let first: CityTime
    /// By hour of the run, then by zone in the order of the map.
    private let hours: [[Double]]

    /// All zones alike.
    static func equal(_ count: Int) -> CallWeights {
        CallWeights(first: .epoch, hours: [[Double](repeating: 1, count: count)])
    }

    private init(first: CityTime, hours: [[Double]]) { (self.first, self.hours) = (first, hours) }

    init(_ scenario: Scenario, layout: any ZoneLayout) {
        let first = scenario.start.midnight
        let zones = layout.zones
        let indexes = Dictionary(zones.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let count = max(1, Int(((scenario.end - first).inSeconds / 3600).rounded(.up)))
        var hours = [[Double]](repeating: [Double](repeating: 0, count: zones.count), count: count)
        func spread(_ origin: ZoneWeights, _ perHour: (CityTime) -> Double) {
            let weights = origin.values(on: layout).map(\.weight)
            let total = weights.reduce(0, +)
            guard total > 0 else { return }
            for hour in hours.indices {
                let calls = perHour(first + .hours(hour)) / total
                for zone in weights.indices { hours[hour][zone] += calls * weights[zone] }
            }
        }
        for group in scenario.passengers {
            switch group.demand {
            case .arrivals(let perDay, let hourly, _):
                spread(group.origin) { perDay * hourly[$0] / max(1e-12, hourly.values(on: $0).reduce(0, +)) }
            case .population(let people, let thinking):
                spread(group.origin) { _ in Double(people) * 3600 / max(60, thinking.mean) }
            case .trace(let rows):
                for row in rows {
                    let hour = Int((row.time.inSeconds / 3600).rounded(.down))
                    guard hours.indices.contains(hour), let zone = indexes[row.origin] else { continue }
                    hours[hour][zone] += 1
                }
            case .table(let table):
                let calls = CallTable(table)
                for hour in hours.indices {
                    for entry in calls.origins(at: first + .hours(hour)) {
                        if let zone = indexes[entry.zone] { hours[hour][zone] += entry.weight }
                    }
                }
            }
        }
        self.init(first: first, hours: hours)
    }

    func weights(at time: CityTime) -> [Double] {
        let hour = Int((time - first).nanoseconds / 3_600_000_000_000)
        return hours[min(max(0, hour), hours.count - 1)]
    }
}
