// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// A table with a row for each hour of each kind of day, as far as it was read: columns `days`, `hour`, and others.
struct HourTableDraft<Value> {
    private let reading: Reading
    private var days = DayGathering()
    private var hours: [[Value?]] = []

    init(reading: Reading) { self.reading = reading }

    /// Adds a row, of which cells may be missing with their columns; what is there is checked. `value` reads the other columns.
    mutating func add(_ cells: [CSVColumns.Cell?], value: () -> Value?) {
        let reading = reading
        let kind = cells[0].flatMap { cell in
            days.add(cell.text) { reading.error(cell.location, $0, allowed: $1, meant: $2) }
        }
        if kind?.isNew == true { hours.append([Value?](repeating: nil, count: 24)) }
        let hour = reading.hour(cells[1])
        guard let value = value(), let kind, let hour, let cell = cells[1] else { return }
        if hours[kind.index][hour] != nil {
            reading.error(cell.location, "the hour \(hour) of \(days.kinds[kind.index].text) appears twice")
        }
        hours[kind.index][hour] = value
    }

    /// The kinds of day, of which each day of the run is needed, and the values of all of their hours; nil where one is missing, which is said.
    func whole(_ table: String, at location: InputLocation) -> (days: DayKinds, hours: [[Value]])? {
        let before = reading.errors
        for (kind, hours) in zip(days.kinds, hours) {
            guard let missing = hours.firstIndex(where: { $0 == nil }) else { continue }
            reading.fault(
                location, "\(table) has no row for the hour \(missing) of \(kind.text)",
                allowed: "a row for each hour from 0 to 23 of each kind of day")
        }
        if hours.isEmpty { reading.fault(location, "\(table) has no rows") }
        guard reading.errors == before else { return nil }
        let kinds = DayKinds(days.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: reading.key, kinds: kinds), at: location)
        return (kinds, hours.map { $0.compactMap(\.self) })
    }
}
