// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Joining a race, and the consent that it needs (RACE-JOIN, RACE-JOIN-CONSENT).
extension RaceRules {
    mutating func join(_ id: RaceID, _ user: RaceUserID, at now: CityTime, _ out: inout [RaceDirective]) {
        guard let index = known(id) else { return refuseJoin(id, user, .unknownRace, &out) }
        let race = races[index]
        if let reason = refusal(of: user, race, at: now) {
            refuseJoin(id, user, reason, &out)
            // The refused join is the organiser's request, with a hint to ask the user at once (DEC-RACE-CONSENT).
            if reason == .noConsent { ask(user, for: race.organiser, &out) }
            return
        }
        races[index].add(user)
        users.add(id, to: user)
        out.append(
            .note(
                .joinAccepted(
                    race: id, user: user, participants: races[index].participants,
                    races: Int32(users.races(of: user).count))))
        out.append(.notify(user, .joined(row(races[index], for: user))))
        for other in races.indices where races[other].overlaps(race) {
            stopSpectating(other, user, .joinedRace, &out)
        }
        if race.isReminded { remind(user, races[index], &out) }
    }

    private func refusal(of user: RaceUserID, _ race: Race, at now: CityTime) -> JoinRefusal? {
        if race.phase == .cancelled { return .cancelled }
        if now >= race.start { return .started }
        if race.index(of: user) != nil { return .alreadyJoined }
        if overlaps(user, race) { return .overlap }
        if race.isFull { return .full }
        return consents.isGiven(by: user, to: race.organiser) ? nil : .noConsent
    }

    private func refuseJoin(
        _ race: RaceID, _ user: RaceUserID, _ reason: JoinRefusal, _ out: inout [RaceDirective]
    ) {
        out.append(.note(.joinRefused(race: race, user: user, reason: reason)))
        out.append(.notify(user, .joinRefused(race, reason)))
    }

    func remind(_ user: RaceUserID, _ race: Race, _ out: inout [RaceDirective]) {
        out.append(.note(.raceReminder(race: race.id, user: user)))
        out.append(.notify(user, .reminder(row(race, for: user))))
    }

    mutating func addWish(of user: RaceUserID, _ out: inout [RaceDirective]) {
        guard !users.hasWish(user) else { return refuse(user, nil, .alreadyWished, &out) }
        users.addWish(of: user)
        out.append(.note(.raceWish(user: user)))
        out.append(.notify(user, .wishStored))
    }

    // MARK: Consent

    mutating func ask(_ user: RaceUserID, for organiser: OrganiserID, _ out: inout [RaceDirective]) {
        if consents.ask(user, for: organiser) {
            out.append(.note(.consentAsked(user: user, organiser: organiser)))
        }
        if consents.isAsked(of: user, by: organiser) { out.append(.notify(user, .consentAsked(organiser))) }
    }

    mutating func giveConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        if consents.isGiven(by: user, to: organiser) { return refuse(user, nil, .alreadyConsented, &out) }
        guard consents.isAsked(of: user, by: organiser) else { return refuse(user, nil, .notAsked, &out) }
        consents.give(by: user, to: organiser)
        out.append(.note(.consentGiven(user: user, organiser: organiser)))
        out.append(.notify(user, .consentStored(organiser)))
    }

    /// Ends the participation in all races of the organiser that are not over: before the start the place is free again, and
    /// on the track the runner is no longer shown (DEC-RACE-CONSENT).
    mutating func withdrawConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        guard consents.isGiven(by: user, to: organiser) else { return refuse(user, nil, .noConsent, &out) }
        consents.withdraw(by: user, to: organiser)
        out.append(.note(.consentWithdrawn(user: user, organiser: organiser)))
        out.append(.notify(user, .consentRemoved(organiser)))
        for race in users.races(of: user) where self[race]?.organiser == organiser {
            endParticipation(user, race, .consentWithdrawn, &out)
        }
    }

    mutating func endParticipation(
        _ user: RaceUserID, _ id: RaceID, _ cause: ParticipationEnd, _ out: inout [RaceDirective]
    ) {
        guard let index = known(id), let row = races[index].index(of: user) else { return }
        if races[index].isOver {
            // A race that is over stays as it was, unless nothing is to be kept of the person.
            guard cause == .accountDeleted else { return }
            races[index].forget(user)
        } else {
            let runner = races[index].runners[row]
            if races[index].phase == .running, runner.isShown {
                out.append(.note(.runnerOut(race: id, user: user, cause: .noParticipant, covered: runner.covered)))
            }
            races[index].remove(user)
        }
        users.remove(id, from: user)
        out.append(
            .note(
                .participationEnded(
                    race: id, user: user, cause: cause, participants: races[index].participants,
                    races: Int32(users.races(of: user).count))))
        out.append(.notify(user, .participationEnded(id)))
    }
}
