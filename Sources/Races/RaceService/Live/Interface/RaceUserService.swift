// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import RaceRules

/// What the app of somebody who runs in races, or watches them, asks of the race service. Profile, password, log-out and deletion
/// are those of `AccountService`.
public protocol RaceUserService: Sendable {
    /// Opens a user's account, which is usable at once. Returns its number.
    func createRaceUser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID
    /// Begins a session of a user or an organiser (RACE-R24, RACE-WATCH).
    func loginToRaces(_ form: LoginForm) async throws(LoginError) -> Token
    /// Asks for a new password by mail. The answer is the same for every address.
    func forgotRacePassword(email: String) async throws(AccessError)
    /// Follows the link of a mail. Returns what it did.
    func followRaceLink(_ link: Token) async throws(LinkError) -> MailKind

    /// The number by which the service knows the user: organisers ask it for consent, and followers see it on the map.
    func raceUser(of token: Token) async throws(AccessError) -> RaceUserID
    /// Races to join or to watch (RACE-R21). Where none is on, those who want to watch get the coming ones (RACE-WATCH-EXC).
    func races(_ token: Token, for purpose: RaceListPurpose) async throws(RaceUserError) -> RaceList
    /// Joins a race (RACE-JOIN). Without consent its organiser asks for it: `nextRaceNotice` says who that is.
    func join(_ token: Token, race: RaceID) async throws(RaceJoinError) -> RaceRow
    /// Wants to be notified of a new race that can be joined (RACE-JOIN-EXC).
    func waitForRace(_ token: Token) async throws(RaceUserError)
    /// Gives consent to an organiser who has asked for it (RACE-JOIN-CONSENT).
    func giveConsent(_ token: Token, to organiser: OrganiserID) async throws(RaceUserError)
    /// Withdraws it: participation in that organiser's races ends (DEC-RACE-CONSENT).
    func withdrawConsent(_ token: Token, from organiser: OrganiserID) async throws(RaceUserError)

    /// Registers as spectator (RACE-SPECTATOR).
    func spectate(_ token: Token, race: RaceID) async throws(SpectatorError)
    /// Does not want to be one any more.
    func stopSpectating(_ token: Token, race: RaceID) async throws(RaceUserError)
    /// Opens the map of a race that is on (RACE-WATCH).
    func follow(_ token: Token, race: RaceID) async throws(RaceUserError) -> RaceMap
    /// Where the runners of a followed race are: what was not read of it, or the next (RACE-R20). Only the newest is kept.
    func nextSnapshot(_ token: Token, of race: RaceID) async throws(RaceUserError) -> RaceSnapshot
    /// Closes the map.
    func unfollow(_ token: Token, race: RaceID) async throws(RaceUserError)
    /// Reads the numbers of a race (RACE-WATCH).
    func statistics(_ token: Token, ofRace race: RaceID) async throws(RaceUserError) -> RaceStatistics

    /// A runner's phone has crossed the start line.
    func crossedStart(_ token: Token, of race: RaceID) async throws(RunnerError)
    /// It has crossed the finish line.
    func crossedFinish(_ token: Token, of race: RaceID) async throws(RunnerError)
    /// The runner has given up, or was stopped where the track had closed.
    func leaveTrack(_ token: Token, of race: RaceID, isCutOff: Bool) async throws(RunnerError)
    /// Where a runner is (RACE-R19). It waits on the phone until the race's positions are collected, and is shown during the race
    /// only (RACE-CONSENT); a phone that has not said for 5 s where it is is not shown (RACE-R20).
    func reportPosition(
        _ token: Token, in race: RaceID, at place: Place, covered: Distance
    ) async throws(AccessError)

    /// What the user is told beside answers, such as a new race, a reminder or an organiser's request for consent: the oldest that
    /// was not read, or the next one. The end of a participation or of a place at the track comes here, whatever its cause.
    func nextRaceNotice(_ token: Token) async throws(AccessError) -> RaceNotice
}

/// Races, and what they are for.
public struct RaceList: Hashable, Sendable {
    /// The races, by number.
    public let rows: [RaceRow]
    /// What was asked for; `coming` in place of races that are on when there is none.
    public let purpose: RaceListPurpose
}

/// The map of a race.
public struct RaceMap: Hashable, Sendable {
    /// From the start line to the finish.
    public let track: [Place]
    /// How many take part.
    public let participants: Int32
}
