// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the monitor knows of a race, from events alone.
struct SeenRace: Sendable {
    let organiser: OrganiserID
    let start: CityTime
    let end: CityTime
    let maximum: Int32
    let mostSpectators: Int32
    var hasTrack: Bool
    var isOn = false
    var isOver = false
    var isCancelled = false
    /// The race's list (INV-RaceBothWays).
    var participants: Set<RaceUserID> = []
    var spectators: Set<RaceUserID> = []
    var reminded: Set<RaceUserID> = []

    /// Whether the times have an instant in common (DEC-RACE-OVERLAP).
    func overlaps(_ other: SeenRace) -> Bool { max(start, other.start) <= min(end, other.end) }
}

/// What the monitor knows of a runner while a race is on.
struct SeenRunner: Sendable {
    /// The number of the race that the person is in now; 0 for none.
    var race: Int32 = 0
    /// When that race ends.
    var until = CityTime.epoch
    var hasStarted = false
    var isThrough = false
}

/// Somebody and an organiser.
struct ConsentPair: Hashable, Sendable {
    let user: RaceUserID
    let organiser: OrganiserID
}
