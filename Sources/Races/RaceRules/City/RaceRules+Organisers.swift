// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What organisers do (RACE-R24, RACE-CREATE-ROUTE).
extension RaceRules {
    mutating func take(
        _ message: OrganiserMessage, from organiser: OrganiserID, at now: CityTime, _ out: inout [RaceDirective]
    ) {
        switch message {
        case .listComing: listComing(for: organiser, at: now, &out)
        case .create(let form): create(form, by: organiser, at: now, &out)
        case .defineTrack(let race, let places): defineTrack(race, places, by: organiser, at: now, &out)
        case .askConsent(let user): askConsent(of: user, for: organiser, &out)
        }
    }

    /// Only the accounts say who is a user: an organiser's word makes nobody one.
    private mutating func askConsent(
        of user: RaceUserID, for organiser: OrganiserID, _ out: inout [RaceDirective]
    ) {
        guard users.knows(user) else {
            out.append(.note(.consentRequestRefused(organiser: organiser, user: user, reason: .unknownUser)))
            out.append(.reply(organiser, .consentRequestRefused(user, .unknownUser)))
            return
        }
        ask(user, for: organiser, &out)
        out.append(.reply(organiser, .consentAsked(user)))
    }

    private func listComing(for organiser: OrganiserID, at now: CityTime, _ out: inout [RaceDirective]) {
        let rows = coming(at: now).map { row($0, for: nil) }
        out.append(
            .note(
                .racesListed(
                    user: nil, organiser: organiser, purpose: .coming, count: Int32(rows.count),
                    full: Int32(rows.count { $0.state == .full }))))
        out.append(.reply(organiser, .coming(rows)))
    }

    private mutating func create(
        _ form: RaceForm, by organiser: OrganiserID, at now: CityTime, _ out: inout [RaceDirective]
    ) {
        let fault = form.fault(on: map, at: now)
        guard fault == nil, let start = form.start, let end = form.end, let maximum = form.maximum else {
            let missing = form.missing
            let reason = fault ?? .missing
            out.append(
                .note(
                    .raceRejected(
                        organiser: organiser, reason: reason, lacksStart: missing.contains(.start),
                        lacksEnd: missing.contains(.end), lacksMaximum: missing.contains(.maximum))))
            out.append(.reply(organiser, .rejected(reason, missing: missing)))
            return
        }
        let race = Race(
            RaceID(races.count + 1), form, of: organiser, start, end, maximum,
            spectators: form.spectators ?? parameters.spectators)
        races.append(race)
        out.append(
            .note(
                .raceCreated(
                    race: race.id, organiser: organiser, start: start, end: end, maximum: maximum,
                    spectators: race.mostSpectators, hasTrack: race.track != nil, users: Int32(users.order.count))))
        out.append(.reply(organiser, .created(race.id)))
        announce(race, &out)
        let reminder = start - parameters.reminder
        races[race.id.index - 1].isReminded = reminder <= now
        out.append(.wake(race.id, at: reminder <= now ? start : reminder))
    }

    /// All users are notified of a new race, and whoever waits for one that can be joined (RACE-CREATE-NOTIFY, RACE-JOIN-EXC).
    private mutating func announce(_ race: Race, _ out: inout [RaceDirective]) {
        for user in users.order {
            out.append(.note(.raceAnnounced(race: race.id, user: user)))
            out.append(.notify(user, .announced(row(race, for: user))))
        }
        let pleased = users.wishes.filter { !overlaps($0, race) }
        users.removeWishes(of: pleased)
        for user in pleased {
            out.append(.note(.raceAvailable(user: user, race: race.id)))
            out.append(.notify(user, .available(row(race, for: user))))
        }
    }

    private mutating func defineTrack(
        _ id: RaceID, _ places: [Place], by organiser: OrganiserID, at now: CityTime, _ out: inout [RaceDirective]
    ) {
        let track = RaceTrack(places)
        let refusal: TrackRefusal? = {
            guard let race = self[id] else { return .unknownRace }
            if race.organiser != organiser { return .notOrganiser }
            if now >= race.start { return .started }
            if race.track != nil { return .alreadyDefined }
            if track == nil { return .badTrack }
            return map.zones(along: places).contains(nil) ? .notCovered : nil
        }()
        guard refusal == nil, let track, let index = known(id) else {
            let reason = refusal ?? .badTrack
            out.append(.note(.trackRefused(race: id, organiser: organiser, reason: reason)))
            out.append(.reply(organiser, .trackRefused(id, reason)))
            return
        }
        races[index].track = track
        out.append(.note(.trackDefined(race: id, length: track.length)))
        out.append(.reply(organiser, .trackDefined(id)))
        for user in races[index].participantList + races[index].spectators {
            out.append(.notify(user, .trackDefined(id, track.length)))
        }
    }
}
