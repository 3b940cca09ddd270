// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What is kept over a restart of the service: races, who takes part and watches, consents and wishes. Who follows on the map is not:
/// sessions end with the service.
extension RaceRules {
    /// A race as it is stored.
    public func record(of race: RaceID) -> RaceRecord? { self[race].map { RaceRecord($0) } }

    /// What is kept of a user, as it is stored. Looks at the spectators of all races.
    public func record(of user: RaceUserID) -> RaceUserRecord {
        RaceUserRecord(
            id: user, consents: consents.all(of: user), hasWish: users.hasWish(user),
            runs: users.races(of: user).compactMap { id in
                guard let race = self[id], let index = race.index(of: user) else { return nil }
                return RunRecord(id, race.runners[index])
            }, places: races.filter { $0.spectators.contains(user) }.map(\.id))
    }

    /// Takes over what the stores of records hold, after a restart of the service. The users with accounts are enrolled before; nothing
    /// is kept of anybody else, whose account was deleted as the service went down (DEC-ACCOUNT-DELETE).
    ///
    /// What fell into the time in which the service was down is made up for by the timers: a race whose start has come begins now.
    public mutating func restore(
        races stored: StoredRecords<RaceRecord>, users records: StoredRecords<RaceUserRecord>, at now: CityTime
    ) -> [RaceDirective] {
        precondition(races.isEmpty, "races are restored before any is created")
        var out: [RaceDirective] = []
        let kept = Dictionary(stored.open.map { ($0.id, $0) }) { first, _ in first }
        for number in stride(from: 1, through: stored.lastNumber, by: 1) {
            let id = RaceID(number)
            races.append(Race(kept[id] ?? RaceRecord(lost: id)))
        }
        var runs: [[(run: RunRecord, user: RaceUserID)]] = races.map { race in
            (kept[race.id]?.nameless ?? []).map { ($0, RaceUserID(0)) }
        }
        lastUser = records.lastNumber
        lastOrganiser = races.map(\.organiser.number).max() ?? 0
        for record in records.open {
            let isUser = users.knows(record.id)
            for run in record.runs {
                // A record that was to be erased when the service went down says again what stands in the race's own.
                guard let index = known(run.race), !runs[index].contains(where: { $0.run.joined == run.joined }) else {
                    continue
                }
                runs[index].append((run, isUser ? record.id : RaceUserID(0)))
            }
            guard isUser else {
                out.append(.eraseUser(record.id))
                continue
            }
            for consent in record.consents {
                lastOrganiser = max(lastOrganiser, consent.organiser.number)
                consents.restore(consent, of: record.id)
            }
            if record.hasWish { users.addWish(of: record.id) }
            for race in record.places {
                if let index = known(race) { races[index].spectators.append(record.id) }
            }
            for run in record.runs { users.add(run.race, to: record.id) }
        }
        for index in races.indices {
            races[index].restore(runs[index], at: now)
            if !records.open.allSatisfy({ users.knows($0.id) }) { out.append(.saveRace(races[index].id)) }
            if let next = nextTime(of: races[index]) { out.append(.wake(races[index].id, at: next)) }
        }
        return out
    }
}

extension Race {
    /// A race as it was stored, without its runners and spectators.
    fileprivate init(_ record: RaceRecord) {
        self.init(
            record.id,
            RaceForm(name: record.name, track: record.track), of: record.organiser, record.start, record.end,
            record.maximum, spectators: record.mostSpectators)
        (phase, isReminded) = (record.phase, record.isReminded)
    }

    /// Takes back who takes part, in the order of joining; without a number who has none any more.
    fileprivate mutating func restore(_ runs: [(run: RunRecord, user: RaceUserID)], at now: CityTime) {
        for (run, user) in runs.sorted(by: { $0.run.joined < $1.run.joined }) { add(Runner(user, run)) }
        guard phase == .running else { return }
        shown = runners.count { $0.isShown }
        nextCollection = max(start, now)
    }
}

extension Runner {
    fileprivate init(_ user: RaceUserID, _ run: RunRecord) {
        self.init(user, joined: run.joined)
        (phase, started, time, covered) = (run.phase, run.started, run.time, run.covered)
    }
}
