// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RaceRules

/// Runners whose day is a plan: a race that they have joined is an activity of it (SIM-12).
extension RacePopulation {
    /// Who stands farther from the start than this when the gun goes off misses it.
    private static let startLine = Distance.metres(500)

    /// Somebody has joined a race.
    func tellsRace(_ row: RaceRow, _ index: Int) {
        let race: PlannedRace = plan(of: row.race)
        guard let agenda = members[index].person.agenda, let start = race.places(on: world.layout)?.first else {
            return
        }
        let engagement = Engagement(
            race.name, Int64(row.race.number), with: .races, at: start, from: race.start, until: race.end)
        agenda.enter(engagement, of: members[index].person.id) { _ in }
    }

    /// The person crosses the start line.
    func tellsStart(of race: RaceID, _ person: Person) {
        person.agenda?.begun(Int64(race.number), with: .races, of: person.id)
    }

    /// Nothing more comes of the race for the person.
    func drops(_ race: RaceID, _ person: Person, wasHeld: Bool) {
        person.agenda?.drop(Int64(race.number), with: .races, of: person.id, wasHeld: wasHeld)
    }

    /// Whether somebody who goes through the city by own means is not at the start.
    func isElsewhere(_ person: Person, _ track: RaceTrack) -> Bool {
        guard person.agenda != nil else { return false }
        return person.onLoop { $0.place }.distance(to: track.places[0]) > Self.startLine
    }
}
