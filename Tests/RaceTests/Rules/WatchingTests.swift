// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Testing

/// Lists, spectators, followers, positions and statistics.
@Suite struct WatchingTests {
    /// A race of so many runners who all run at 4 m/s, and phones that give positions of this age.
    private static func race(
        _ runners: Int, interval: TimeSpan = .seconds(1), age: TimeSpan = .zero, length: TimeSpan = .minutes(1)
    ) -> RaceCity {
        var parameters = RaceParameters()
        parameters.interval = interval
        var city = RaceCity(parameters)
        let race = city.create(from: clock(10), to: clock(10) + length, maximum: Int32(runners))
        for user in 1...runners { city.join(user, race) }
        city.phones = { _, now in
            (1...runners).map { user in
                let covered = Distance(millimetres: (now - clock(10)).nanoseconds / 1_000_000 * 4)
                let own = min(age, now - clock(10))
                return RunnerFix(
                    RaceUserID(user), at: Place(east: Int32(covered.millimetres), north: 0), covered: covered, age: own)
            }
        }
        return city
    }

    @Test("RACE-R19: 50 runners for 60 s at one position a second give 3,000 positions")
    func positions() {
        var city = Self.race(50)
        city.run(until: clock(10, 1))
        #expect(city.count("runnerPosition") == 3000 && city.violations.isEmpty)
        var slow = Self.race(50, interval: .seconds(3))
        slow.run(until: clock(11))
        #expect(slow.count("runnerPosition") == 1000)
    }

    @Test("RACE-CONSENT: no position before the start, after the end, of strangers, or measured before the start")
    func onlyRunners() {
        var city = Self.race(2)
        let race = RaceID(1)
        let fixes = [1, 2, 3].map { RunnerFix(RaceUserID($0), at: .origin, covered: .zero, age: .zero) }
        city.at(clock(9, 59, 59))
        city.take(.positions(race, fixes))
        #expect(city.count("runnerPosition") == 0)
        city.at(clock(10))
        city.run(until: clock(10))
        #expect(city.count("runnerPosition") == 2)
        city.take(.positions(race, fixes))
        #expect(city.count("runnerPosition") == 4)
        let old = RunnerFix(RaceUserID(1), at: .origin, covered: .zero, age: .seconds(2))
        let far = RunnerFix(RaceUserID(1), at: .origin, covered: .metres(1001), age: .zero)
        city.at(clock(10, 0, 1))
        city.take(.positions(race, [old, far]))
        city.take(.positions(RaceID(2), fixes))
        #expect(city.count("runnerPosition") == 4)
        city.run(until: clock(10, 1))
        let before = city.count("runnerPosition")
        city.take(.positions(race, fixes))
        city.at(clock(10, 1, 1))
        city.take(.positions(race, fixes))
        #expect(city.count("runnerPosition") == before && city.violations.isEmpty)
    }

