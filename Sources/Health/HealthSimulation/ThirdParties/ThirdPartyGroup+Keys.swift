// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules
import ScenarioLanguage

extension ThirdPartyGroup {
    static let section = Section(
        "third-parties", "Organisations that ask for health data, with the same habits.", blank: ThirdPartyGroup(),
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of organisations."),
            Field("count", \.count, .whole(1...1000), "How many organisations."),
            Field(
                "requests", \.requests, .quantity(.factor),
                "How many times a day one of them asks somebody, drawn evenly from all users, for consent (HEALTH-R7)."),
            Field("repeats", \.repeats, .share, "Share of these that repeat an earlier one (HEALTH-REQ-EXC)."),
            Field(
                "mistypes", \.mistypes, .share, "Share of these with a wrong social security number (HEALTH-REQ-EXC)."),
            Field(
                "subscribes", \.subscribes, .share,
                "Share of those who said yes whose data the organisation subscribes to; for the others it reads what is stored."
            ),
        ] + groups)

    /// The lengths of intervals that there are.
    static let intervals = ValueFormat<TimeSpan>.word([
        ("1 min", .minutes(1)), ("5 min", .minutes(5)), ("15 min", .minutes(15)), ("1 h", .hours(1)),
        ("2 h", .hours(2)), ("6 h", .hours(6)), ("24 h", .hours(24)),
    ])

    private static let groups: [Field<ThirdPartyGroup>] = [
        Field(
            "group-requests", \.groupRequests, .quantity(.factor),
            "How many times a day one of them asks for a group's data (HEALTH-R4)."),
        Field(
            "group-subscriptions", \.groupSubscriptions, .whole(0...1000),
            "To how many groups each subscribes at the start of the run; those that are too small wait (HEALTH-GROUP-SUB)."
        ),
        Field("ages", \.ages, .share, "Share of groups with an age range, widened to whole steps of `age-step`."),
        Field("age-range", \.ageRange, .distribution(.factor), "How many years the range has."),
        Field("areas", \.areas, .share, "Share of groups with a rectangle, widened to whole squares of `grid`."),
        Field(
            "side", \.side, .distribution(.share), "How long its sides are, as a share of the city's width and height."),
        Field(
            "positions", \.positions, .share,
            "Share of rectangles in which the last position counts, not the residence."),
        Field("waits", \.waits, .share, "Share of requests that wait until the group has grown (HEALTH-GROUP-EXC)."),
        Field(
            "interval", \.interval, intervals,
            "How long the intervals of an answer are: at least `least-interval` of `groups`."),
        Field("intervals", \.intervals, .whole(1...1440), "How many closed intervals one answer covers."),
    ]
}

extension ConsentHabit {
    static let section = Section(
        "health-consent", "How people treat the requests of organisations.", blank: ConsentHabit(),
        [
            Field("answered", \.answered, .share, "Share of requests that are answered."),
            Field("agreed", \.agreed, .share, "Share of yes among the answers."),
            Field("delay", \.delay, .distribution(.time), "Time until the answer."),
            Field(
                "withdrawals", \.withdrawals, .quantity(.factor),
                "How many times a year somebody takes a yes back (HEALTH-R29)."),
        ])
}
