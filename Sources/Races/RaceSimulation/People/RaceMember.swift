// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules
import RandomStreams

/// A user of the race service: somebody who runs or watches.
struct RaceMember: Sendable {
    let user: RaceUserID
    let person: Person
    /// The group of runners; nil for a watcher.
    let runners: RunnerGroup?
    /// The group of watchers; nil for a runner.
    let watchers: WatcherGroup?
    /// Standard normal draws: how slow, how much the pace fades, how far back in line.
    private(set) var ability = (pace: 0.0, fade: 0.0, line: 0.0)
    var choices: RandomStream
    var racing: RandomStream
    var network: RandomStream
    /// The race that the person tries to join, while consent is missing.
    var wanted: RaceID?
    /// The race that the person joins when it is known that consent was given.
    var consented: RaceID?
    var hasWish = false
    /// Whether the person has left the city.
    var isAway = false
    /// How many races the person has joined.
    var joined = 0

    init(_ user: RaceUserID, _ person: Person, runners: RunnerGroup?, watchers: WatcherGroup?) {
        self.user = user
        self.person = person
        self.runners = runners
        self.watchers = watchers
        choices = person.stream(for: .raceChoices)
        racing = person.stream(for: .racing)
        network = person.stream(for: .raceNetwork)
        guard let runners else { return }
        var stream = person.stream(for: .ability)
        func normal() -> Double { stream.draw(.normal(mean: 0, sd: 1, min: nil, max: nil)) }
        let pace = normal()
        ability = (
            pace, mixed(pace, normal(), runners.fade.withPace), mixed(pace, normal(), runners.lineUp)
        )
    }

    /// How a race goes, with this delay at the start line.
    mutating func racer(in race: PlannedRace, _ group: RunnerGroup, track: RaceTrack, delay: TimeSpan) -> Racer {
        let kilometres = track.length.inMetres / 1000
        let whole = TimeSpan.seconds(group.pace.time(ability.pace) * kilometres * race.dayFactor)
        let curve = PaceCurve(time: whole.roundedToMilliseconds, ratio: group.fade.ratio(ability.fade))
        // As many draws whatever happens.
        let comes = !racing.chance(group.noShows)
        let gives = racing.chance(group.dropOuts)
        let dropsOutAt = min(1, max(0, racing.draw(group.dropOutAt)))
        let age = racing.time(group.positionAge)
        let starts = comes ? race.start + delay : .never
        var (exit, share) = (Racer.Exit.finishes, 1.0)
        if gives { (exit, share) = (.out(.droppedOut), dropsOutAt) }
        for cutOff in race.cutOffs.sorted(by: { $0.point < $1.point }) {
            let point = cutOff.point.inMetres / track.length.inMetres
            guard point <= share, delay + curve.time(to: point) > cutOff.after else { continue }
            (exit, share) = (.out(.cutOff), point)
            break
        }
        return Racer(
            user: user, starts: starts, curve: curve, exit: exit,
            exitCovered: Distance(millimetres: Int64((Double(track.length.millimetres) * share).rounded())),
            exits: comes ? starts + max(.milliseconds(1), curve.time(to: share)) : .never, age: age)
    }
}

/// A standard normal draw that is correlated with another one.
private func mixed(_ first: Double, _ second: Double, _ correlation: Double) -> Double {
    correlation * first + (1 - correlation * correlation).squareRoot() * second
}
