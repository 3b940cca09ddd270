// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension DemandSection {
    static let section = Section(
        "demand", "The whole demand as one number, to find out what more calls would do.",
        blank: DemandSection(),
        [
            Field(
                "scale", \.scale, .quantity(.factor),
                "The calls of every stream and the people of every population are multiplied by this. A trace has its own calls and "
                    + "cannot be scaled.")
        ])
}
