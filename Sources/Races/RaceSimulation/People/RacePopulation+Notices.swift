// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RaceRules
import RandomStreams

/// What people make of what the service says.
extension RacePopulation {
    nonisolated func notify(_ user: RaceUserID, _ notice: RaceNotice) { onLoop { $0.take(notice, of: user) } }

    private func take(_ notice: RaceNotice, of user: RaceUserID) {
        let index = user.index - 1
        guard members.indices.contains(index) else { return }
        switch notice {
        case .announced(let row): hears(of: row, index)
        case .available(let row):
            members[index].hasWish = false
            if let group = members[index].runners {
                plan(.look, user.number, row.race, at: loop.now + members[index].choices.time(group.looksAfter))
            }
        case .races(let rows, let purpose): reads(rows, purpose, index)
        case .consentAsked: if members[index].wanted != nil { plan(.answerConsent, user.number, at: loop.now) }
        case .joined(let row): isIn(row, index)
        case .started(let race): beginField(race)
        case .ended(let race): stopRunning(race)
        case .participationEnded(let race):
            members[index].joined -= 1
            stopRunning(race, only: user)
            drops(race, members[index].person, wasHeld: false)
        case .joinRefused(_, .full):
            // Somebody was quicker: another look at the list.
            members[index].wanted = nil
            if members[index].runners != nil { plan(.look, user.number, at: loop.now) }
        case .following(let race, _, _):
            guard let group = members[index].watchers else { return }
            plan(.closeMap, user.number, race, at: loop.now + members[index].choices.time(group.stays))
        case .consentStored, .refused(.alreadyConsented):
            guard let race = members[index].consented else { break }
            members[index].consented = nil
            send(.user(user, .join(race)))
        case .cancelled(let race, _): drops(race, members[index].person, wasHeld: false)
        case .wishStored, .joinRefused, .consentRemoved, .reminder, .spectatorAccepted,
            .spectatorRefused, .spectatorLeft, .followEnded, .statistics, .trackDefined, .refused,
            .runnerRefused:
            break
        }
    }

    // MARK: Joining

    /// There is a new race.
    private func hears(of row: RaceRow, _ index: Int) {
        let user = members[index].user.number
        if let group = members[index].runners, group.race == nil || group.race == row.name {
            plan(.look, user, row.race, at: loop.now + members[index].choices.time(group.looksAfter))
        }
        guard let group = members[index].watchers, group.race == nil || group.race == row.name else { return }
        // As many draws whatever is chosen.
        let (spectates, follows) = (
            members[index].choices.chance(group.spectates), members[index].choices.chance(group.follows)
        )
        let (looks, opens) = (
            members[index].choices.time(group.looksAfter), members[index].choices.time(group.opensAfter)
        )
        if spectates { plan(.spectate, user, row.race, at: loop.now + looks) }
        if follows { plan(.openMap, user, row.race, at: row.start + opens) }
    }

    /// A list of races is on the screen.
    private func reads(_ rows: [RaceRow], _ purpose: RaceListPurpose, _ index: Int) {
        let user = members[index].user
        switch purpose {
        case .joining:
            guard let group = members[index].runners else { return }
            let open = rows.first { $0.state == .open && (group.race == nil || group.race == $0.name) }
            if let open {
                members[index].wanted = open.race
                send(.user(user, .join(open.race)))
            } else if rows.allSatisfy({ $0.state == .full }), members[index].joined == 0, !members[index].hasWish,
                members[index].choices.chance(group.wishes)
            {
                members[index].hasWish = true
                send(.user(user, .addWish))
            }
        case .running:
            guard let group = members[index].watchers else { return }
            let race = rows.first { group.race == nil || group.race == $0.name }
            if let race { send(.user(user, .follow(race.race))) }
        case .coming: break
        }
    }

    /// The organiser wants consent: gives it and joins again, or gives the race up.
    func answersConsent(_ user: RaceUserID) {
        let index = user.index - 1
        guard let group = members[index].runners, let race = members[index].wanted else { return }
        members[index].wanted = nil
        guard members[index].choices.chance(group.consents) else { return }
        // Joins when the consent is stored: at once, or when the health data service has it.
        members[index].consented = race
        send(.user(user, .giveConsent(OrganiserID(plan(of: race).organiser))))
    }

    private func isIn(_ row: RaceRow, _ index: Int) {
        members[index].wanted = nil
        members[index].joined += 1
        tellsRace(row, index)
        guard let group = members[index].runners else { return }
        let withdraws = members[index].choices.chance(group.withdraws)
        let share = members[index].choices.uniform()
        guard withdraws else { return }
        let wait = TimeSpan.seconds((row.start - loop.now).inSeconds * share).roundedToMilliseconds
        plan(.withdraw, members[index].user.number, row.race, at: loop.now + wait)
    }

    func withdraws(_ user: RaceUserID, _ race: RaceID) {
        send(.user(user, .withdrawConsent(OrganiserID(plan(of: race).organiser))))
    }

    // MARK: Watching

    func closesMap(_ user: RaceUserID, _ race: RaceID) {
        let index = user.index - 1
        guard let group = members[index].watchers else { return }
        if members[index].choices.chance(group.statistics) { send(.user(user, .viewStatistics(race))) }
        send(.user(user, .unfollow(race)))
    }

    nonisolated func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) {
        onLoop { city in
            for user in followers { city.show(snapshot.race, snapshot.oldest, to: user) }
        }
    }

    /// A snapshot comes over a follower's link, and is on the map then.
    private func show(_ race: RaceID, _ age: TimeSpan, to user: RaceUserID) {
        // A replay has no people.
        guard members.indices.contains(user.index - 1) else { return }
        let delay = members[user.index - 1].network.time(world.delay)
        if delay == .zero { return note(.positionsShown(race: race, user: user, age: age)) }
        loop.schedule(at: loop.now + delay, as: .arrival) { [self] in
            note(.positionsShown(race: race, user: user, age: age + delay))
        }
    }
}
