// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules

/// How a runner's race will go: all of it is drawn when the race starts.
struct Racer: Sendable {
    /// How a run ends.
    enum Exit: Sendable {
        case finishes
        case out(RunnerOutCause)
    }

    let user: RaceUserID
    /// When the start line is crossed; never for somebody who does not come.
    var starts: CityTime
    /// How the runner gets on.
    let curve: PaceCurve
    /// How the run ends, after so much of the track, and when.
    let exit: Exit
    let exitCovered: Distance
    let exits: CityTime
    /// How old the phone's positions are.
    let age: TimeSpan
    /// The straight line of the track on which the runner was last.
    var part: Int32 = 0
    /// Whether the phone gives no positions any more.
    var isThrough = false

    func covered(of length: Distance, at now: CityTime) -> Distance {
        guard now > starts else { return .zero }
        let reached = Double(length.millimetres) * curve.share(after: now - starts)
        return min(exitCovered, Distance(millimetres: Int64(reached)))
    }
}

/// A race as it is run.
struct RaceField: Sendable {
    let race: RaceID
    let start: CityTime
    let track: RaceTrack
    var racers: [Racer]
    /// Who is on the way or waits at the line, by index.
    private var active: [Int32]
    private var fixes: [RunnerFix] = []

    init(_ race: RaceID, start: CityTime, track: RaceTrack, racers: [Racer]) {
        self.race = race
        self.start = start
        self.track = track
        self.racers = racers
        active = racers.indices.filter { racers[$0].starts != .never }.map { Int32($0) }
        fixes.reserveCapacity(active.count)
    }

    /// The positions of all phones now. The list is kept, so that none is made anew for each collection.
    mutating func collect(at now: CityTime) -> [RunnerFix] {
        fixes.removeAll(keepingCapacity: true)
        let length = track.length
        var left = 0
        for index in active.indices {
            let number = Int(active[index])
            guard !racers[number].isThrough else { continue }
            active[left] = active[index]
            left += 1
            // A position is never from before the race (RACE-CONSENT).
            let age = min(racers[number].age, now - start)
            let covered = racers[number].covered(of: length, at: now - age)
            let place = track.place(at: covered, after: &racers[number].part)
            fixes.append(RunnerFix(racers[number].user, at: place, covered: covered, age: age))
        }
        active.removeLast(active.count - left)
        return fixes
    }
}
