// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import ScenarioLanguage

extension GroupLimits {
    /// The limits of what organisations may ask about groups.
    static let section = Section(
        "health-groups", "What organisations may ask about groups.", blank: GroupLimits(),
        [
            Field(
                "age-step", \.ageStep, .whole(1...60),
                "Age ranges are made of steps of so many years, such as 20 to 24; others are refused (`tooFineAges`)."),
            Field(
                "grid", \.grid, .whole(1...1_000_000),
                "Areas are made of squares of this side in metres; others are refused (`tooFineArea`)."),
            Field(
                "least-interval", \.leastInterval, ThirdPartyGroup.intervals,
                "The shortest interval; shorter ones are refused (`badInterval`)."),
            Field(
                "requests-a-day", \.requestsADay, .whole(1...1_000_000),
                "How many requests and subscriptions an organisation has on a day; more are refused (`requestsUsed`)."),
            Field(
                "intervals-a-day", \.intervalsADay, .whole(1...1_000_000),
                "Of how many intervals an organisation is told on a day, a subscription takes those of a whole day; more are refused (`intervalsUsed`)."
            ),
        ])
}
