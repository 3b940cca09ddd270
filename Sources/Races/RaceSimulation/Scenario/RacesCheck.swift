// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules

/// Checks of the section that its keys alone cannot make, each problem at its location in the file.
struct RacesCheck: SectionCheck {
    static let key = "races"
    let section: RacesSection
    let read: ReadScenario
    let layout: any ZoneLayout
    var problems: [InputProblem] = []
    private static let mostPeople = 1_000_000
    private static let mostPlaces = 100_000

    /// Everything that is wrong or doubtful.
    static func problems(_ section: RacesSection, _ read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        var check = RacesCheck(section: section, read: read, layout: layout)
        check.noteTwins(section.events.map(\.name), "events")
        check.noteTwins(section.runners.map(\.name), "runners")
        check.noteTwins(section.watchers.map(\.name), "watchers")
        for (index, race) in section.events.enumerated() {
            if section.areHeld { check.checkTimes(race, "events.\(index)") }
            check.checkTrack(race, "events.\(index)")
            check.checkWaves(race, "events.\(index)")
        }
        for (index, group) in section.runners.enumerated() { check.checkPace(group, "runners.\(index)") }
        for (index, group) in section.runners.enumerated() { check.checkRace(group.race, "runners.\(index)") }
        for (index, group) in section.watchers.enumerated() { check.checkRace(group.race, "watchers.\(index)") }
        RacesSection.guestWords.check(section.guests, among: section.runners.map(\.name), &check)
        if section.peopleCount > mostPeople {
            check.note("runners", "`races`: \(section.peopleCount) people in all; allowed: at most \(mostPeople)")
        }
        if section.runners.isEmpty {
            check.note("runners", "there are no runners; the races have no participants", .warning)
        }
        return check.problems
    }

    private mutating func checkTimes(_ race: PlannedRace, _ path: String) {
        let created = max(race.created ?? read.scenario.start, read.scenario.start)
        if race.start >= race.end {
            note("\(path).end", "`end`: the race `\(race.name)` must end after it starts (INV-RaceTimes)")
        } else if race.end - race.start > .hours(240) {
            note("\(path).end", "`end`: the race `\(race.name)` takes more than 10 days")
        }
        if race.start <= created {
            note(
                "\(path).start",
                "`start`: the race `\(race.name)` must be created before it starts; it is created at \(created)")
        }
        if race.end > read.scenario.end {
            note("\(path).end", "`end`: the race ends after the run, so its end is not simulated", .warning)
        }
        if let defined = race.trackDefined, defined >= race.start || defined < created {
            note(
                "\(path).track-defined",
                "`track-defined`: the track must be defined before the start, and not before the race is created")
        }
    }

    /// Waves that start when the race is over.
    private mutating func checkWaves(_ race: PlannedRace, _ path: String) {
        let length = race.end - race.start
        guard race.waves > 1, race.waveEvery > .zero, length > .zero else { return }
        let last = race.waveEvery * (race.waves - 1)
        guard last >= length else { return }
        let inTime: Int64 = (length.nanoseconds - 1) / race.waveEvery.nanoseconds + 1
        let late = Int64(race.waves) - inTime
        let (minutes, whole) = (Self.text(last.inSeconds / 60), Self.text(length.inSeconds / 60))
        let what = "the last of \(race.waves) waves of the race `\(race.name)` starts \(minutes) min after the start"
        note(
            "\(path).waves", "`waves`: \(what), and the race is over after \(whole) min: \(late) waves never run",
            .warning)
    }

    /// Nobody runs a kilometre faster than the fastest ever did (2 min 11 s), and who needs more than half an hour does not run.
    private mutating func checkPace(_ group: RunnerGroup, _ path: String) {
        let middle = group.pace.time(0)
        guard !(131...1800).contains(middle) else { return }
        note(
            "\(path).pace",
            "`pace`: half of \(group.name) take \(Self.text(middle)) s or less for a kilometre; the fastest ever took 131 s, and walkers take 600 to 900 s",
            .warning)
    }

    private mutating func checkTrack(_ race: PlannedRace, _ path: String) {
        let count = (race.track?.count ?? 0) * race.laps
        guard count <= Self.mostPlaces else {
            return note(
                "\(path).laps", "`laps`: the track has \(count) points in all; allowed: at most \(Self.mostPlaces)")
        }
        guard let places = race.places(on: layout) else {
            if race.trackDefined != nil {
                note("\(path).track-defined", "`track-defined`: there is no `track` to define")
            }
            if race.closes != nil {
                note("\(path).closes", "`closes`: there is no `track`, so no zone is closed", .warning)
            }
            if !race.cutOffs.isEmpty { note("\(path).cut-offs", "`cut-offs`: there is no `track`") }
            return
        }
        guard let track = RaceTrack(places) else {
            return note("\(path).track", "`track`: all positions are the same; a track needs a length")
        }
        if race.zones(on: layout).contains(nil) {
            note(
                "\(path).track",
                "`track`: it leaves the zones of the map, where there is no network coverage (RACE-ASSUME-D7)")
        }
        for (index, cutOff) in race.cutOffs.enumerated() where cutOff.point > track.length {
            note(
                "\(path).cut-offs.\(index)",
                "`at`: the track is only \(Int(track.length.inMetres.rounded())) m long")
        }
    }

    private mutating func checkRace(_ name: String?, _ path: String) {
        guard let name else { return }
        noteUnknown("\(path).race", "race", name, among: section.events.map(\.name))
    }
}
