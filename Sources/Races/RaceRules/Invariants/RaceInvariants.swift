// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A rule that the events of a log do not keep.
public struct RaceViolation: Hashable, Sendable {
    /// The entry of the catalogue, such as "INV-RaceCapacity".
    public let rule: String
    /// Which race, if it is about one.
    public let race: RaceID?
    /// Whose, if it is about somebody.
    public let user: RaceUserID?
    /// When it was seen.
    public let time: CityTime
}

/// What must hold of the events of all races, whatever has noted them.
///
/// Takes one event after the other, and shares no code with the rules. An event costs constant time but for joins (the user's
/// races), starts and ends (the participants).
public struct RaceInvariants: Sendable {
    var races: [RaceID: SeenRace] = [:]
    /// The races in each person's list (INV-RaceBothWays).
    var own: [RaceUserID: Set<RaceID>] = [:]
    var consents: Set<ConsentPair> = []
    var runners = OpenTable(blank: SeenRunner())
    private var found: [RaceViolation] = []
    private var now = CityTime.epoch

    /// Nothing has happened.
    public init() {}

    /// Takes the next event; returns what it breaks.
    public mutating func take(_ event: RaceEvent, at now: CityTime) -> [RaceViolation] {
        self.now = now
        look(at: event)
        guard !found.isEmpty else { return [] }
        defer { found = [] }
        return found
    }

    /// Both relations, of races and of persons, are the same (INV-RaceBothWays): for the end of a run.
    public func bothWays(at now: CityTime) -> [RaceViolation] {
        var wrong: [RaceViolation] = []
        for (id, race) in races.sorted(by: { $0.key < $1.key }) {
            for user in race.participants.sorted() where own[user]?.contains(id) != true {
                wrong.append(RaceViolation(rule: "INV-RaceBothWays", race: id, user: user, time: now))
            }
        }
        for (user, list) in own.sorted(by: { $0.key < $1.key }) {
            for id in list.sorted() where races[id]?.participants.contains(user) != true {
                wrong.append(RaceViolation(rule: "INV-RaceBothWays", race: id, user: user, time: now))
            }
        }
        return wrong
    }

    @inline(__always)
    mutating func check(_ holds: Bool, _ rule: String, _ race: RaceID?, _ user: RaceUserID? = nil) {
        if !holds { fail(rule, race, user) }
    }

    private mutating func fail(_ rule: String, _ race: RaceID?, _ user: RaceUserID?) {
        found.append(RaceViolation(rule: rule, race: race, user: user, time: now))
    }

    func now(isBefore time: CityTime) -> Bool { now < time }
    func now(isAfter time: CityTime) -> Bool { now > time }

    /// Changes what is known of a race; one that was not created is a violation.
    mutating func at(_ id: RaceID, _ body: (inout SeenRace) -> Void) {
        check(races[id] != nil, "RACE-R24", id)
        if var race = races.removeValue(forKey: id) {
            body(&race)
            races[id] = race
        }
    }

    private mutating func look(at event: RaceEvent) {
        switch event {
        case .runnerPosition(let race, let user, _, _, _): shown(user, race)
        case .raceCreated(let id, let organiser, let start, let end, let maximum, let spectators, let hasTrack, _):
            races[id] = SeenRace(
                organiser: organiser, start: start, end: end, maximum: maximum, mostSpectators: spectators,
                hasTrack: hasTrack)
            check(start < end, "INV-RaceTimes", id)
        case .trackDefined(let race, _):
            check(races[race].map { now < $0.start } ?? false, "RACE-CREATE-ROUTE", race)
            at(race) { $0.hasTrack = true }
        case .raceStarted(let race, let participants): started(race, participants)
        case .raceEnded(let race, _, _): ended(race)
        case .raceCancelled(let race, let cause, _):
            check(cause != .noTrack || races[race]?.hasTrack == false, "RACE-CREATE-ROUTE", race)
            at(race) { ($0.isOver, $0.isCancelled) = (true, true) }
        case .joinAccepted(let race, let user, let participants, let count):
            joined(race, user, participants, count)
        case .participationEnded(let race, let user, _, let participants, let count):
            left(race, user, participants, count)
        case .consentGiven(let user, let organiser):
            consents.insert(ConsentPair(user: user, organiser: organiser))
        case .consentWithdrawn(let user, let organiser):
            consents.remove(ConsentPair(user: user, organiser: organiser))
        case .raceReminder(let race, let user):
            check(races[race]?.participants.contains(user) ?? false, "RACE-REMINDER", race, user)
            check(races[race]?.reminded.contains(user) != true, "RACE-REMINDER", race, user)
            at(race) { $0.reminded.insert(user) }
        case .spectatorAccepted(let race, let user, let count): watches(race, user, count)
        case .spectatorLeft(let race, let user, _):
            check(races[race]?.spectators.contains(user) ?? false, "RACE-SPECTATOR", race, user)
            at(race) { $0.spectators.remove(user) }
        case .raceFollowed(let race, let user): check(races[race]?.isOn ?? false, "RACE-WATCH", race, user)
        case .runnerStarted(let race, let user): runnerStarted(race, user)
        case .runnerFinished(let race, let user, _, _): runnerThrough(race, user, hadStarted: true)
        case .runnerOut(let race, let user, _, _): runnerThrough(race, user, hadStarted: false)
        case .snapshotPublished(let race, _, _, let oldest):
            check(races[race]?.isOn ?? false, "RACE-CONSENT", race)
            check(oldest <= .seconds(5), "RACE-R20", race)
        case .raceRejected, .raceAnnounced, .trackRefused, .racesListed, .raceWish, .raceAvailable, .joinRefused,
            .consentAsked, .consentRequestRefused, .consentsKept, .spectatorRefused, .followEnded, .statsViewed,
            .userRefused, .runnerRefused:
            break
        }
    }
}
