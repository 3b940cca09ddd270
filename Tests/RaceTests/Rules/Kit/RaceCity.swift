// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import RaceRules
import Testing

/// An instant of a day that is counted from 1970-01-01.
func clock(_ hour: Int, _ minute: Int = 0, _ second: Int = 0, day: Int = 0) -> CityTime {
    .seconds(((day * 24 + hour) * 60 + minute) * 60 + second)
}

/// Races with their clock: brings messages to the rules, fires the timer of each race after the messages of its instant, collects
/// positions when asked, and checks all rules after each call.
struct RaceCity {
    var rules: RaceRules
    private(set) var now = CityTime.epoch
    private(set) var notes: [(time: CityTime, event: RaceEvent)] = []
    private(set) var notices: [(user: RaceUserID, notice: RaceNotice)] = []
    private(set) var answers: [OrganiserAnswer] = []
    private(set) var snapshots: [(snapshot: RaceSnapshot, followers: [RaceUserID])] = []
    private(set) var violations: [RaceViolation] = []
    /// What the phones of a race give when they are asked.
    var phones: (RaceID, CityTime) -> [RunnerFix] = { _, _ in [] }
    private var audit = RaceInvariants()
    private var wakes: [RaceID: CityTime] = [:]

    static let organiser = OrganiserID(1)
    static let other = OrganiserID(2)
    /// One zone, 2 km wide.
    static let map = GridLayout(
        rows: 1, columns: 1, side: .metres(2000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
    /// A straight track of 1 km.
    static let track = [Place.origin, Place(metresEast: 1000, north: 0)]
    /// One that starts and ends in the city, and is beyond it between.
    static let outside = [Place.origin, Place(metresEast: 1000, north: -1), Place(metresEast: 1000, north: 0)]

    init(_ parameters: RaceParameters = RaceParameters(), at now: CityTime = clock(8)) {
        rules = RaceRules(parameters, map: Self.map)
        self.now = now
    }

    /// What both lists are at the end.
    var bothWays: [RaceViolation] { audit.bothWays(at: now) }

    // MARK: Time

    /// Fires all that falls due before an instant, and goes on from there: what is sent next arrives at it.
    mutating func at(_ time: CityTime) {
        fire { $0 < time }
        now = time
    }

    /// Fires what falls due until an instant.
    mutating func run(until time: CityTime) {
        fire { $0 <= time }
        now = time
    }

    private mutating func fire(_ isWanted: (CityTime) -> Bool) {
        while let next = wakes.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), isWanted(next.value) {
            wakes[next.key] = nil
            now = max(now, next.value)
            carryOut(rules.due(next.key, at: now))
        }
    }

    // MARK: What happens

    mutating func take(_ message: RaceMessage) { carryOut(rules.take(message, at: now)) }
    mutating func user(_ number: Int, _ message: RaceUserMessage) { take(.user(RaceUserID(number), message)) }
    mutating func runner(_ number: Int, _ message: RunnerMessage) { take(.runner(RaceUserID(number), message)) }
    mutating func organiser(_ message: OrganiserMessage, by organiser: OrganiserID = Self.organiser) {
        take(.organiser(organiser, message))
    }
    mutating func enrol(_ numbers: ClosedRange<Int>) { for number in numbers { take(.enrol(RaceUserID(number))) } }

    /// Creates a race; the number of the last one.
    @discardableResult
    mutating func create(
        from start: CityTime = clock(10), to end: CityTime = clock(12), maximum: Int32 = 100, spectators: Int32? = nil,
        track: [Place]? = Self.track, by organiser: OrganiserID = Self.organiser
    ) -> RaceID {
        let form = RaceForm(
            name: "run", start: start, end: end, maximum: maximum, spectators: spectators, track: track)
        self.organiser(.create(form), by: organiser)
        return RaceID(rules.races.count)
    }

    /// Gives consent, after having been asked.
    mutating func consent(_ user: Int, to organiser: OrganiserID = Self.organiser) {
        take(.enrol(RaceUserID(user)))
        self.organiser(.askConsent(RaceUserID(user)), by: organiser)
        self.user(user, .giveConsent(organiser))
    }

    /// Joins with consent.
    mutating func join(_ user: Int, _ race: RaceID = RaceID(1)) {
        consent(user, to: rules[race]?.organiser ?? Self.organiser)
        self.user(user, .join(race))
    }

    // MARK: Seeing

    /// The last fact.
    var last: RaceEvent? { notes.last?.event }
    /// What a user was notified of last.
    func lastNotice(of user: Int) -> RaceNotice? { notices.last { $0.user == RaceUserID(user) }?.notice }
    func count(_ name: String) -> Int { notes.count { $0.event.name == name } }
    /// The reasons of refused joins.
    var joinRefusals: [JoinRefusal] {
        notes.compactMap { if case .joinRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }
    var userRefusals: [RaceUserRefusal] {
        notes.compactMap { if case .userRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }
    var runnerRefusals: [RunnerRefusal] {
        notes.compactMap { if case .runnerRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }
    var spectatorRefusals: [SpectatorRefusal] {
        notes.compactMap { if case .spectatorRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }
    var rejections: [RaceRefusal] {
        notes.compactMap { if case .raceRejected(_, let reason, _, _, _) = $0.event { reason } else { nil } }
    }
    var consentRefusals: [ConsentRequestRefusal] {
        notes.compactMap { if case .consentRequestRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }
    var trackRefusals: [TrackRefusal] {
        notes.compactMap { if case .trackRefused(_, _, let reason) = $0.event { reason } else { nil } }
    }

    // MARK: Directives

    private mutating func note(_ event: RaceEvent) {
        notes.append((now, event))
        violations += audit.take(event, at: now)
    }

    private mutating func carryOut(_ directives: [RaceDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): note(event)
            case .notify(let user, let notice): notices.append((user, notice))
            case .reply(_, let answer): answers.append(answer)
            case .collect(let race): take(.positions(race, phones(race, now)))
            case .publish(let snapshot, let followers): snapshots.append((snapshot, followers))
            case .wake(let race, let time): wakes[race] = time
            case .saveRace, .eraseUser: break
            case .say(let word, let user, let organiser):
                // Whoever keeps the consents answers at once.
                switch word {
                case .ask, .left: break
                case .yes: take(.consent(user, organiser, isGiven: true))
                case .withdraw: take(.consent(user, organiser, isGiven: false))
                }
            }
        }
        rules.checkInvariants()
    }
}
