// SPDX-License-Identifier: GPL-3.0-or-later

/// What a record or a run shows: by hour, and the laws of vacant times.
package struct ObservedFigures: Hashable, Sendable {
    package var hours: [ObservedHour]
    /// Empty where nothing is known of taxis.
    package var laws: [VacantLaw]

    package init(hours: [ObservedHour], laws: [VacantLaw]) { (self.hours, self.laws) = (hours, laws) }

    /// The kinds of day, or the dates, in their order.
    package var days: [String] {
        hours.reduce(into: []) { days, row in if days.last != row.days { days.append(row.days) } }
    }

    /// The hour of a kind of day or a date.
    package func hour(_ days: String, _ hour: Int) -> ObservedHour? {
        hours.first { $0.days == days && $0.hour == hour }
    }

    /// The law of a kind of day or a date.
    package func law(_ days: String) -> VacantLaw? { laws.first { $0.days == days } }

    /// The mean of figures of several runs, hour by hour and quantile by quantile.
    package static func mean(_ figures: [ObservedFigures]) -> ObservedFigures {
        guard let first = figures.first else { return ObservedFigures(hours: [], laws: []) }
        let hours = first.hours.map { row in
            ObservedHour.mean(figures.compactMap { $0.hour(row.days, row.hour) })
        }
        let laws = first.laws.map { law -> VacantLaw in
            let same = figures.compactMap { $0.law(law.days) }
            return VacantLaw(
                days: law.days,
                values: law.values.indices.map { index in
                    same.reduce(0) { $0 + $1.values[index] } / Double(same.count)
                })
        }
        return ObservedFigures(hours: hours, laws: laws)
    }
}
