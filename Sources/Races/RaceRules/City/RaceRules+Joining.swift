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
        guard consents.isAsked(of: user, by: organiser) else { return }
        out.append(.notify(user, .consentAsked(organiser)))
        // Each time: an answer that was given there before comes back.
        if consentKeeper == .healthData { out.append(.say(.ask, user, organiser)) }
    }

    /// The user answers here; where the health data service keeps the consents the answer goes there, and is in force when it is heard of.
    mutating func giveConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        if consents.isGiven(by: user, to: organiser) { return refuse(user, nil, .alreadyConsented, &out) }
        guard consents.isAsked(of: user, by: organiser) else { return refuse(user, nil, .notAsked, &out) }
        switch consentKeeper {
        case .raceService: storeConsent(user, organiser, &out)
        case .healthData: out.append(.say(.yes, user, organiser))
        }
    }

    private mutating func storeConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        consents.give(by: user, to: organiser)
        out.append(.note(.consentGiven(user: user, organiser: organiser)))
        out.append(.notify(user, .consentStored(organiser)))
    }

    mutating func withdrawConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        guard consents.isGiven(by: user, to: organiser) else { return refuse(user, nil, .noConsent, &out) }
        switch consentKeeper {
        case .raceService: endConsent(user, organiser, &out)
        case .healthData: out.append(.say(.withdraw, user, organiser))
        }
    }

    /// Ends the participation in all races of the organiser that are not over: before the start the place is free again, and
    /// on the track the runner is no longer shown (DEC-RACE-CONSENT).
    private mutating func endConsent(_ user: RaceUserID, _ organiser: OrganiserID, _ out: inout [RaceDirective]) {
        consents.withdraw(by: user, to: organiser)
        out.append(.note(.consentWithdrawn(user: user, organiser: organiser)))
        out.append(.notify(user, .consentRemoved(organiser)))
        for race in users.races(of: user) where self[race]?.organiser == organiser {
            endParticipation(user, race, .consentWithdrawn, &out)
        }
    }

    /// The health data service keeps the consents, or not; asked for once, before anybody has consented.
    mutating func keepConsents(_ keeper: RaceConsentKeeper, _ out: inout [RaceDirective]) {
        guard keeper != consentKeeper else { return }
        consentKeeper = keeper
        out.append(.note(.consentsKept(by: keeper)))
    }

    /// What whoever keeps the consents says: it counts from now on. Whoever has forgotten the user, or knew it before, changes nothing.
    mutating func heard(
        _ user: RaceUserID, _ organiser: OrganiserID, _ isGivenNow: Bool, _ out: inout [RaceDirective]
    ) {
        switch (consents.isGiven(by: user, to: organiser), isGivenNow) {
        case (false, true): if consents.isAsked(of: user, by: organiser) { storeConsent(user, organiser, &out) }
        case (true, false): endConsent(user, organiser, &out)
        case (true, true), (false, false): break
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
