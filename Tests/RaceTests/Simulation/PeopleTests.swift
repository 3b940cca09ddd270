// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import RaceRules
import Reporting
import Testing

@testable import RaceSimulation

/// What runners and watchers do, to the second: everything that is drawn is constant.
@Suite struct PeopleTests {
    @Test("Runners look at the list, are asked for consent, join, run and finish; positions come every second")
    func run() throws {
        let (result, facts) = try SimulatedRaces.run(SimulatedRaces.race(runners: "people: 2"))
        #expect(
            facts.story("raceCreated", "joinAccepted", "raceStarted", "runnerFinished", "raceEnded") == [
                "06:00:00 raceCreated", "06:10:00 joinAccepted", "06:10:00 joinAccepted", "08:00:00 raceStarted",
                "08:06:00 runnerFinished", "08:06:00 runnerFinished", "09:00:00 raceEnded",
            ])
        #expect(
            facts.count("consentAsked") == 2 && facts.count("consentGiven") == 2 && facts.count("raceReminder") == 2)
        #expect(facts.count("raceAnnounced") == 2 && result.violations.isEmpty)
        // Each second from 08:00:00 to 08:06:00, shortly before the finish.
        #expect(facts.count("runnerPosition") == 722)
    }

    @Test("Positions lead along the track, evenly where the pace is even")
    func positions() throws {
        let (_, facts) = try SimulatedRaces.run(SimulatedRaces.race(runners: "people: 1"))
        var covered: [Double] = []
        for case (_, .runnerPosition(_, _, let place, let way, _)) in facts.races {
            covered.append(way.inMetres)
            #expect(abs(place.metresEast - facts.firstEast - way.inMetres) < 0.01)
        }
        let steps = zip(covered.dropFirst(2), covered.dropFirst(1)).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - 1000.0 / 360) < 0.02 } && (covered.last ?? 0) > 990)
    }

    @Test("RACE-CREATE-ROUTE: a track that follows is in time, and without one the race does not take place")
    func track() throws {
        let (_, late) = try SimulatedRaces.run(SimulatedRaces.race(", track-defined: \"07:00\""))
        #expect(late.story("trackDefined", "raceStarted") == ["07:00:00 trackDefined", "08:00:00 raceStarted"])
        let text = SimulatedRaces.race().replacing("track: \(SimulatedRaces.track), ", with: "")
        let (result, facts) = try SimulatedRaces.run(text)
        #expect(facts.story("raceCancelled", "raceStarted") == ["08:00:00 raceCancelled"])
        #expect(facts.count("joinAccepted") == 3 && facts.count("runnerPosition") == 0 && result.violations.isEmpty)
    }

    @Test("RACE-R30, RACE-JOIN-EXC: who finds the race full waits for another one, and joins that")
    func wishes() throws {
        let more = """
            races:
              events:
                - {name: dash, start: "08:00", end: "09:00", maximum: 2, track: \(SimulatedRaces.track)}
                - {name: second, created: "07:00", start: "10:00", end: "11:00", maximum: 9, track: \(SimulatedRaces.track)}
              runners: [{name: club, people: 4, looks-after: 10 min, \(SimulatedRaces.steady)}]

            """
        let (result, facts) = try SimulatedRaces.run(more)
        #expect(facts.count("raceWish") == 2 && facts.count("raceAvailable") == 2 && result.violations.isEmpty)
        // All four are in the second race: its time is free for all.
        #expect(facts.count("joinAccepted") == 6)
    }

    @Test("RACE-JOIN-CONSENT: who gives no consent does not join; who withdraws it is out again")
    func consent() throws {
        let (_, never) = try SimulatedRaces.run(SimulatedRaces.race(runners: "people: 5, consents: 0"))
        #expect(never.count("joinRefused") == 5 && never.count("joinAccepted") == 0)
        let (result, facts) = try SimulatedRaces.run(SimulatedRaces.race(runners: "people: 5, withdraws: 100%"))
        #expect(
            facts.count("participationEnded") == 5 && facts.count("runnerStarted") == 0 && result.violations.isEmpty)
    }

    @Test("Drop-outs, cut-offs and no-shows: each where and when it was drawn")
    func outs() throws {
        func outs(_ text: String) throws -> [(RunnerOutCause, Distance)] {
            let (result, facts) = try SimulatedRaces.run(text)
            #expect(result.violations.isEmpty)
            return facts.races.compactMap {
                if case .runnerOut(_, _, let cause, let covered) = $0.event { (cause, covered) } else { nil }
            }
        }
        let dropped = try outs(
            SimulatedRaces.race(runners: "people: 1, drop-out-at: 0.5").replacing("drop-outs: 0", with: "drop-outs: 1"))
        #expect(dropped.first?.0 == .droppedOut && abs((dropped.first?.1.inMetres ?? 0) - 500) < 4)
        let late = try outs(SimulatedRaces.race(", cut-offs: [{at: 500 m, after: 179 s}]", runners: "people: 1"))
        #expect(late.map(\.0) == [.cutOff])
        let inTime = try outs(SimulatedRaces.race(", cut-offs: [{at: 500 m, after: 181 s}]", runners: "people: 1"))
        #expect(inTime.isEmpty)
        #expect(try outs(SimulatedRaces.race(runners: "people: 1, no-shows: 100%")).map(\.0) == [.neverStarted])
        let short = SimulatedRaces.race(runners: "people: 1").replacing("end: \"09:00\"", with: "end: \"08:05\"")
        #expect(try outs(short).map(\.0) == [.timeUp])
    }

    @Test("Waves start one after the other, and the quick stand in front")
    func waves() throws {
        let race = PlannedRace.with { ($0.waves, $0.waveEvery, $0.firstFlow, $0.laterFlow) = (2, .minutes(5), 10, 5) }
        let line = LineUp(race: race, runners: 200)
        let delays = (0..<200).map { line.delay(of: $0) }
        #expect(delays == delays.sorted() && delays[99] < .minutes(5) && delays[100] >= .minutes(5))
        // 68 at 10 a second, then 32 at 5 a second.
        #expect(abs(delays[99].inSeconds - 13.1) < 0.2 && abs(delays[67].inSeconds - 6.75) < 0.1)
        let (_, facts) = try SimulatedRaces.run(
            SimulatedRaces.race(", waves: 3, wave-every: 2 min", runners: "people: 9"))
        let starts = facts.story("runnerStarted").map { $0.prefix(5) }
        #expect(starts.count { $0 == "08:00" } == 3 && starts.count { $0 == "08:02" } == 3)
    }

    @Test(
        "RACE-WATCH, RACE-SPECTATOR: watchers register, open the map when the race is on, read the numbers and close it"
    )
    func watchers() throws {
        let friends =
            "{name: friends, people: 4, looks-after: 1 h, spectates: 100%, opens-after: 1 min, stays: 2 min, statistics: 100%}"
        let (result, facts) = try SimulatedRaces.run(SimulatedRaces.race(", spectators: 3", watchers: friends))
        #expect(facts.count("spectatorAccepted") == 3 && facts.count("spectatorRefused") == 1)
        #expect(facts.count("raceFollowed") == 4 && facts.count("statsViewed") == 4 && facts.count("followEnded") == 4)
        // From 08:01:00 to 08:02:59 each second, for four maps.
        #expect(facts.shown.count == 480 && result.violations.isEmpty)
    }

    @Test("RACE-R20: with 500 runners, 1,000 followers and delays no position on a map is older than 5 s")
    func age() throws {
        let text = """
            races:
              events: [{name: dash, start: "08:00", end: "08:01", maximum: 500, track: \(SimulatedRaces.track)}]
              runners: [{name: club, people: 500, looks-after: 1 min, position-age: {uniform: {from: 0 s, to: 1 s}}}]
              watchers: [{name: friends, people: 1000, opens-after: 10 s, stays: 1 h}]
            network: {delay: {uniform: {from: 100 ms, to: 900 ms}}}

            """
        let (result, facts) = try SimulatedRaces.run(text)
        let ages = facts.shown.map { shown -> TimeSpan in
            if case .positionsShown(_, _, let age) = shown.event { age } else { .zero }
        }
        #expect(facts.count("raceFollowed") == 1000 && ages.count >= 49_000)
        #expect((ages.max() ?? .zero) <= .seconds(5) && (ages.max() ?? .zero) > .seconds(1))
        let verdict = result.metrics.services.first { $0.name == "races" }?.verdicts.first
        #expect(verdict?.id == "RACE-R20" && verdict?.outcome == .pass && result.violations.isEmpty)
    }

    @Test("RACE-R20: positions that come every 10 s are found too old")
    func tooOld() throws {
        let text = SimulatedRaces.race(watchers: "{name: friends, people: 1, opens-after: 1 min, stays: 1 h}")
            .replacing("races:\n", with: "races:\n  rules: {interval: 10 s}\n")
        let (result, _) = try SimulatedRaces.run(text)
        #expect(result.metrics.services.first { $0.name == "races" }?.verdicts.first?.outcome == .flag)
    }
}

extension RaceFacts {
    /// Where the track begins, in metres.
    var firstEast: Double {
        for case (_, .runnerPosition(_, _, let place, _, _)) in races { return place.metresEast }
        return 0
    }
}

extension PlannedRace {
    static func with(_ change: (inout PlannedRace) -> Void) -> PlannedRace {
        var race = PlannedRace()
        change(&race)
        return race
    }
}
