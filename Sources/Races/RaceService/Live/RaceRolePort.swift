// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel
import RaceRules
import Synchronization

/// What the accounts of users and organisers ask of the race service.
///
/// Which session may send which message, the message itself says (`RaceMessage.admission`), and the gateway holds it to that.
/// Whatever changes something goes in as a `RaceMessage`, so that it stands in the input log and a replay without accounts does it
/// again.
public final class RaceRolePort: RolePort {
    /// The last numbers that were given; none is given twice while the program runs, also not that of somebody who has left. Nor is,
    /// after a restart, that of anybody of whom something was stored.
    private struct Last {
        var user: Int32 = 0
        var organiser: Int32 = 0
    }

    /// The rules of the accounts.
    public let rules: any RoleRules = RaceRoles()
    private let service: RaceService
    private let last = Mutex(Last())

    /// Opens the port.
    public init(_ service: RaceService) { self.service = service }

    /// The next number of a user or organiser.
    public func newPerson(_ type: RoleName, from connection: Connection) -> Int32 {
        let (user, organiser) = service.onLoop { ($0.rules.lastUser, $0.rules.lastOrganiser) }
        return last.withLock { last in
            switch type {
            case .raceUser:
                last.user = max(last.user, user) + 1
                return last.user
            case .organiser:
                last.organiser = max(last.organiser, organiser) + 1
                return last.organiser
            default: return connection.role.number
            }
        }
    }

    /// A user may leave at any time, an organiser when all of its races are over.
    public func obstacle(toDeleting role: Role) -> DeletionRefusal? {
        guard role.name == .organiser else { return nil }
        let isBusy = service.onLoop { service in
            service.rules.races.contains { $0.organiser.number == role.number && !$0.isOver }
        }
        return isBusy ? .hasRaces : nil
    }

    /// A user is notified of new races from now on (RACE-CREATE-NOTIFY). Accounts keep their numbers over a restart.
    public func entered(_ account: Account) {
        last.withLock { last in
            switch account.type {
            case .raceUser: last.user = max(last.user, account.person)
            case .organiser: last.organiser = max(last.organiser, account.person)
            default: break
            }
        }
        guard account.type == .raceUser else { return }
        service.onLoop { $0.take(.enrol(RaceUserID(account.person))) }
    }

    /// Only who is logged in follows races on the map (RACE-WATCH).
    public func sessionEnded(_ role: Role) {
        guard role.name == .raceUser else { return }
        let user = RaceUserID(role.number)
        service.onLoop { service in
            for race in service.rules.races where race.followers.contains(user) {
                service.take(.user(user, .unfollow(race.id)))
            }
        }
    }

    /// A user's participations end, and nothing is kept of the person (DEC-ACCOUNT-DELETE). Returns how many records there were.
    /// Of an organiser a race that is over has the number, which names nobody any more.
    public func forget(_ role: Role) -> Int {
        guard role.name == .raceUser else { return 0 }
        let count = ownRecords(of: role).count
        service.onLoop { $0.take(.forget(RaceUserID(role.number))) }
        return count
    }

    /// The races that a user has run in or an organiser has held, newest first.
    public func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        let races = service.onLoop { $0.rules.races }
        let lines = races.filter(\.isOver).compactMap { race -> HistoryEntry? in
            var isFulfilled = race.phase == .ended
            if role.name == .raceUser {
                guard let index = race.index(of: RaceUserID(role.number)) else { return nil }
                isFulfilled = race.runners[index].phase == .finished
            } else if race.organiser.number != role.number {
                return nil
            }
            return HistoryEntry(number: race.id.number, time: race.end, isFulfilled: isFulfilled)
        }
        return lines.filter { line in from.map { $0 <= line.time } ?? true && to.map { line.time < $0 } ?? true }
            .sorted { ($0.time, $0.number) > ($1.time, $1.number) }
    }

    /// A user's races, places at the track, consents and wish; an organiser's races (SEC-07).
    public func ownRecords(of role: Role) -> [OwnRecord] {
        let rules = service.onLoop { $0.rules }
        guard role.name == .raceUser else {
            return rules.races.filter { $0.organiser.number == role.number }.map { $0.own("race") }
        }
        let user = RaceUserID(role.number)
        return rules.races.compactMap { race in race.index(of: user).map { race.own("participation", race.runners[$0]) }
        }
            + rules.races.filter { $0.spectators.contains(user) }.map { $0.own("place at the track") }
            + rules.races.filter { $0.followers.contains(user) }.map { $0.own("map") }
            + rules.consents(of: user).map { consent in
                OwnRecord(
                    "consent",
                    ["organiser": consent.organiser.description, "state": consent.isGiven ? "given" : "asked"])
            }
            + (rules.hasWish(user) ? [OwnRecord("wish", ["for": "a race that can be joined"])] : [])
    }
}

extension Race {
    /// A record of the race, with what it has of a runner.
    fileprivate func own(_ kind: String, _ runner: Runner? = nil) -> OwnRecord {
        var fields = [
            "race": id.description, "name": name, "start": start.description, "end": end.description,
        ]
        if let runner {
            fields["covered"] = "\(runner.covered.millimetres) mm"
            fields["time"] = runner.time?.description
        }
        return OwnRecord(kind, fields)
    }
}
