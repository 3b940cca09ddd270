// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A line of a list of races (RACE-R21).
public struct RaceRow: Hashable, Codable, Sendable {
    /// Whether a race can be joined by whoever asked.
    public enum State: UInt8, Hashable, Codable, Sendable {
        /// It can.
        case open
        /// It has as many participants as it takes.
        case full
        /// Its times overlap those of a race that was joined (RACE-R23).
        case overlapping
        /// The user takes part.
        case joined
        /// It is on.
        case running
    }

    /// Which.
    public let race: RaceID
    /// What people call it.
    public let name: String
    /// When it starts.
    public let start: CityTime
    /// When it ends.
    public let end: CityTime
    /// How long the track is; nil while there is none.
    public let length: Distance?
    /// How many take part.
    public let participants: Int32
    /// The largest number of them.
    public let maximum: Int32
    /// Whether it can be joined.
    public let state: State
}

/// A runner as followers see one: who and where, and nothing else of the person (RACE-CONSENT).
public struct ShownRunner: Hashable, Codable, Sendable {
    /// Who.
    public let user: RaceUserID
    /// Where.
    public let place: Place
    /// The distance covered since the start line.
    public let covered: Distance
}

/// Where the runners of one race are (RACE-R20).
public struct RaceSnapshot: Hashable, Codable, Sendable {
    /// Which race.
    public let race: RaceID
    /// When it was made.
    public let time: CityTime
    /// The greatest age that a position in it had then.
    public let oldest: TimeSpan
    /// The runners, in the order in which their phones answered.
    public let runners: [ShownRunner]
}

/// What the service sends to a user's client.
public enum RaceNotice: Hashable, Codable, Sendable {
    /// There is a new race (RACE-CREATE-NOTIFY).
    case announced(RaceRow)
    /// Races, and what they are for. Where none can be joined, the client asks its user whether to wait for one (RACE-JOIN-EXC).
    case races([RaceRow], RaceListPurpose)
    /// A new race can be joined (RACE-JOIN-EXC).
    case available(RaceRow)
    /// The user waits for a race to join.
    case wishStored
    /// The user is an official participant (RACE-JOIN).
    case joined(RaceRow)
    /// Not joined.
    case joinRefused(RaceID, JoinRefusal)
    /// The organiser asks for consent: in a refused join the hint to ask the user at once (DEC-RACE-CONSENT).
    case consentAsked(OrganiserID)
    /// Consent is given.
    case consentStored(OrganiserID)
    /// Consent is withdrawn.
    case consentRemoved(OrganiserID)
    /// The user is no participant any more.
    case participationEnded(RaceID)
    /// The race is near (RACE-REMINDER).
    case reminder(RaceRow)
    /// Registered as spectator (RACE-SPECTATOR).
    case spectatorAccepted(RaceID)
    /// Not registered as spectator.
    case spectatorRefused(RaceID, SpectatorRefusal)
    /// Registered no more.
    case spectatorLeft(RaceID)
    /// The map of a race with its track; snapshots follow (RACE-WATCH).
    case following(RaceID, track: [Place], participants: Int32)
    /// The map is closed.
    case followEnded(RaceID)
    /// The numbers of a race (RACE-WATCH).
    case statistics(RaceID, RaceStatistics)
    /// The track is known (RACE-CREATE-ROUTE).
    case trackDefined(RaceID, Distance)
    /// The race is on.
    case started(RaceID)
    /// The race is over.
    case ended(RaceID)
    /// The race does not take place (RACE-CREATE-ROUTE).
    case cancelled(RaceID, RaceCancelCause)
    /// Nothing was changed.
    case refused(RaceUserRefusal)
    /// The phone's report was not taken.
    case runnerRefused(RaceID, RunnerRefusal)
}

/// What the service answers an organiser.
public enum OrganiserAnswer: Hashable, Codable, Sendable {
    /// The coming events (RACE-R24).
    case coming([RaceRow])
    /// The race exists (RACE-R24).
    case created(RaceID)
    /// The race was not created; what is missing, when that is the reason (RACE-CREATE-EXC).
    case rejected(RaceRefusal, missing: [RaceFormItem])
    /// The race has its track.
    case trackDefined(RaceID)
    /// It has not.
    case trackRefused(RaceID, TrackRefusal)
    /// A user was asked for consent.
    case consentAsked(RaceUserID)
    /// Nobody was.
    case consentRequestRefused(RaceUserID, ConsentRequestRefusal)
}
