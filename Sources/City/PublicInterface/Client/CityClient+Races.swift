// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
public import RaceRules

/// A race that a user follows on the map.
struct FollowedRace: Hashable, Comparable {
    let user: RaceUserID
    let race: RaceID

    static func < (left: Self, right: Self) -> Bool { (left.user, left.race) < (right.user, right.race) }
}

/// What a runner's phone said last.
struct RunnerReport {
    let race: RaceID
    let place: Place
    let covered: Distance
    let time: CityTime
}

extension Session {
    /// The user of the race service; for anybody else the number as a user's, which the server refuses as the wrong role.
    var raceUser: RaceUserID { RaceUserID(role.number) }
}

extension CityClient: RaceUserService {
    // MARK: Accounts

    /// Opens a user's account.
    public func createRaceUser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await openAccount(.raceUser, form, of: .races)
    }

    /// Begins a session (RACE-R24, RACE-WATCH).
    public func loginToRaces(_ form: LoginForm) async throws(LoginError) -> Token {
        try loggedIn(try await exchange(.login(form), of: .races, LoginError.self))
    }

    /// Asks for a new password by mail.
    public func forgotRacePassword(email: String) async throws(AccessError) {
        let answer = try await exchange(.forgotPassword(email: email), of: .races, AccessError.self)
        guard case .mailUnderWay = answer else { throw .misunderstood }
    }

    /// Follows the link of a mail.
    public func followRaceLink(_ link: Token) async throws(LinkError) -> MailKind {
        try followed(try await exchange(.followLink(link), of: .races, LinkError.self))
    }

    /// The number by which the service knows the user.
    public func raceUser(of token: Token) async throws(AccessError) -> RaceUserID {
        try raceUser(token, AccessError.self)
    }

    /// The user of a token, for calls that no message reports to the server.
    private func raceUser<Failure: ServiceError>(_ token: Token, _: Failure.Type) throws(Failure) -> RaceUserID {
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
        try await wish(token, .giveConsent(organiser)) {
            if case .consentStored(organiser) = $0 { () } else { nil }
        }
    }

    /// Withdraws it (DEC-RACE-CONSENT).
    public func withdrawConsent(_ token: Token, from organiser: OrganiserID) async throws(RaceUserError) {
        try await wish(token, .withdrawConsent(organiser)) {
            if case .consentRemoved(organiser) = $0 { () } else { nil }
        }
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
        guard maps[map] != nil else { throw .refused(.notFollowing) }
        if let snapshot = maps[map]?.take() { return snapshot }
        let snapshot = await withCheckedContinuation { maps[map, default: NewsBox(most: 1)].wait($0) }
        guard let snapshot else { throw isClosed ? .access(.closed) : .refused(.notFollowing) }
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

    // MARK: The runner's phone

    /// The start line is crossed.
    public func crossedStart(_ token: Token, of race: RaceID) async throws(RunnerError) {
        try await report(token, .crossedStart(race), of: race)
    }

    /// The finish line is crossed.
    public func crossedFinish(_ token: Token, of race: RaceID) async throws(RunnerError) {
        try await report(token, .crossedFinish(race), of: race)
    }

    /// The runner is out.
    public func leaveTrack(_ token: Token, of race: RaceID, isCutOff: Bool = false) async throws(RunnerError) {
        try await report(token, .out(race, isCutOff ? .cutOff : .droppedOut), of: race)
    }

    private func report(_ token: Token, _ message: RunnerMessage, of race: RaceID) async throws(RunnerError) {
        let found = try await exchange(token, RunnerError.self) { RaceMessage.runner($0.raceUser, message) }
        let refusal: RunnerRefusal? = found.last {
            if case .raceUser(.runnerRefused(race, let refusal)) = $0 { refusal } else { nil }
        }
        if let refusal { throw .refused(refusal) }
    }

    /// Where a runner is (RACE-R19).
    public func reportPosition(
        _ token: Token, in race: RaceID, at place: Place, covered: Distance
    ) async throws(AccessError) {
        let user = try raceUser(token, AccessError.self)
        runners[user] = RunnerReport(race: race, place: place, covered: covered, time: loop.now)
    }

    /// What the phones of a race's runners say, by the runners' numbers. Who has not said for 5 s where it is is left out: followers
    /// would see an older position than RACE-R20 allows.
    func fixes(of race: RaceID) -> [RunnerFix] {
        let now = loop.now
        return runners.filter { $0.value.race == race && now - $0.value.time <= .seconds(5) }
            .map { RunnerFix($0.key, at: $0.value.place, covered: $0.value.covered, age: now - $0.value.time) }
            .sorted { $0.user < $1.user }
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
        return found.last { if case .raceUser(let notice) = $0 { pick(notice) } else { nil } }
    }

    /// What the user is told beside answers.
    public func nextRaceNotice(_ token: Token) async throws(AccessError) -> RaceNotice {
        let user = try raceUser(token, AccessError.self)
        if let notice = raceUsers[user]?.take() { return notice }
        let notice = await withCheckedContinuation { raceUsers[user, default: NewsBox()].wait($0) }
        guard let notice else { throw isClosed ? .closed : .notLoggedIn }
        return notice
    }

    /// Takes a notice to a user of the race service.
    nonisolated public func notify(_ user: RaceUserID, _ notice: RaceNotice) { onLoop { $0.take(notice, user) } }

    /// Takes the positions of a race's runners, for its followers.
    nonisolated public func show(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) {
        onLoop { client in
            for user in followers { client.maps[FollowedRace(user: user, race: snapshot.race)]?.put(snapshot) }
        }
    }

    private func take(_ notice: RaceNotice, _ user: RaceUserID) {
        conversations[Connection(.raceUser(user))]?.note(.raceUser(notice))
        if notice.isNews { raceUsers[user]?.put(notice) }
        switch notice {
        case .following(let race, _, _):
            let map = FollowedRace(user: user, race: race)
            if maps[map] == nil { maps[map] = NewsBox(most: 1) }
        case .followEnded(let race), .ended(let race):
            let map = FollowedRace(user: user, race: race)
            maps[map]?.close()
            maps[map] = nil
        default: break
        }
    }
}

