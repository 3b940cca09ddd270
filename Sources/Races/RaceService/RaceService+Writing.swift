// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RaceRules

/// First everything is written, then facts are noted and people notified: who was notified that something is so finds it so after a
/// restart too (AVAIL-07).
///
/// What changed is read from the facts: each names the race or the user whose record is another one now. Positions change none, since
/// the phones say them again.
extension RaceService {
    /// Carries out what the rules returned; the gateway holds `answer` back until all is durable.
    func carryOut(_ directives: [RaceDirective], _ answer: HeldAnswer? = nil) {
        let writes = shelves.map { self.writes(of: directives, $0) } ?? []
        // Nothing is shown before what was done earlier.
        guard !writes.isEmpty || unwritten > 0 else {
            show(directives)
            answer?.give()
            return
        }
        unwritten += 1
        writer.write(writes) { [self] outcome in onLoop { $0.written(directives, outcome, answer) } }
    }

    private func written(_ directives: [RaceDirective], _ outcome: WriteOutcome, _ answer: HeldAnswer?) {
        unwritten -= 1
        if let failure = outcome.failure { shelfFailure = shelfFailure ?? failure }
        guard !isClosed else { return }
        show(directives)
        answer?.give()
    }

    /// Each record that changed, once and as it is now.
    private func writes(of directives: [RaceDirective], _ shelves: RaceShelves) -> [RecordWrite] {
        var (races, users, gone): (Set<RaceID>, Set<RaceUserID>, Set<RaceUserID>) = ([], [], [])
        for directive in directives {
            switch directive {
            case .note(let event):
                let changed = event.changed
                if let race = changed.race { races.insert(race) }
                if let user = changed.user { users.insert(user) }
            case .saveRace(let race): races.insert(race)
            case .eraseUser(let user): gone.insert(user)
            case .notify, .reply, .collect, .publish, .say, .wake: break
            }
        }
        let rules = rules
        // The races come first: they take over the runners whose own records are erased.
        return races.sorted().compactMap { rules.record(of: $0) }.map { RecordWrite(.save($0), in: shelves.races) }
            + users.subtracting(gone).sorted().map { RecordWrite(.save(rules.record(of: $0)), in: shelves.users) }
            + gone.sorted().map { RecordWrite(.remove($0), in: shelves.users) }
    }

    /// Takes over what the shelves hold, after a restart of the service; the users with accounts are enrolled before. Before the first
    /// message.
    ///
    /// - Throws: What a shelf throws when it cannot be read.
    public func restore() throws {
        guard let shelves else { return }
        carryOut(rules.restore(races: try shelves.races.load(), users: try shelves.users.load(), at: loop.now))
    }
}

extension RaceEvent {
    /// The race and the user whose records it changes.
    fileprivate var changed: (race: RaceID?, user: RaceUserID?) {
        switch self {
        case .raceCreated(let race, _, _, _, _, _, _, _), .trackDefined(let race, _), .raceStarted(let race, _),
            .raceEnded(let race, _, _), .raceCancelled(let race, _, _), .raceReminder(let race, _):
            (race, nil)
        // A join tells whether the race's participants were reminded, and who leaves may leave a runner without a name.
        case .joinAccepted(let race, let user, _, _), .participationEnded(let race, let user, _, _, _): (race, user)
        case .raceWish(let user), .raceAvailable(let user, _), .consentAsked(let user, _), .consentGiven(let user, _),
            .consentWithdrawn(let user, _), .spectatorAccepted(_, let user, _), .spectatorLeft(_, let user, _),
            .runnerStarted(_, let user), .runnerFinished(_, let user, _, _), .runnerOut(_, let user, _, _):
            (nil, user)
        case .raceRejected, .raceAnnounced, .trackRefused, .racesListed, .joinRefused, .consentRequestRefused,
            .consentsKept, .spectatorRefused, .raceFollowed, .followEnded, .statsViewed, .userRefused, .runnerPosition,
            .runnerRefused, .snapshotPublished:
            (nil, nil)
        }
    }
}
