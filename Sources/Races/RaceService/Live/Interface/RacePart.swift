// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import RaceRules

/// A race that a user follows on the map.
struct FollowedRace: Hashable, Comparable {
    let user: RaceUserID
    let race: RaceID

    static func < (left: Self, right: Self) -> Bool { (left.user, left.race) < (right.user, right.race) }
}

/// What the client keeps of users of the race service.
final class RacePart: ClientPart {
    /// The newest positions on the maps that are open here.
    let maps = NewsBoxes<FollowedRace, RaceSnapshot>(most: 1)
    /// What the phones of runners who are logged in here said last.
    private var runners: [RaceUserID: RunnerReport] = [:]

    /// What users wait for that may come after the answer to their message, and whether it has come.
    private var awaited: [RaceUserID: (notice: RaceNotice, isHeard: Bool)] = [:]

    private struct RunnerReport {
        let race: RaceID
        let place: Place
        let covered: Distance
        let time: CityTime
    }

    func close() { maps.close() }

    /// A user waits for a notice, and for no other any more.
    func awaits(_ notice: RaceNotice, for user: RaceUserID) { awaited[user] = (notice, false) }

    /// Whether it has come; then it is waited for no more.
    func hasHeard(_ user: RaceUserID) -> Bool {
        guard awaited[user]?.isHeard ?? false else { return false }
        awaited[user] = nil
        return true
    }

    func take(_ notice: RaceNotice, _ user: RaceUserID) {
        if awaited[user]?.notice == notice { awaited[user]?.isHeard = true }
        switch notice {
        case .following(let race, _, _): maps.open(for: FollowedRace(user: user, race: race))
        case .followEnded(let race), .ended(let race): maps.remove(FollowedRace(user: user, race: race))
        default: break
        }
    }

    /// A runner's phone says where it is.
    func report(_ user: RaceUserID, in race: RaceID, at place: Place, covered: Distance, at now: CityTime) {
        runners[user] = RunnerReport(race: race, place: place, covered: covered, time: now)
    }

    /// What the phones of a race's runners say, by the runners' numbers. Who has not said for 5 s where it is is left out: followers
    /// would see an older position than RACE-R20 allows.
    func fixes(of race: RaceID, at now: CityTime) -> [RunnerFix] {
        runners.filter { $0.value.race == race && now - $0.value.time <= .seconds(5) }
            .map { RunnerFix($0.key, at: $0.value.place, covered: $0.value.covered, age: now - $0.value.time) }
            .sorted { $0.user < $1.user }
    }
}

extension CityClient {
    var racePart: RacePart { part(RacePart.self) }
}

extension Session {
    /// The user of the race service; for anybody else the number as a user's, which the server refuses as the wrong role.
    var raceUser: RaceUserID { RaceUserID(role.number) }
}

extension RaceNotice {
    /// Whether the user did not ask for it, or may have lost it to another cause.
    var isNews: Bool {
        switch self {
        case .announced, .available, .consentAsked, .participationEnded, .reminder, .spectatorLeft, .trackDefined,
            .started, .ended, .cancelled:
            true
        case .races, .wishStored, .joined, .joinRefused, .consentStored, .consentRemoved, .spectatorAccepted,
            .spectatorRefused, .following, .followEnded, .statistics, .refused, .runnerRefused:
            false
        }
    }
}
