// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A race while it is on: reports and positions of runners' phones, start and end (RACE-R19, RACE-R20, RACE-CONSENT).
extension RaceRules {
    // MARK: Time

    /// The time asked for with `wake` has come.
    public mutating func due(_ id: RaceID, at now: CityTime) -> [RaceDirective] {
        var out: [RaceDirective] = []
        guard let index = known(id), !races[index].isOver else { return out }
        if !races[index].isReminded, now >= races[index].start - parameters.reminder {
            races[index].isReminded = true
            for user in races[index].participantList { remind(user, races[index], &out) }
            out.append(.saveRace(id))
        }
        if races[index].phase == .coming, now >= races[index].start { begin(index, at: now, &out) }
        if races[index].phase == .running, now >= races[index].end { end(index, &out) }
        if races[index].phase == .running, now >= races[index].nextCollection, races[index].shown > 0 {
            out.append(.collect(id))
            // After an outage the times that have passed are left out.
            let late = now - races[index].nextCollection
            let steps = late.nanoseconds / parameters.interval.nanoseconds + 1
            races[index].nextCollection =
                races[index].nextCollection + TimeSpan(nanoseconds: steps * parameters.interval.nanoseconds)
        }
        if let next = nextTime(of: races[index]) { out.append(.wake(id, at: next)) }
        return out
    }

    func nextTime(of race: Race) -> CityTime? {
        switch race.phase {
        case .coming: race.isReminded ? race.start : race.start - parameters.reminder
        case .running: race.shown > 0 ? min(race.nextCollection, race.end) : race.end
        case .ended, .cancelled: nil
        }
    }

    private mutating func begin(_ index: Int, at now: CityTime, _ out: inout [RaceDirective]) {
        let id = races[index].id
        let everybody = races[index].participantList + races[index].spectators
        guard races[index].track != nil else {
            races[index].phase = .cancelled
            out.append(
                .note(.raceCancelled(race: id, cause: .noTrack, participants: races[index].participants)))
            for user in everybody { out.append(.notify(user, .cancelled(id, .noTrack))) }
            return
        }
        races[index].phase = .running
        races[index].shown = Int(races[index].participants)
        races[index].nextCollection = races[index].start
        out.append(.note(.raceStarted(race: id, participants: races[index].participants)))
        for user in everybody { out.append(.notify(user, .started(id))) }
    }

    private mutating func end(_ index: Int, _ out: inout [RaceDirective]) {
        let id = races[index].id
        for row in races[index].runners.indices where races[index].runners[row].isShown {
            let runner = races[index].runners[row]
            let cause: RunnerOutCause = runner.phase == .running ? .timeUp : .neverStarted
            races[index].leaveTrack(row, as: .out)
            out.append(.note(.runnerOut(race: id, user: runner.user, cause: cause, covered: runner.covered)))
        }
        races[index].phase = .ended
        let finished = Int32(races[index].runners.count { $0.phase == .finished })
        let others = Int32(races[index].runners.count) - finished
        out.append(.note(.raceEnded(race: id, finished: finished, out: others)))
        let race = races[index]
        var seen = Set<RaceUserID>()
        for user in race.participantList + race.spectators + race.followers where seen.insert(user).inserted {
            out.append(.notify(user, .ended(id)))
        }
        races[index].followers = []
    }

    // MARK: Reports of phones

