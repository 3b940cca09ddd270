// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import ScenarioLanguage

extension FleetSection {
    static let section = Section(
        "fleet", "The size of the whole fleet as one number, to find out how many drivers are needed.",
        blank: FleetSection(),
        [
            Field(
                "drivers", \.drivers, ValueFormat<Int>.whole(1...1_000_000).orNone,
                "Drivers of all groups together; each group keeps its share of them. By default the groups' own counts apply."
            )
        ])
}
