// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a user's client sends to the race service, logged in.
public enum RaceUserMessage: Hashable, Sendable, Codable {
    /// Asks for the races that can be joined (RACE-R21), or that are on (RACE-WATCH).
    case list(RaceListPurpose)
    /// Joins a race (RACE-JOIN).
    case join(RaceID)
    /// Wants to be notified of a new race that can be joined (RACE-JOIN-EXC).
    case addWish
    /// Gives consent to an organiser who has asked for it (RACE-JOIN-CONSENT).
    case giveConsent(OrganiserID)
    /// Withdraws it; participation in that organiser's races ends (DEC-RACE-CONSENT).
    case withdrawConsent(OrganiserID)
    /// Registers as spectator (RACE-SPECTATOR).
    case spectate(RaceID)
    /// Does not want to be one any more.
    case stopSpectating(RaceID)
    /// Follows a race on the map (RACE-WATCH).
    case follow(RaceID)
    /// Closes the map.
    case unfollow(RaceID)
    /// Reads the numbers of a race (RACE-WATCH).
    case viewStatistics(RaceID)

    /// What the gateway and the clients must know of the message.
    var traits: MessageTraits {
        switch self {
        case .list: MessageTraits(.raceView, .racesListed, isSentAgain: false)
        case .viewStatistics: MessageTraits(.raceView, .raceFollowed, isSentAgain: false)
        case .follow, .unfollow: MessageTraits(.raceView, .raceFollowed)
        case .join, .spectate, .stopSpectating: MessageTraits(.raceWish, .raceJoined)
        case .addWish, .giveConsent, .withdrawConsent: MessageTraits(.raceWish, .raceConsent)
        }
    }
}

/// What an organiser sends to the race service, logged in (RACE-R24).
public enum OrganiserMessage: Hashable, Sendable, Codable {
    /// Asks for the coming events.
    case listComing
    /// Creates a race.
    case create(RaceForm)
    /// Defines the track of a race that has none (RACE-CREATE-ROUTE).
    case defineTrack(RaceID, [Place])
    /// Asks a user for consent (DEC-RACE-CONSENT).
    case askConsent(RaceUserID)
}

/// What the phone of a runner reports by itself.
public enum RunnerMessage: Hashable, Sendable, Codable {
    /// The start line is crossed: the runner's own time begins.
    case crossedStart(RaceID)
    /// The finish line is crossed.
    case crossedFinish(RaceID)
    /// The runner is out.
    case out(RaceID, RunnerOutCause)
}

/// A message to the race service, by its sender: the only way in, for synthetic people and for live ones.
public enum RaceMessage: Hashable, Sendable, Codable {
    /// From a user's client.
    case user(RaceUserID, RaceUserMessage)
    /// From an organiser.
    case organiser(OrganiserID, OrganiserMessage)
    /// From a runner's phone.
    case runner(RaceUserID, RunnerMessage)
    /// Positions of a race's runners, as their phones gave them when they were collected (RACE-R19).
    case positions(RaceID, [RunnerFix])
    /// From the accounts: somebody has an account from now on.
    case enrol(RaceUserID)
    /// From the accounts: an account is gone, and nothing is kept of the person (DEC-ACCOUNT-DELETE).
    case forget(RaceUserID)
    /// From the city: who keeps the consents to organisers from now on (RACE-JOIN-CONSENT).
    case consentsKept(by: RaceConsentKeeper)
    /// From whoever keeps the consents: one was given, or is in force no more. A message like others, so that a replay knows it without
    /// the keeper (SIM-06).
    case consent(RaceUserID, OrganiserID, isGiven: Bool)
    /// From the server: what an outage does to the service's timers, so that a replay without a server does it again (AVAIL-02).
    case outage(RaceOutageStep)
}

extension RaceMessage: ServedMessage {
    /// The race service.
    public static var service: ServiceID { .races }

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .user(_, let message): message.traits
        case .organiser(_, .create), .organiser(_, .defineTrack):
            MessageTraits(.raceManagement, .raceOrganised, isForm: true)
        case .organiser(_, .listComing), .organiser(_, .askConsent): MessageTraits(.raceManagement, .raceOrganised)
        case .runner: MessageTraits(.raceReport, nil)
        case .positions: MessageTraits(.raceReport, nil, isSentAgain: false)
        case .consent: MessageTraits(.raceWish, nil)
        case .enrol, .forget, .consentsKept, .outage: MessageTraits(.profile, nil)
        }
    }

    /// The session of the person whom the message speaks for (RACE-R24, RACE-WATCH).
    public var admission: Admission {
        switch self {
        case .user(let id, _), .runner(let id, _): .role(.raceUser(id))
        case .organiser(let id, _): .role(.organiser(id))
        case .positions, .enrol, .forget, .consentsKept, .consent, .outage: .nobody
        }
    }
}
