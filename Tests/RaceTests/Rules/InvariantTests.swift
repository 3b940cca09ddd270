// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Testing

/// Each rule is seen to notice when it is broken: a sequence of events whose last one breaks it, and one that does not.
struct InvariantTests {
    private typealias Story = [(CityTime, RaceEvent)]
    private static let (first, second) = (RaceID(1), RaceID(2))
    private static let ada = RaceUserID(1)
    private static let max = RaceUserID(2)

    private static func created(
        _ race: RaceID = first, from start: CityTime = clock(10), to end: CityTime = clock(12), maximum: Int32 = 2,
        spectators: Int32 = 1, hasTrack: Bool = true
    ) -> (CityTime, RaceEvent) {
        (
            clock(8),
            .raceCreated(
                race: race, organiser: OrganiserID(1), start: start, end: end, maximum: maximum, spectators: spectators,
                hasTrack: hasTrack, users: 0)
        )
    }

    private static func consents(_ users: RaceUserID...) -> Story {
        users.map { (clock(8), .consentGiven(user: $0, organiser: OrganiserID(1))) }
    }

    private static func joined(
        _ user: RaceUserID, _ participants: Int32, in race: RaceID = first, races: Int32 = 1,
        at now: CityTime = clock(9)
    ) -> (CityTime, RaceEvent) {
        (now, .joinAccepted(race: race, user: user, participants: participants, races: races))
    }

    private static let ready = [created()] + consents(ada, max)
    private static let on = ready + [joined(ada, 1), (clock(10), .raceStarted(race: first, participants: 1))]

    private static func position(_ user: RaceUserID, _ race: RaceID = first, at now: CityTime) -> (CityTime, RaceEvent)
    {
        (now, .runnerPosition(race: race, user: user, place: .origin, covered: .zero, age: .zero))
    }

    private func violations(_ events: Story) -> [[String]] {
        var rules = RaceInvariants()
        return events.map { rules.take($0.1, at: $0.0).map(\.rule) }
    }

    /// The last event breaks this rule, and none before it breaks any.
    private func expect(_ rule: String, _ events: Story, sourceLocation: SourceLocation = #_sourceLocation) {
        let found = violations(events)
        #expect(found.dropLast().allSatisfy { $0.isEmpty }, "\(found)", sourceLocation: sourceLocation)
        #expect(found.last?.contains(rule) ?? false, "\(found)", sourceLocation: sourceLocation)
    }

    private func expectNone(_ events: Story, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(violations(events).allSatisfy { $0.isEmpty }, "\(violations(events))", sourceLocation: sourceLocation)
    }

    @Test("INV-RaceTimes: a race that ends when it starts is a violation")
    func times() {
        expect("INV-RaceTimes", [Self.created(to: clock(10))])
        expectNone([Self.created(to: clock(10, 0, 1))])
    }

    @Test("INV-RaceCapacity: one participant too many, and one listed twice, are violations")
    func capacity() {
        let full = Self.ready + [Self.joined(Self.ada, 1), Self.joined(Self.max, 2)]
        expectNone(full)
        let third = RaceUserID(3)
        expect("INV-RaceCapacity", Self.consents(third) + full + [Self.joined(third, 3)])
        expect("INV-RaceCapacity", Self.ready + [Self.joined(Self.ada, 1), Self.joined(Self.ada, 2)])
    }

    @Test("INV-RaceBothWays: a list of the race or of the person that misses or adds a join is a violation")
    func bothWays() {
        expect("INV-RaceBothWays", Self.ready + [Self.joined(Self.ada, 2)])
        expect("INV-RaceBothWays", Self.ready + [Self.joined(Self.ada, 1, races: 2)])
        let left = RaceEvent.participationEnded(
            race: Self.first, user: Self.ada, cause: .consentWithdrawn, participants: 0, races: 1)
        expect("INV-RaceBothWays", Self.ready + [Self.joined(Self.ada, 1), (clock(9), left)])
        var rules = RaceInvariants()
        for (time, event) in Self.ready + [Self.joined(Self.ada, 1)] { _ = rules.take(event, at: time) }
        #expect(rules.bothWays(at: clock(12)).isEmpty)
    }

    @Test("INV-RaceNoOverlap: a second race that only touches the first is a violation, one a second later is none")
    func overlap() {
        let next = Self.created(Self.second, from: clock(12), to: clock(14))
        expect(
            "INV-RaceNoOverlap",
            Self.ready + [next, Self.joined(Self.ada, 1), Self.joined(Self.ada, 1, in: Self.second, races: 2)])
        let later = Self.created(Self.second, from: clock(12, 0, 1), to: clock(14))
        expectNone(Self.ready + [later, Self.joined(Self.ada, 1), Self.joined(Self.ada, 1, in: Self.second, races: 2)])
        // A race that does not take place is in nobody's way.
        let gone = (clock(9), RaceEvent.raceCancelled(race: Self.first, cause: .noTrack, participants: 1))
        expectNone(
            [Self.created(hasTrack: false)] + Self.consents(Self.ada) + [
                next, Self.joined(Self.ada, 1), gone, Self.joined(Self.ada, 1, in: Self.second, races: 2),
            ])
    }

