// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension RaceInvariants {
    // MARK: Lists

    mutating func joined(_ id: RaceID, _ user: RaceUserID, _ participants: Int32, _ count: Int32) {
        guard let race = races[id] else { return check(false, "RACE-R24", id, user) }
        check(now(isBefore: race.start), "RACE-R22", id, user)
        check(!race.participants.contains(user), "INV-RaceCapacity", id, user)
        check(race.participants.count < Int(race.maximum), "INV-RaceCapacity", id, user)
        check(
            consents.contains(ConsentPair(user: user, organiser: race.organiser)), "RACE-JOIN-CONSENT", id, user)
        for other in (own[user] ?? []).sorted() where other != id {
            guard let second = races[other], !second.isCancelled else { continue }
            check(!race.overlaps(second), "INV-RaceNoOverlap", id, user)
        }
        at(id) { $0.participants.insert(user) }
        own[user, default: []].insert(id)
        bothWays(id, user, participants, count)
    }

    mutating func left(_ id: RaceID, _ user: RaceUserID, _ participants: Int32, _ count: Int32) {
        check(races[id]?.participants.contains(user) ?? false, "RACE-JOIN", id, user)
        at(id) {
            $0.participants.remove(user)
            $0.reminded.remove(user)
        }
        own[user]?.remove(id)
        if let index = runners.index(of: user.number), runners[index].race == id.number {
            runners[index].isThrough = true
        }
        bothWays(id, user, participants, count)
    }

    /// What the service counts in the race's list and in the person's is what both lists have here.
    private mutating func bothWays(_ id: RaceID, _ user: RaceUserID, _ participants: Int32, _ count: Int32) {
        check(races[id]?.participants.count == Int(participants), "INV-RaceBothWays", id, user)
        check(own[user]?.count ?? 0 == Int(count), "INV-RaceBothWays", id, user)
    }

    mutating func watches(_ id: RaceID, _ user: RaceUserID, _ count: Int32) {
        guard let race = races[id] else { return check(false, "RACE-R24", id, user) }
        check(!race.isOver && !race.spectators.contains(user), "RACE-SPECTATOR", id, user)
        check(race.spectators.count < Int(race.mostSpectators), "RACE-SPECTATOR", id, user)
        check(race.spectators.count + 1 == Int(count), "RACE-SPECTATOR", id, user)
        for other in (own[user] ?? []).sorted() {
            guard let second = races[other], !second.isCancelled else { continue }
            check(!race.overlaps(second), "RACE-SPECTATOR", id, user)
        }
        at(id) { $0.spectators.insert(user) }
    }

    // MARK: On the track

    mutating func started(_ id: RaceID, _ participants: Int32) {
        guard let race = races[id] else { return check(false, "RACE-R24", id) }
        check(race.hasTrack, "RACE-CREATE-ROUTE", id)
        check(!now(isBefore: race.start), "RACE-CONSENT", id)
        check(race.participants.count == Int(participants), "INV-RaceBothWays", id)
        at(id) { $0.isOn = true }
        for user in race.participants.sorted() where user.number > 0 {
            runners.open(user.number, SeenRunner(race: id.number, until: race.end))
        }
    }

    mutating func ended(_ id: RaceID) {
        at(id) { ($0.isOn, $0.isOver) = (false, true) }
        for user in (races[id]?.participants ?? []).sorted() where runners.value(of: user.number)?.race == id.number {
            runners.close(user.number)
        }
    }

    /// A position is shown: only of the race's own runners who are not through, and only while the race is on (RACE-CONSENT).
    @inline(__always)
    mutating func shown(_ user: RaceUserID, _ id: RaceID) {
        guard let runner = runners.value(of: user.number) else { return check(false, "RACE-CONSENT", id, user) }
        check(
            runner.race == id.number && !runner.isThrough && !now(isAfter: runner.until), "RACE-CONSENT", id, user)
    }

    mutating func runnerStarted(_ id: RaceID, _ user: RaceUserID) {
        guard let index = runners.index(of: user.number), runners[index].race == id.number else {
            return check(false, "RACE-R19", id, user)
        }
        check(!runners[index].hasStarted && !runners[index].isThrough, "RACE-R19", id, user)
        runners[index].hasStarted = true
    }

    /// Somebody has finished, or is out: once, and a finish needs a start.
    mutating func runnerThrough(_ id: RaceID, _ user: RaceUserID, hadStarted: Bool) {
        guard let index = runners.index(of: user.number), runners[index].race == id.number else {
            return check(false, "RACE-R19", id, user)
        }
        check(!runners[index].isThrough && (!hadStarted || runners[index].hasStarted), "RACE-R19", id, user)
        runners[index].isThrough = true
    }
}
