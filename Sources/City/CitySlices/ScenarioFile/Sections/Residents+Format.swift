// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension ValueFormat where Value == [ZoneID: Double] {
    /// How many people live in each zone: a table, or two columns of a file.
    static let residents = ValueFormat(
        .choice(name: "residents", summary: "How many people live in each zone.") {
            [
                .init(
                    key: nil, form: zoneTable.form, summary: "these zones; in others lives nobody",
                    example: "{1: 19987, 2: 20977}"),
                .init(
                    key: nil, form: .section(ZoneColumn.section.form), summary: "two columns of a CSV file",
                    example: "{file: zones.csv, zone: zone_id, weight: residents}"),
            ]
        },
        read: { item, reading in
            guard case .mapping(let entries) = item.content,
                entries.contains(where: { ZoneColumn.section.knows($0.key) })
            else { return zoneTable.read(item, reading) }
            return ZoneColumn.section.read(item, reading)?.weights(reading, item.location)
        },
        write: { zoneTable.write($0, $1) })
}
