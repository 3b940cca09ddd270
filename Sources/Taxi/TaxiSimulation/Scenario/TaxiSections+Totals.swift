// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import ScenarioLanguage

extension TaxiSections {
    /// Spends `fleet` on the groups.
    mutating func spendFleet(_ reading: Reading) {
        if let total = fleet.drivers { deal(total, reading) }
        fleet = FleetSection()
    }

    /// Deals drivers to the groups in proportion to their counts, at least one to each, by largest remainders; ties go to
    /// the earlier group.
    private mutating func deal(_ total: Int, _ reading: Reading) {
        func fault(_ what: String, _ allowed: String) {
            guard let location = reading.locations.nearest("fleet.drivers") else { return }
            reading.error(location, "`drivers`: " + what, allowed: allowed)
        }
        guard !drivers.isEmpty else {
            return fault("there is no group of drivers to take \(total) drivers", "a group under `drivers`")
        }
        guard total >= drivers.count else {
            return fault(
                "\(total) drivers are too few for \(drivers.count) groups", "\(drivers.count) to 1000000")
        }
        let sum = drivers.reduce(0) { $0 + $1.count }
        let spare = total - drivers.count
        // Whole numbers all the way: one driver to each group, the rest in proportion.
        var dealt = drivers.map { 1 + spare * $0.count / sum }
        let order = drivers.indices.sorted { left, right in
            let (a, b) = (spare * drivers[left].count % sum, spare * drivers[right].count % sum)
            return a == b ? left < right : a > b
        }
        for index in order.prefix(total - dealt.reduce(0, +)) { dealt[index] += 1 }
        for (index, count) in dealt.enumerated() { drivers[index].count = count }
    }

    /// Multiplies the calls of every group.
    mutating func scaleDemand(by scale: Double, _ reading: Reading) {
        for index in passengers.indices {
            switch passengers[index].demand {
            case .arrivals(let perDay, let hourly, let people):
                passengers[index].demand = .arrivals(perDay: perDay * scale, hourly: hourly, people: people)
            case .population(let people, let thinking):
                let scaled = max(1, Int((Double(people) * scale).rounded()))
                passengers[index].demand = .population(people: scaled, thinking: thinking)
            case .table(let table): passengers[index].demand = .table(table.scaled(by: scale))
            case .trace:
                guard let location = reading.locations.nearest("demand.scale") else { continue }
                reading.error(
                    location, "`scale`: the calls of `\(passengers[index].name)` are a trace, which cannot be scaled",
                    allowed: "1 with a trace")
            }
        }
    }
}
