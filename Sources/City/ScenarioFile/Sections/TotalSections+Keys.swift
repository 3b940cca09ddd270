// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension FleetSection {
    static let section = Section(
        "fleet", "The whole fleet, set by one number, for runs that ask how many drivers are needed.",
        blank: FleetSection(),
        [
            Field(
                "drivers", \.drivers, ValueFormat<Int>.whole(1...1_000_000).orNone,
                "Drivers of all groups together; each group keeps its part of them. Without it the groups' own counts hold."
            )
        ])
}

extension DemandSection {
    static let section = Section(
        "demand", "The whole demand, set by one number, for runs that ask what more calls would do.",
        blank: DemandSection(),
        [
            Field(
                "scale", \.scale, .quantity(.factor),
                "Calls of every stream, and people of every population, are multiplied by this. A trace holds its own calls and "
                    + "cannot be scaled.")
        ])
}