    @Test("RACE-R22, RACE-JOIN-CONSENT, RACE-R24: a join at the start, without consent, or to no race, is a violation")
    func joins() {
        expect("RACE-R22", Self.ready + [Self.joined(Self.ada, 1, at: clock(10))])
        expectNone(Self.ready + [Self.joined(Self.ada, 1, at: clock(9, 59, 59))])
        expect("RACE-JOIN-CONSENT", [Self.created(), Self.joined(Self.ada, 1)])
        expect(
            "RACE-JOIN-CONSENT",
            Self.ready + [
                (clock(8), .consentWithdrawn(user: Self.ada, organiser: OrganiserID(1))), Self.joined(Self.ada, 1),
            ])
        expect("RACE-R24", [Self.joined(Self.ada, 1)])
    }

    @Test(
        "RACE-CONSENT: positions before, after, of strangers, of other races and of runners who are through are violations"
    )
    func positions() {
        expectNone(Self.on + [Self.position(Self.ada, at: clock(10)), Self.position(Self.ada, at: clock(12))])
        expect("RACE-CONSENT", Self.ready + [Self.joined(Self.ada, 1), Self.position(Self.ada, at: clock(9))])
        expect("RACE-CONSENT", Self.on + [Self.position(Self.ada, at: clock(12, 0, 1))])
        expect("RACE-CONSENT", Self.on + [Self.position(Self.max, at: clock(11))])
        expect("RACE-CONSENT", Self.on + [Self.position(Self.ada, Self.second, at: clock(11))])
        let out = RaceEvent.runnerOut(race: Self.first, user: Self.ada, cause: .droppedOut, covered: .zero)
        expect("RACE-CONSENT", Self.on + [(clock(11), out), Self.position(Self.ada, at: clock(11))])
        let ended = RaceEvent.raceEnded(race: Self.first, finished: 0, out: 1)
        expect("RACE-CONSENT", Self.on + [(clock(12), ended), Self.position(Self.ada, at: clock(12))])
        let left = RaceEvent.participationEnded(
            race: Self.first, user: Self.ada, cause: .consentWithdrawn, participants: 0, races: 0)
        expect("RACE-CONSENT", Self.on + [(clock(11), left), Self.position(Self.ada, at: clock(11))])
        expect(
            "RACE-CONSENT",
            Self.ready + [Self.joined(Self.ada, 1), (clock(9), .raceStarted(race: Self.first, participants: 1))])
    }

    @Test("RACE-CREATE-ROUTE: a start without a track, and a cancelling for want of one that is there, are violations")
    func track() {
        let bare = [Self.created(hasTrack: false)]
        let start = (clock(10), RaceEvent.raceStarted(race: Self.first, participants: 0))
        let cancel = (clock(10), RaceEvent.raceCancelled(race: Self.first, cause: .noTrack, participants: 0))
        expect("RACE-CREATE-ROUTE", bare + [start])
        expectNone(bare + [(clock(9), .trackDefined(race: Self.first, length: .metres(5))), start])
        expect("RACE-CREATE-ROUTE", bare + [(clock(10), .trackDefined(race: Self.first, length: .metres(5)))])
        expect("RACE-CREATE-ROUTE", Self.ready + [cancel])
        expectNone(bare + [cancel])
    }

    @Test("RACE-SPECTATOR, RACE-WATCH, RACE-REMINDER, RACE-R20: watching and reminding against the rules")
    func watching() {
        func watches(_ user: RaceUserID, _ count: Int32, _ race: RaceID = Self.first) -> (CityTime, RaceEvent) {
            (clock(9), .spectatorAccepted(race: race, user: user, spectators: count))
        }
        expectNone(Self.ready + [watches(Self.ada, 1)])
        expect("RACE-SPECTATOR", Self.ready + [watches(Self.ada, 1), watches(Self.max, 2)])
        expect("RACE-SPECTATOR", Self.ready + [Self.joined(Self.ada, 1), watches(Self.ada, 1)])
        expect(
            "RACE-SPECTATOR", Self.ready + [(clock(9), .spectatorLeft(race: Self.first, user: Self.ada, cause: .left))])
        expect("RACE-WATCH", Self.ready + [(clock(9), .raceFollowed(race: Self.first, user: Self.ada))])
        let reminder = (clock(9), RaceEvent.raceReminder(race: Self.first, user: Self.ada))
        expect("RACE-REMINDER", Self.ready + [reminder])
        expect("RACE-REMINDER", Self.ready + [Self.joined(Self.ada, 1), reminder, reminder])
        func snapshot(_ age: TimeSpan) -> (CityTime, RaceEvent) {
            (clock(11), .snapshotPublished(race: Self.first, positions: 1, followers: 1, oldest: age))
        }
        expectNone(Self.on + [snapshot(.seconds(5))])
        expect("RACE-R20", Self.on + [snapshot(.milliseconds(5001))])
    }

    @Test("RACE-R19: who finishes without a start, twice, or in no race, is a violation")
    func runners() {
        let start = (clock(10), RaceEvent.runnerStarted(race: Self.first, user: Self.ada))
        let finish = (
            clock(11),
            RaceEvent.runnerFinished(race: Self.first, user: Self.ada, time: .hours(1), sinceStart: .hours(1))
        )
        expectNone(Self.on + [start, finish])
        expect("RACE-R19", Self.on + [finish])
        expect("RACE-R19", Self.on + [start, finish, finish])
        expect("RACE-R19", Self.on + [start, start])
        expect("RACE-R19", Self.ready + [start])
    }
}
