// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules

/// What stands under `races` in a scenario: the races, those who run and those who watch.
struct RacesSection: Sendable {
    /// Whether the races take place; if not, the day is otherwise the same.
    var areHeld = true
    /// The numbers that no organiser sets.
    var rules = RaceParameters()
    /// The races that organisers create, in file order.
    var events: [PlannedRace] = []
    /// Groups of people who run.
    var runners: [RunnerGroup] = []
    /// Groups of people who watch.
    var watchers: [WatcherGroup] = []
    /// Who of the taxi passengers and drivers runs as well.
    var guests = Guests()

    /// The races that are created.
    var heldEvents: [PlannedRace] { areHeld ? events : [] }

    /// The closures around the races, for the router.
    func changes(on layout: any ZoneLayout) -> [TimedChange] {
        heldEvents.compactMap { race in
            guard let closes = race.closes else { return nil }
            let zones = race.zones(on: layout).compactMap(\.self)
            guard !zones.isEmpty else { return nil }
            return TimedChange(
                from: race.start - closes.before, until: race.end + closes.after,
                kind: .closure(zones: zones, factor: closes.factor, emergencyFactor: closes.emergencyFactor))
        }
    }

    /// Whether streets are closed for a race.
    func closes(at now: CityTime) -> Bool {
        heldEvents.contains { race in
            race.closes.map { race.start - $0.before <= now && now < race.end + $0.after } ?? false
        }
    }

    /// The names of the races by number, in a run from an instant on. They are numbered as they are created: by time, then in file
    /// order.
    func names(from start: CityTime) -> [String] {
        events.enumerated()
            .sorted {
                (max(start, $0.element.created ?? start), $0.offset) < (
                    max(start, $1.element.created ?? start), $1.offset
                )
            }
            .map(\.element.name)
    }

    /// How many people there are.
    var peopleCount: Int { runners.reduce(0) { $0 + $1.people } + watchers.reduce(0) { $0 + $1.people } }

    /// With so many times the people.
    func scaled(by factor: Double) -> RacesSection {
        func scaled(_ count: Int) -> Int { count == 0 ? 0 : max(1, Int((Double(count) * factor).rounded())) }
        var section = self
        for index in section.runners.indices { section.runners[index].people = scaled(section.runners[index].people) }
        for index in section.watchers.indices {
            section.watchers[index].people = scaled(section.watchers[index].people)
        }
        return section
    }
}

/// A race as a scenario states it (RACE-R24).
struct PlannedRace: Sendable {
    /// Unique among the races.
    var name = ""
    /// Whose race, by number.
    var organiser: Int32 = 1
    /// When the organiser creates it; nil for the start of the run.
    var created: CityTime?
    var start = CityTime.epoch
    /// When it ends, whoever is on the track.
    var end = CityTime.epoch
    /// The largest number of participants.
    var maximum: Int32 = 100
    /// The largest number of spectators; nil for that of the rules.
    var spectators: Int32?
    /// Positions along the track; nil for a race that never gets one.
    var track: [GeographicAnchor]?
    /// How many times the runners pass all positions in order.
    var laps = 1
    /// When the track is defined; nil for with the race (RACE-CREATE-ROUTE).
    var trackDefined: CityTime?
    /// Into how many start waves of the same size the runners are divided, the quicker in front.
    var waves = 1
    /// Time between the starts of two waves.
    var waveEvery = TimeSpan.minutes(5)
    /// Runners a second who cross the start line, in the first part of a wave...
    var firstFlow = 9.02
    /// ...and of the rest.
    var laterFlow = 5.22
    /// How large the first part is.
    var firstPart = 0.68
    /// The pace of the day: all times are multiplied by it.
    var dayFactor = 1.0
    /// Points of the track that close.
    var cutOffs: [CutOff] = []
    /// What it does to traffic; nil for nothing.
    var closes: RaceClosure?

    /// The places of the track, one lap after the other.
    func places(on layout: any ZoneLayout) -> [Place]? {
        track.map { track in
            let lap = track.map { layout.place(GeographicPoint(longitude: $0.longitude, latitude: $0.latitude)) }
            return Array(repeating: lap, count: laps).flatMap(\.self)
        }
    }

    /// The zones that the track touches, by number; nil among them where it leaves all zones (RACE-ASSUME-D7).
    func zones(on layout: any ZoneLayout) -> [ZoneID?] {
        layout.zones(along: places(on: layout) ?? []).sorted { ($0?.number ?? 0) < ($1?.number ?? 0) }
    }
}

/// A point of the track that closes: whoever comes to it later is out.
struct CutOff: Sendable {
    /// The distance from the start line.
    var point = Distance.zero
    /// Time from the start of the race.
    var after = TimeSpan.zero
}

/// The zones of the track are closed to traffic around the race.
struct RaceClosure: Sendable {
    /// How long before the start.
    var before = TimeSpan.minutes(30)
    /// How long after the end.
    var after = TimeSpan.minutes(15)
    /// Drives that start, end or pass there take so many times as long.
    var factor = 3.0
    /// The same for drives with siren, which are let through.
    var emergencyFactor = 1.0
}
