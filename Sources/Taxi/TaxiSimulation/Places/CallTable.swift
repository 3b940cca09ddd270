// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// A table of calls made ready: how many an hour come from each zone, and where those of a zone go.
struct CallTable: Sendable {
    /// Hours of a kind of day with the same rates.
    private struct Hours: Sendable {
        /// Calls an hour by zone of origin, by rising number.
        var origins: [(zone: ZoneID, weight: Double)] = []
        /// Calls an hour by destination, for each of the origins.
        var destinations: [[(zone: ZoneID, weight: Double)]] = []
        var perHour = 0.0
    }

    private let table: PeriodTable
    private let stretches: [Hours]

    init(_ table: PeriodTable) {
        self.table = table
        stretches = table.stretches.map { stretch in
            var hours = Hours()
            let rows = stretch.rows.map { table.rows[$0] }.sorted {
                ($0.pair.origin, $0.pair.destination) < ($1.pair.origin, $1.pair.destination)
            }
            for row in rows {
                let perHour = row.value / Double(row.hours.count)
                if hours.origins.last?.zone != row.pair.origin {
                    hours.origins.append((zone: row.pair.origin, weight: 0))
                    hours.destinations.append([])
                }
                let last = hours.origins.count - 1
                hours.origins[last].weight += perHour
                hours.destinations[last].append((zone: row.pair.destination, weight: perHour))
                hours.perHour += perHour
            }
            return hours
        }
    }

    /// The hours that an instant lies in: a number that changes with the rates.
    func stretch(at time: CityTime) -> Int { table.stretch(at: time) }

    /// Calls an hour, without surges and rain.
    func perHour(at time: CityTime) -> Double { stretches[stretch(at: time)].perHour }

    /// The most calls an hour of any hours, without surges and rain.
    var most: Double { stretches.reduce(0) { max($0, $1.perHour) } }

    /// Calls an hour by zone of origin, without surges and rain.
    func origins(at time: CityTime) -> [(zone: ZoneID, weight: Double)] { stretches[stretch(at: time)].origins }

    /// Calls an hour by destination, for each zone of origin in each stretch.
    var destinations: [[(origin: ZoneID, to: [(zone: ZoneID, weight: Double)])]] {
        stretches.map { hours in
            zip(hours.origins, hours.destinations).map { (origin: $0.zone, to: $1) }
        }
    }
}