extension CityClient: OrganiserService {
    /// Opens an organiser's account (RACE-R24).
    public func createOrganiser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await openAccount(.organiser, form, of: .races)
    }

    /// The coming events (RACE-R24).
    public func comingRaces(_ token: Token) async throws(AccessError) -> [RaceRow] {
        guard case .coming(let rows) = try await organise(token, .listComing, AccessError.self) else {
            throw .misunderstood
        }
        return rows
    }

    /// Creates a race (RACE-R24).
    public func createRace(_ token: Token, _ form: RaceForm) async throws(RaceFormError) -> RaceID {
        switch try await organise(token, .create(form), RaceFormError.self) {
        case .created(let race): return race
        case .rejected(let refusal, let missing): throw RaceFormError(refusal, missing: missing)
        default: throw .access(.misunderstood)
        }
    }

    /// Defines the track of a race that has none (RACE-CREATE-ROUTE).
    public func defineTrack(_ token: Token, of race: RaceID, _ places: [Place]) async throws(TrackError) {
        switch try await organise(token, .defineTrack(race, places), TrackError.self) {
        case .trackDefined(race): return
        case .trackRefused(race, let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Asks a user for consent (DEC-RACE-CONSENT).
    public func askConsent(_ token: Token, of user: RaceUserID) async throws(ConsentRequestError) {
        switch try await organise(token, .askConsent(user), ConsentRequestError.self) {
        case .consentAsked(user): return
        case .consentRequestRefused(user, let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    private func organise<Failure: ServiceError>(
        _ token: Token, _ message: OrganiserMessage, _ failure: Failure.Type
    ) async throws(Failure) -> OrganiserAnswer? {
        let found = try await exchange(token, failure) {
            RaceMessage.organiser(OrganiserID($0.role.number), message)
        }
        return found.last { if case .organiser(let answer) = $0 { answer } else { nil } }
    }

    /// Takes the answer to an organiser.
    nonisolated public func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) {
        onLoop { $0.conversations[Connection(.organiser(organiser))]?.note(.organiser(answer)) }
    }
}

extension RaceNotice {
    /// Whether the user did not ask for it, or may have lost it to another cause.
    fileprivate var isNews: Bool {
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
