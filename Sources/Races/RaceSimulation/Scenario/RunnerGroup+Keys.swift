// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

extension RunnerGroup {
    static let section = Section(
        "race-runners", "People who run, with the same habits.", blank: RunnerGroup(),
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of runners."),
            Field(
                "people", \.people, .whole(0...1_000_000), isRequired: true,
                "How many people; 0 for habits that only passengers have."),
            Field(
                oneOf: "race", \.race, .name(of: "a race", dots: false),
                "The race that they want to run; by default any that they can join."),
            Field(
                "looks-after", \.looksAfter, .distribution(.time),
                "Time from the news of a race until they look at the list (RACE-R21)."),
            Field("wishes", \.wishes, .share, "Share who wait for another race when they find none (RACE-JOIN-EXC)."),
            Field(
                "consents", \.consents, .share, "Share who give consent to the organiser when asked (DEC-RACE-CONSENT)."
            ),
            Field("withdraws", \.withdraws, .share, "Share who withdraw it between joining and the start."),
            Field("no-shows", \.noShows, .share, "Share of participants who do not come."),
            Field("pace", \.pace, PaceSpread.section.format, "Time for a kilometre."),
            Field("fade", \.fade, FadeSpread.section.format, "How the pace fades."),
            Field(
                "line-up", \.lineUp, .share,
                "How much the quick stand in front: the correlation between position in line and time."),
            Field("drop-outs", \.dropOuts, .share, "Share of runners who give up."),
            Field(
                "drop-out-at", \.dropOutAt, .distribution(.share), "Where they give up, as a share of the track."),
            Field(
                "position-age", \.positionAge, .distribution(.time),
                "How old a runner's position is when it reaches the service; drawn once for a race (RACE-R20)."),
        ])
}

extension PaceSpread {
    static let section = Section(
        "race-pace",
        "Time for a kilometre: `least` plus a log-normal part. The defaults are fitted to the Loch Ness marathon of 2018.",
        blank: PaceSpread(),
        [
            Field("least", \.least, .quantity(.time, in: 0...3600), "The least time for a kilometre."),
            Field("median", \.median, .quantity(.time, in: 1...3600), "Median of what is added to it."),
            Field("sigma", \.sigma, .quantity(.factor, in: 0...3), "Standard deviation of its logarithm."),
        ])
}

extension FadeSpread {
    static let section = Section(
        "race-fade",
        "The second half's time divided by the first half's: `least` plus a log-normal part. The pace changes evenly along the track.",
        blank: FadeSpread(),
        [
            Field("least", \.least, .quantity(.factor, in: 0.3...3), "The least ratio."),
            Field("median", \.median, .quantity(.factor, in: 0...3), "Median of what is added to it."),
            Field("sigma", \.sigma, .quantity(.factor, in: 0...3), "Standard deviation of its logarithm."),
            Field("with-pace", \.withPace, .share, "How much the slow fade more: the correlation with the time."),
        ])
}

extension WatcherGroup {
    static let section = Section(
        "race-watchers", "People who watch races, with the same habits.", blank: WatcherGroup(),
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of watchers."),
            Field("people", \.people, .whole(1...1_000_000), isRequired: true, "How many people."),
            Field(
                oneOf: "race", \.race, .name(of: "a race", dots: false),
                "The race that they watch; by default every race."),
            Field(
                "looks-after", \.looksAfter, .distribution(.time),
                "Time from the news of a race until they register as spectators."),
            Field("spectates", \.spectates, .share, "Share who register as spectators (RACE-SPECTATOR)."),
            Field("follows", \.follows, .share, "Share who follow the race on the map (RACE-WATCH)."),
            Field(
                "opens-after", \.opensAfter, .distribution(.time),
                "Time from the start of the race until they open the map."),
            Field("stays", \.stays, .distribution(.time), "How long the map is open."),
            Field(
                "statistics", \.statistics, .share,
                "Share of followers who read the statistics before they close the map."),
        ])
}
