// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A participation, as it is stored: what the phone has reported of it.
struct RunRecord: Hashable, Codable, Sendable {
    let race: RaceID
    /// The runner's place in the order of joining the race, from 1; it never changes.
    let joined: Int32
    let phase: Runner.Phase
    let started: CityTime
    let time: TimeSpan?
    let covered: Distance

    init(_ race: RaceID, _ runner: Runner) {
        self.race = race
        joined = runner.joined
        phase = runner.phase
        started = runner.started
        time = runner.time
        covered = runner.covered
    }
}

/// A race, as it is stored. Who takes part or watches stands in the records of the users.
public struct RaceRecord: StoredRecord {
    /// The word of the files.
    public static let table = "race"

    /// The number.
    public let id: RaceID
    /// The number.
    public var key: RaceID { id }
    let name: String
    let organiser: OrganiserID
    let start: CityTime
    let end: CityTime
    let maximum: Int32
    let mostSpectators: Int32
    let track: [Place]?
    let phase: Race.Phase
    let isReminded: Bool
    /// Runners of whom nobody's record tells: their accounts are gone, or they left the race while it was on.
    let nameless: [RunRecord]

    init(_ race: Race) {
        (id, name, organiser) = (race.id, race.name, race.organiser)
        (start, end, maximum, mostSpectators) = (race.start, race.end, race.maximum, race.mostSpectators)
        (track, phase, isReminded) = (race.track?.places, race.phase, race.isReminded)
        nameless = race.runners.filter { race.index(of: $0.user) == nil }.map { RunRecord(race.id, $0) }
    }

    /// Stands for a race whose record was lost, so that its number is not given again: nobody ever sees it.
    init(lost id: RaceID) {
        (self.id, name, organiser) = (id, "", OrganiserID(0))
        (start, end, maximum, mostSpectators) = (.epoch, .epoch + .seconds(1), 0, 0)
        (track, phase, isReminded, nameless) = (nil, .cancelled, true, [])
    }
}

/// What the service keeps of a user, as it is stored. One record holds all of it, so that a deletion erases all of it (SEC-07).
public struct RaceUserRecord: StoredRecord {
    /// The word of the files.
    public static let table = "raceUser"

    /// The number.
    public let id: RaceUserID
    /// The number.
    public var key: RaceUserID { id }
    /// Consents that organisers have asked for, by their numbers.
    let consents: [RaceConsent]
    /// Whether the user waits for a race that can be joined (RACE-JOIN-EXC).
    let hasWish: Bool
    /// The races that the user takes or took part in, in the order of joining.
    let runs: [RunRecord]
    /// The races at which the user is registered as spectator.
    let places: [RaceID]
}
