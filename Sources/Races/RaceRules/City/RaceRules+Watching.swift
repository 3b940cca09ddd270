// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Lists of races, spectators and followers (RACE-R21, RACE-WATCH, RACE-SPECTATOR).
extension RaceRules {
    /// The races that have not started and take place as far as is known.
    func coming(at now: CityTime) -> [Race] { races.filter { $0.phase == .coming && now < $0.start } }

    /// A list for a user. Where no race is on, those who want to watch get the coming ones instead (RACE-WATCH-EXC).
    func list(for user: RaceUserID, _ purpose: RaceListPurpose, at now: CityTime, _ out: inout [RaceDirective]) {
        let running = races.filter { $0.phase == .running }
        let purpose = purpose == .running && running.isEmpty ? .coming : purpose
        let rows = (purpose == .running ? running : coming(at: now)).map { row($0, for: user) }
        // What overlaps a joined race, or is joined, is not listed for joining (RACE-R23).
        let shown = purpose == .joining ? rows.filter { $0.state == .open || $0.state == .full } : rows
        let full = shown.count { $0.state == .full }
        let count = purpose == .joining ? shown.count - full : shown.count
        out.append(
            .note(
                .racesListed(
                    user: user, organiser: nil, purpose: purpose, count: Int32(count), full: Int32(full))))
        out.append(.notify(user, .races(shown, purpose)))
    }

    // MARK: Spectators

    mutating func spectate(_ id: RaceID, _ user: RaceUserID, _ out: inout [RaceDirective]) {
        let reason: SpectatorRefusal? = {
            guard let race = self[id] else { return .unknownRace }
            if race.isOver { return .over }
            if race.spectators.contains(user) { return .alreadyRegistered }
            if race.index(of: user) != nil || overlaps(user, race) { return .overlap }
            return race.spectators.count >= Int(race.mostSpectators) ? .full : nil
        }()
        guard reason == nil, let index = known(id) else {
            let reason = reason ?? .unknownRace
            out.append(.note(.spectatorRefused(race: id, user: user, reason: reason)))
            out.append(.notify(user, .spectatorRefused(id, reason)))
            return
        }
        races[index].spectators.append(user)
        out.append(
            .note(.spectatorAccepted(race: id, user: user, spectators: Int32(races[index].spectators.count))))
        out.append(.notify(user, .spectatorAccepted(id)))
    }

    mutating func stopSpectating(_ id: RaceID, _ user: RaceUserID, _ out: inout [RaceDirective]) {
        guard let index = known(id) else { return refuse(user, id, .unknownRace, &out) }
        if !stopSpectating(index, user, .left, &out) { refuse(user, id, .notSpectator, &out) }
    }

    /// Whether somebody was a spectator, and is none any more.
    @discardableResult
    mutating func stopSpectating(
        _ index: Int, _ user: RaceUserID, _ cause: SpectatorEnd, _ out: inout [RaceDirective]
    ) -> Bool {
        guard !races[index].isOver, let row = races[index].spectators.firstIndex(of: user) else { return false }
        races[index].spectators.remove(at: row)
        out.append(.note(.spectatorLeft(race: races[index].id, user: user, cause: cause)))
        out.append(.notify(user, .spectatorLeft(races[index].id)))
        return true
    }

    // MARK: Followers

    mutating func follow(_ id: RaceID, _ user: RaceUserID, at now: CityTime, _ out: inout [RaceDirective]) {
        guard let index = known(id) else { return refuse(user, id, .unknownRace, &out) }
        guard races[index].phase == .running, let track = races[index].track else {
            refuse(user, id, .notOn, &out)
            // Nothing is on: the coming races instead (RACE-WATCH-EXC).
            if !races.contains(where: { $0.phase == .running }) { list(for: user, .running, at: now, &out) }
            return
        }
        if races[index].followers.contains(user) { return refuse(user, id, .alreadyFollowing, &out) }
        races[index].followers.append(user)
        out.append(.note(.raceFollowed(race: id, user: user)))
        out.append(
            .notify(user, .following(id, track: track.places, participants: races[index].participants)))
    }

    mutating func unfollow(_ id: RaceID, _ user: RaceUserID, _ out: inout [RaceDirective]) {
        guard let index = known(id) else { return refuse(user, id, .unknownRace, &out) }
        guard let row = races[index].followers.firstIndex(of: user) else {
            return refuse(user, id, .notFollowing, &out)
        }
        races[index].followers.remove(at: row)
        out.append(.note(.followEnded(race: id, user: user)))
        out.append(.notify(user, .followEnded(id)))
    }

    func viewStatistics(_ id: RaceID, _ user: RaceUserID, _ out: inout [RaceDirective]) {
        guard let race = self[id] else { return refuse(user, id, .unknownRace, &out) }
        guard race.phase == .running || race.phase == .ended else { return refuse(user, id, .noStatistics, &out) }
        let numbers = race.statistics(named: parameters.named)
        out.append(
            .note(.statsViewed(race: id, user: user, running: numbers.running, finished: numbers.finished)))
        out.append(.notify(user, .statistics(id, numbers)))
    }
}
