// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RaceRules
import RandomStreams

/// The city as the races of a run need it.
struct RaceWorld: Sendable {
    let section: RacesSection
    let loop: CityLoop
    let log: EventLog
    let layout: any ZoneLayout
    let key: StreamKey
    let end: CityTime
    /// From the service to a follower's map, in seconds.
    let delay: Distribution

    /// The form of a race, with its track or without.
    func form(of race: PlannedRace) -> RaceForm {
        RaceForm(
            name: race.name, start: race.start, end: race.end, maximum: race.maximum, spectators: race.spectators,
            track: race.trackDefined == nil ? race.places(on: layout) : nil)
    }
}