    mutating func take(
        _ message: RunnerMessage, from user: RaceUserID, at now: CityTime, _ out: inout [RaceDirective]
    ) {
        switch message {
        case .crossedStart(let race):
            guard let (index, row) = runner(user, of: race, is: .waiting, at: now, &out) else { return }
            races[index].runners[row].phase = .running
            races[index].runners[row].started = now
            out.append(.note(.runnerStarted(race: race, user: user)))
        case .crossedFinish(let race):
            guard let (index, row) = runner(user, of: race, is: .running, at: now, &out) else { return }
            let time = now - races[index].runners[row].started
            races[index].runners[row].time = time
            if let track = races[index].track { races[index].runners[row].covered = track.length }
            races[index].leaveTrack(row, as: .finished)
            out.append(
                .note(
                    .runnerFinished(race: race, user: user, time: time, sinceStart: now - races[index].start)))
        case .out(let race, let cause):
            guard let (index, row) = runner(user, of: race, is: .running, at: now, &out) else { return }
            races[index].leaveTrack(row, as: .out)
            out.append(
                .note(
                    .runnerOut(race: race, user: user, cause: cause, covered: races[index].runners[row].covered)))
        }
    }

    /// The runner that a phone reports of, when the race is on and the runner is so far; refuses the report else.
    private func runner(
        _ user: RaceUserID, of id: RaceID, is phase: Runner.Phase, at now: CityTime, _ out: inout [RaceDirective]
    ) -> (index: Int, row: Int)? {
        func refuse(_ reason: RunnerRefusal) {
            out.append(.note(.runnerRefused(race: id, user: user, reason: reason)))
            out.append(.notify(user, .runnerRefused(id, reason)))
        }
        guard let index = known(id) else {
            refuse(.unknownRace)
            return nil
        }
        guard let row = races[index].index(of: user) else {
            refuse(.noParticipant)
            return nil
        }
        guard races[index].phase == .running, now <= races[index].end else {
            refuse(.notOn)
            return nil
        }
        let runner = races[index].runners[row]
        guard runner.phase != phase else { return (index, row) }
        switch runner.phase {
        case .waiting: refuse(.notStarted)
        case .running: refuse(.alreadyStarted)
        case .finished, .out: refuse(.over)
        }
        return nil
    }

    /// Takes the positions that were collected of a race. Each that may be shown is noted; the directives that come back
    /// show all of them to the followers.
    ///
    /// Only positions of the race's own runners count, from its start to its end, and none of somebody who is through or no
    /// participant any more (RACE-CONSENT). Allocates nothing for a position while nobody follows.
    public mutating func take(
        _ fixes: [RunnerFix], of id: RaceID, at now: CityTime, note: (RaceEvent) -> Void
    ) -> [RaceDirective] {
        guard let index = known(id), races[index].phase == .running, now <= races[index].end else { return [] }
        let taken = races[index].take(fixes, at: now, note: note)
        guard !races[index].followers.isEmpty else { return [] }
        return [
            .note(
                .snapshotPublished(
                    race: id, positions: taken.count, followers: Int32(races[index].followers.count),
                    oldest: taken.oldest)),
            .publish(
                RaceSnapshot(race: id, time: now, oldest: taken.oldest, runners: taken.shown),
                to: races[index].followers),
        ]
    }
}

extension Race {
    /// Takes the positions that may be shown: how many, the greatest age of one, and all of them for followers, if any.
    fileprivate mutating func take(
        _ fixes: [RunnerFix], at now: CityTime, note: (RaceEvent) -> Void
    ) -> (count: Int32, oldest: TimeSpan, shown: [ShownRunner]) {
        let isFollowed = !followers.isEmpty
        let length = track?.length ?? .zero
        var (count, oldest): (Int32, TimeSpan) = (0, .zero)
        var shown: [ShownRunner] = []
        if isFollowed { shown.reserveCapacity(fixes.count) }
        for fix in fixes {
            guard let index = self.index(of: fix.user), runners[index].isShown, fix.age >= .zero,
                now - fix.age >= start, fix.covered <= length
            else { continue }
            runners[index].covered = fix.covered
            count += 1
            oldest = max(oldest, fix.age)
            note(
                .runnerPosition(
                    race: id, user: fix.user, place: fix.place, covered: fix.covered, age: fix.age))
            if isFollowed { shown.append(ShownRunner(user: fix.user, place: fix.place, covered: fix.covered)) }
        }
        return (count, oldest, shown)
    }
}
