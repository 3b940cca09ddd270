// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a race was not created (RACE-CREATE-EXC, INV-RaceTimes).
public enum RaceRefusal: UInt8, EventWord {
    /// Start, end or maximum is missing.
    case missing
    /// It does not start before it ends (INV-RaceTimes).
    case badTimes
    /// It starts now or has started.
    case past
    /// The largest number of participants is below 1.
    case badMaximum
    /// The largest number of spectators is below 0.
    case badSpectators
    /// The track has no length.
    case badTrack
    /// The track leaves the zones of the city's map, where there is no network coverage (RACE-ASSUME-D7).
    case trackNotCovered
}

/// Why a track was not defined (RACE-CREATE-ROUTE).
public enum TrackRefusal: UInt8, EventWord {
    case unknownRace
    /// Another organiser's race.
    case notOrganiser
    /// The race has a track.
    case alreadyDefined
    /// The start time has come.
    case started
    /// The track has no length.
    case badTrack
    /// The track leaves the zones of the city's map, where there is no network coverage (RACE-ASSUME-D7).
    case notCovered
}

/// Why a user was not asked for consent to an organiser; nothing was stored.
public enum ConsentRequestRefusal: UInt8, EventWord {
    /// Nobody has an account with this number.
    case unknownUser
}

/// Why somebody did not join a race (RACE-JOIN).
public enum JoinRefusal: UInt8, EventWord {
    case unknownRace
    /// The race does not take place.
    case cancelled
    /// At or after the start time (RACE-R22).
    case started
    /// INV-RaceCapacity.
    case alreadyJoined
    /// The times overlap those of a race that was joined; touching counts (RACE-R23, DEC-RACE-OVERLAP).
    case overlap
    /// As many participants as the race takes (RACE-R30).
    case full
    /// No consent to the organiser (RACE-JOIN-CONSENT); the organiser's request for it stands from now on.
    case noConsent
}

/// Why somebody was not registered as spectator (RACE-SPECTATOR).
public enum SpectatorRefusal: UInt8, EventWord {
    case unknownRace
    /// The race has ended or does not take place.
    case over
    case alreadyRegistered
    /// The times overlap those of a race that was joined.
    case overlap
    /// As many spectators as the race takes.
    case full
}

/// Why another wish of a user was refused; nothing was changed.
public enum RaceUserRefusal: UInt8, EventWord {
    case unknownRace
    /// The race is not on (RACE-WATCH).
    case notOn
    case alreadyFollowing
    case notFollowing
    /// The race has not started: there are no statistics.
    case noStatistics
    /// The organiser has not asked for consent (DEC-RACE-CONSENT).
    case notAsked
    case alreadyConsented
    case noConsent
    /// The user is waiting for a race already (RACE-JOIN-EXC).
    case alreadyWished
    case notSpectator
}

/// Why a report of a runner's phone was not taken; nothing was changed.
public enum RunnerRefusal: UInt8, EventWord {
    case unknownRace
    /// The race is not on.
    case notOn
    case noParticipant
    case alreadyStarted
    case notStarted
    /// The runner has finished or is out.
    case over
}
