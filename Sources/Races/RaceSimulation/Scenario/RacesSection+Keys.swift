// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules
import ScenarioLanguage

extension RacesSection {
    static let section = Section(
        "races", "Running events, and the people who run in them or watch them.", blank: RacesSection(),
        [
            Field(
                "held", \.areHeld, .flag,
                "Whether the races take place; if not, the day is otherwise the same."),
            Field("rules", \.rules, RaceParameters.section.format, "The numbers that no organiser sets."),
            Field(
                "events", \.events, PlannedRace.section.format.list(1...1000, of: "races"), isRequired: true,
                "The races, each created by an organiser."),
            Field(
                "runners", \.runners, RunnerGroup.section.format.list(0...1000, of: "groups"),
                "Groups of people who run."),
            Field(
                "watchers", \.watchers, WatcherGroup.section.format.list(0...1000, of: "groups"),
                "Groups of people who watch."),
            Field(
                oneOf: "passengers-run", \.guests.customers, passengersRun.format,
                "Taxi passengers who run as well."),
            Field(
                oneOf: "drivers-run", \.guests.workers, driversRun.format,
                "Taxi drivers who run as well, off shift."),
        ])
}

extension RaceParameters {
    static let section = Section(
        "race-rules", "The numbers of the race service that no organiser sets.", blank: RaceParameters(),
        [
            Field(
                "interval", \.interval, .time(.milliseconds(100) ... .minutes(5)),
                "Time between two collections of the runners' positions (RACE-R19)."),
            Field(
                "reminder", \.reminder, .time(.zero ... .hours(24 * 366)),
                "How long before the start participants are reminded (DEC-RACE-REMINDER)."),
            Field(
                "spectators", \.spectators, .whole(0...1_000_000),
                "The largest number of spectators of a race that states none (DEC-RACE-SPECTATOR)."),
            Field("named", \.named, .whole(0...1000), "How many runners the statistics of a race name."),
        ])
}

extension PlannedRace {
    static let section = Section(
        "race-events", "A race as its organiser creates it (RACE-R24).", blank: PlannedRace(),
        [
            Field("name", \.name, .name(of: "a race", dots: false), isRequired: true, "Name, unique among the races."),
            Field("organiser", \.organiser, .whole(1...1_000_000), "The number of the organiser."),
            Field(
                oneOf: "created", \.created, ValueFormat<CityTime>.instant,
                "When the race is created; by default at the start of the run."),
            Field("start", \.start, .instant, isRequired: true, "When it starts."),
            Field("end", \.end, .instant, isRequired: true, "When it ends: after `start` (INV-RaceTimes)."),
            Field(
                "maximum", \.maximum, .whole(1...1_000_000), isRequired: true,
                "The largest number of participants (RACE-R30)."),
            Field(
                "spectators", \.spectators, ValueFormat<Int32>.whole(0...1_000_000).orNone,
                "The largest number of spectators; `none`: that of `rules`."),
            Field(
                oneOf: "track", \.track, GeographicAnchor.section.format.list(2...10_000, of: "positions"),
                "Positions along the track, from the start line to the finish, all within zones (RACE-ASSUME-D7). Without a track "
                    + "the race is cancelled at its start (DEC-RACE-TRACK)."),
            Field("laps", \.laps, .whole(1...1000), "How many times the runners pass all positions in order."),
            Field(
                oneOf: "track-defined", \.trackDefined, ValueFormat<CityTime>.instant,
                "When the track is defined; by default when the race is created (RACE-CREATE-ROUTE)."),
            Field(
                "waves", \.waves, .whole(1...1000),
                "Into how many start waves the runners are divided, the quicker in front."),
            Field("wave-every", \.waveEvery, .time(.zero ... .hours(6)), "Time between the starts of two waves."),
            Field(
                "first-flow", \.firstFlow, .quantity(.factor, in: 0.01...1000),
                "Runners a second who cross the start line, in the first part of a wave."),
            Field("later-flow", \.laterFlow, .quantity(.factor, in: 0.01...1000), "The same for the rest of a wave."),
            Field("first-part", \.firstPart, .share, "How large the first part of a wave is."),
            Field(
                "day-factor", \.dayFactor, .quantity(.factor, in: 0.1...10),
                "Weather and course: all running times are multiplied by this."),
            Field(
                "cut-offs", \.cutOffs, CutOff.section.format.list(0...100, of: "points"),
                "Points of the track that close: whoever comes to one later is out."),
            Field(
                oneOf: "closes", \.closes, RaceClosure.section.format,
                "The zones of the track are closed to traffic around the race."),
        ])
}

extension RacesSection {
    /// How guests of this service are called.
    static let guestWords = GuestWords(
        "run", "runs", group: "runners", of: (title: "Taxi", customers: "passengers", workers: "drivers"))

    private static let passengersRun = guestWords.customers()
    private static let driversRun = guestWords.workers("Whoever is on shift at the start misses the race.")
}

extension CutOff {
    static let section = Section(
        "race-cut-offs", "A point of the track that closes.", blank: CutOff(),
        [
            Field(
                "at", \.point, .length(.metres(1) ... .metres(1_000_000)), isRequired: true,
                "The distance from the start line."),
            Field(
                "after", \.after, .time(.seconds(1) ... .hours(240)), isRequired: true,
                "Time from the start of the race."),
        ])
}

extension RaceClosure {
    static let section = Section(
        "race-closure", "Zones that the track touches are slow to drive through.", blank: RaceClosure(),
        [
            Field("before", \.before, .time(.zero ... .hours(24)), "How long before the start they close."),
            Field("after", \.after, .time(.zero ... .hours(24)), "How long after the end they stay closed."),
            Field(
                "factor", \.factor, .quantity(.factor, in: 1...1000),
                "Drives that start, end or pass there take this many times as long."),
            Field(
                "emergency-factor", \.emergencyFactor, .quantity(.factor, in: 1...1000),
                "Drives with siren there take this many times as long; 1 lets them through."),
        ])
}