    @Test("RACE-CONSENT: what followers get of a runner is number, place and way; nothing of a person's health")
    func noHealth() throws {
        var city = Self.race(1)
        city.run(until: clock(10))
        city.user(9, .follow(RaceID(1)))
        city.run(until: clock(10, 0, 1))
        let shown = try #require(city.snapshots.first?.snapshot.runners.first)
        #expect(Mirror(reflecting: shown).children.compactMap(\.label) == ["user", "place", "covered"])
        #expect(
            Mirror(reflecting: RunnerFix(RaceUserID(1), at: .origin, covered: .zero, age: .zero)).children
                .compactMap(\.label) == ["user", "place", "covered", "age"])
    }

    @Test("RACE-WATCH: who follows at 10 s sees the track, and gets positions from then on until the end")
    func follow() {
        var city = Self.race(5)
        city.at(clock(10, 0, 10))
        city.user(9, .follow(RaceID(1)))
        city.run(until: clock(10, 1))
        #expect(city.notices.contains { $0.notice == .following(RaceID(1), track: RaceCity.track, participants: 5) })
        #expect(city.snapshots.count == 50 && city.snapshots.first?.snapshot.time == clock(10, 0, 10))
        #expect(city.snapshots.allSatisfy { $0.snapshot.runners.count == 5 && $0.followers == [RaceUserID(9)] })
        #expect(city.lastNotice(of: 9) == .ended(RaceID(1)) && city.violations.isEmpty)
    }

    @Test("RACE-WATCH: the map can be closed; refusals say why")
    func followRefused() {
        var city = Self.race(1)
        city.user(9, .follow(RaceID(7)))
        city.user(9, .follow(RaceID(1)))
        city.user(9, .viewStatistics(RaceID(1)))
        city.run(until: clock(10))
        city.user(9, .unfollow(RaceID(1)))
        city.user(9, .follow(RaceID(1)))
        city.user(9, .follow(RaceID(1)))
        city.user(9, .unfollow(RaceID(1)))
        city.user(9, .unfollow(RaceID(7)))
        city.user(9, .viewStatistics(RaceID(7)))
        #expect(
            city.userRefusals == [
                .unknownRace, .notOn, .noStatistics, .notFollowing, .alreadyFollowing, .unknownRace, .unknownRace,
            ])
        city.run(until: clock(10, 0, 30))
        #expect(city.snapshots.isEmpty && city.count("followEnded") == 1)
    }

    @Test("RACE-R20: each snapshot has all runners of the track once, and the age of the oldest position")
    func snapshot() {
        var city = Self.race(500, age: .milliseconds(900))
        city.at(clock(10))
        city.run(until: clock(10))
        for user in 1001...1100 { city.user(user, .follow(RaceID(1))) }
        city.run(until: clock(10, 0, 20))
        let last = city.snapshots.last
        #expect(last?.followers.count == 100 && last?.snapshot.runners.count == 500)
        #expect(last?.snapshot.oldest == .milliseconds(900) && city.violations.isEmpty)
    }

    @Test("RACE-WATCH-EXC: with no race on and two coming, the list of coming races comes instead")
    func nothingOn() {
        var city = RaceCity()
        city.create()
        city.create(from: clock(14), to: clock(15))
        city.user(1, .list(.running))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .coming, count: 2, full: 0))
        city.user(1, .follow(RaceID(1)))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .coming, count: 2, full: 0))
        city.run(until: clock(10))
        city.user(1, .list(.running))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .running, count: 1, full: 0))
    }

    @Test(
        "RACE-R21, RACE-R23: of 4 coming races 3 can be joined and the full one is marked; overlapping ones are not listed"
    )
    func list() {
        var city = RaceCity()
        for hour in 0..<3 { city.create(from: clock(10 + hour * 2), to: clock(11 + hour * 2)) }
        let full = city.create(from: clock(20), to: clock(21), maximum: 1)
        city.join(9, full)
        city.user(1, .list(.joining))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .joining, count: 3, full: 1))
        guard case .races(let rows, _)? = city.lastNotice(of: 1) else {
            Issue.record("no list")
            return
        }
        #expect(rows.map(\.state) == [.open, .open, .open, .full])
        city.join(1, RaceID(1))
        city.create(from: clock(10, 30), to: clock(10, 40))
        city.user(1, .list(.joining))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .joining, count: 2, full: 1))
    }

    @Test("RACE-SPECTATOR, DEC-RACE-SPECTATOR: of 11 the last finds it full and can follow on the map all the same")
    func spectators() {
        var city = RaceCity()
        let race = city.create(spectators: 10)
        for user in 1...11 { city.user(user, .spectate(race)) }
        #expect(city.count("spectatorAccepted") == 10 && city.spectatorRefusals == [.full])
        #expect(city.lastNotice(of: 11) == .spectatorRefused(race, .full))
        city.user(1, .spectate(race))
        city.user(1, .spectate(RaceID(7)))
        city.join(20, race)
        city.user(20, .spectate(race))
        city.run(until: clock(10))
        city.user(11, .follow(race))
        #expect(city.lastNotice(of: 11) == .following(race, track: RaceCity.track, participants: 1))
        city.run(until: clock(12))
        city.user(30, .spectate(race))
        #expect(city.spectatorRefusals == [.full, .alreadyRegistered, .unknownRace, .overlap, .over])
        #expect(city.violations.isEmpty)
    }

    @Test("RACE-SPECTATOR: a place is free again when somebody leaves, or runs at that time")
    func spectatorsLeave() {
        var city = RaceCity()
        let race = city.create(spectators: 1)
        let other = city.create(from: clock(11), to: clock(13))
        city.user(1, .spectate(race))
        city.join(1, other)
        city.user(2, .spectate(race))
        city.user(2, .stopSpectating(race))
        city.user(2, .stopSpectating(race))
        city.user(2, .stopSpectating(RaceID(8)))
        #expect(city.rules[race]?.spectators == [] && city.userRefusals == [.notSpectator, .unknownRace])
        #expect(city.spectatorRefusals.isEmpty && city.violations.isEmpty)
    }

    @Test(
        "RACE-WATCH: ranking and statistics: finishers by own time, then those on the track by way; who is out has no rank"
    )
    func statistics() {
        var city = Self.race(5, length: .minutes(10))
        let race = RaceID(1)
        city.phones = { _, _ in
            [
                RunnerFix(RaceUserID(3), at: .origin, covered: .metres(300), age: .zero),
                RunnerFix(RaceUserID(4), at: .origin, covered: .metres(400), age: .zero),
            ]
        }
        city.at(clock(10, 0, 1))
        for user in [1, 3, 4, 5] { city.runner(user, .crossedStart(race)) }
        city.at(clock(10, 0, 31))
        city.runner(2, .crossedStart(race))
        city.at(clock(10, 4))
        city.runner(1, .crossedFinish(race))
        city.at(clock(10, 4, 20))
        city.runner(2, .crossedFinish(race))
        city.runner(5, .out(race, .droppedOut))
        city.user(9, .viewStatistics(race))
        guard case .statistics(_, let numbers)? = city.lastNotice(of: 9) else {
            Issue.record("no statistics")
            return
        }
        // 2 came later over the line, and was faster.
        #expect(numbers.first.map(\.user.number) == [2, 1, 4, 3] && numbers.first.map(\.rank) == [1, 2, 3, 4])
        #expect(numbers.first.first?.time == .seconds(229) && numbers.meanTime == .seconds(234))
        #expect(numbers.participants == 5 && numbers.running == 2 && numbers.finished == 2 && numbers.out == 1)
        city.run(until: clock(10, 10))
        #expect(city.last == .raceEnded(race: race, finished: 2, out: 3) && city.violations.isEmpty)
        let causes = city.notes.compactMap { note in
            if case .runnerOut(_, _, let cause, _) = note.event { cause } else { nil }
        }
        #expect(causes == [.droppedOut, .timeUp, .timeUp])
    }

    @Test("A phone's report that does not fit is refused, for each reason")
    func reports() {
        var city = Self.race(2, length: .minutes(10))
        let race = RaceID(1)
        city.runner(1, .crossedStart(race))
        city.run(until: clock(10))
        city.runner(1, .crossedStart(RaceID(7)))
        city.runner(9, .crossedStart(race))
        city.runner(1, .crossedFinish(race))
        city.runner(1, .crossedStart(race))
        city.runner(1, .crossedStart(race))
        city.runner(1, .crossedFinish(race))
        city.runner(1, .out(race, .droppedOut))
        #expect(
            city.runnerRefusals == [.notOn, .unknownRace, .noParticipant, .notStarted, .alreadyStarted, .over])
        #expect(city.violations.isEmpty)
    }
}
