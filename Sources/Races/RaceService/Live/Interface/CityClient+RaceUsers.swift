// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import RaceRules

extension CityClient: RaceUserService {
    // MARK: Accounts

    /// Opens a user's account.
    public func createRaceUser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .raceUser, of: .races)
    }

    /// Begins a session (RACE-R24, RACE-WATCH).
    public func loginToRaces(_ form: LoginForm) async throws(LoginError) -> Token {
        try await login(form, to: .races)
    }

    /// Asks for a new password by mail.
    public func forgotRacePassword(email: String) async throws(AccessError) {
        try await forgotPassword(email: email, of: .races)
    }

    /// Follows the link of a mail.
    public func followRaceLink(_ link: Token) async throws(LinkError) -> MailKind {
        try await follow(link, of: .races)
    }

    /// The number by which the service knows the user.
    public func raceUser(of token: Token) async throws(AccessError) -> RaceUserID {
        try raceUser(token, AccessError.self)
    }

    /// The user of a token, for calls that no message reports to the server.
    func raceUser<Failure: ServiceError>(_ token: Token, _: Failure.Type) throws(Failure) -> RaceUserID {
        let session = try openSession(token, Failure.self)
        guard session.role.name == .raceUser else { throw .access(.wrongRole) }
        return session.raceUser
    }

    // MARK: Joining

    /// Races to join or to watch (RACE-R21).
    public func races(_ token: Token, for purpose: RaceListPurpose) async throws(RaceUserError) -> RaceList {
        try await wish(token, .list(purpose)) {
            if case .races(let rows, let purpose) = $0 { RaceList(rows: rows, purpose: purpose) } else { nil }
        }
    }

    /// Joins a race (RACE-JOIN).
    public func join(_ token: Token, race: RaceID) async throws(RaceJoinError) -> RaceRow {
        let answer: Result<RaceRow, RaceJoinError>? = try await ask(token, .join(race), RaceJoinError.self) {
            switch $0 {
            case .joined(let row) where row.race == race: .success(row)
            case .joinRefused(race, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Wants to be notified of a new race (RACE-JOIN-EXC).
    public func waitForRace(_ token: Token) async throws(RaceUserError) {
        try await wish(token, .addWish) { if case .wishStored = $0 { () } else { nil } }
    }

    /// Gives consent (RACE-JOIN-CONSENT).
    public func giveConsent(_ token: Token, to organiser: OrganiserID) async throws(RaceUserError) {
        try await settle(token, .giveConsent(organiser), with: .consentStored(organiser))
    }

    /// Withdraws it (DEC-RACE-CONSENT).
    public func withdrawConsent(_ token: Token, from organiser: OrganiserID) async throws(RaceUserError) {
        try await settle(token, .withdrawConsent(organiser), with: .consentRemoved(organiser))
    }

    /// Where another service keeps the consents, its word comes by itself, and at once while that service is up.
    private func settle(
        _ token: Token, _ message: RaceUserMessage, with notice: RaceNotice
    ) async throws(RaceUserError) {
        let user = try raceUser(token, RaceUserError.self)
        racePart.awaits(notice, for: user)
        let answer: Result<Void, RaceUserError>? = try await ask(token, message, RaceUserError.self) {
            if case .refused(let refusal) = $0 {
                .failure(.refused(refusal))
            } else {
                $0 == notice ? .success(()) : nil
            }
        }
        if let answer { return try answer.get() }
        for _ in 0..<1000 {
            if racePart.hasHeard(user) { return }
            do {
                try await loop.sleep(for: .milliseconds(1))
            } catch {
                throw .access(isClosed ? .closed : .cancelled)
            }
        }
        throw .access(.timedOut)
    }

    // MARK: Watching

    /// Registers as spectator (RACE-SPECTATOR).
    public func spectate(_ token: Token, race: RaceID) async throws(SpectatorError) {
        let answer: Result<Void, SpectatorError>? = try await ask(token, .spectate(race), SpectatorError.self) {
            switch $0 {
            case .spectatorAccepted(race): .success(())
            case .spectatorRefused(race, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        try answer.get()
    }

    /// Does not want to be one any more.
    public func stopSpectating(_ token: Token, race: RaceID) async throws(RaceUserError) {
        try await wish(token, .stopSpectating(race)) { if case .spectatorLeft(race) = $0 { () } else { nil } }
    }

    /// Opens the map of a race (RACE-WATCH).
    public func follow(_ token: Token, race: RaceID) async throws(RaceUserError) -> RaceMap {
        try await wish(token, .follow(race)) {
            guard case .following(race, let track, let participants) = $0 else { return nil }
            return RaceMap(track: track, participants: participants)
        }
    }

    /// Where the runners of a followed race are (RACE-R20).
    public func nextSnapshot(_ token: Token, of race: RaceID) async throws(RaceUserError) -> RaceSnapshot {
        let map = FollowedRace(user: try raceUser(token, RaceUserError.self), race: race)
        guard racePart.maps.isOpen(for: map) else { throw .refused(.notFollowing) }
        guard let snapshot = await racePart.maps.next(for: map, of: token, on: loop) else {
            throw isClosed ? .access(.closed) : Task.isCancelled ? .access(.cancelled) : .refused(.notFollowing)
        }
        return snapshot
    }

    /// Closes the map.
    public func unfollow(_ token: Token, race: RaceID) async throws(RaceUserError) {
        try await wish(token, .unfollow(race)) { if case .followEnded(race) = $0 { () } else { nil } }
    }

    /// Reads the numbers of a race (RACE-WATCH).
    public func statistics(_ token: Token, ofRace race: RaceID) async throws(RaceUserError) -> RaceStatistics {
        try await wish(token, .viewStatistics(race)) {
            if case .statistics(race, let statistics) = $0 { statistics } else { nil }
        }
    }

    // MARK: Messages and notices

    /// Sends a wish that is granted with one kind of notice.
    private func wish<Found>(
        _ token: Token, _ message: RaceUserMessage, _ pick: (RaceNotice) -> Found?
    ) async throws(RaceUserError) -> Found {
        let answer: Result<Found, RaceUserError>? = try await ask(token, message, RaceUserError.self) {
            if case .refused(let refusal) = $0 { .failure(.refused(refusal)) } else { pick($0).map { .success($0) } }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Sends a message; returns what the last notice says that a closure picks.
    private func ask<Found, Failure: ServiceError>(
        _ token: Token, _ message: RaceUserMessage, _ failure: Failure.Type, _ pick: (RaceNotice) -> Found?
    ) async throws(Failure) -> Found? {
        let found = try await exchange(token, failure) { RaceMessage.user($0.raceUser, message) }
        return found.last(pick)
    }

    /// What the user is told beside answers.
    public func nextRaceNotice(_ token: Token) async throws(AccessError) -> RaceNotice {
        _ = try raceUser(token, AccessError.self)
        return try await nextNotice(token) { (notice: RaceNotice) in notice }
    }

    /// Takes a notice to a user of the race service.
    nonisolated public func notify(_ user: RaceUserID, _ notice: RaceNotice) {
        onLoop { client in
            client.note(notice, for: Connection(.raceUser(user)))
            if notice.isNews { client.tell(notice, to: Connection(.raceUser(user))) }
            client.racePart.take(notice, user)
        }
    }

    /// Takes the positions of a race's runners, for its followers.
    nonisolated public func show(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) {
        onLoop { client in
            for user in followers {
                client.racePart.maps.put(
                    snapshot, for: FollowedRace(user: user, race: snapshot.race), at: client.loop.now)
            }
        }
    }
}
