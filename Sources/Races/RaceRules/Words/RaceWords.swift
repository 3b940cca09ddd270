// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a list of races is for.
public enum RaceListPurpose: UInt8, EventWord {
    /// To join one (RACE-R21).
    case joining
    /// To watch one that is on (RACE-WATCH).
    case running
    /// In place of races that are on, when there is none (RACE-WATCH-EXC), and before one is created (RACE-R24).
    case coming
}

/// Why a race does not take place.
public enum RaceCancelCause: UInt8, EventWord {
    /// It has no track at its start time (DEC-RACE-TRACK).
    case noTrack
}

/// Why somebody is no participant any more.
public enum ParticipationEnd: UInt8, EventWord {
    /// The consent to the organiser was withdrawn (DEC-RACE-CONSENT).
    case consentWithdrawn
    /// The account is gone (DEC-ACCOUNT-DELETE).
    case accountDeleted
}

/// Who keeps the consents to organisers (RACE-JOIN-CONSENT).
public enum RaceConsentKeeper: UInt8, EventWord {
    /// The race service itself: no health data service runs in the city.
    case raceService
    /// The health data service, to which organisers are third parties.
    case healthData
}

/// Why a spectator is registered no more.
public enum SpectatorEnd: UInt8, EventWord {
    /// By own wish.
    case left
    /// Runs in a race at that time.
    case joinedRace
    /// The account is gone.
    case accountDeleted
}

/// Why a runner did not finish.
public enum RunnerOutCause: UInt8, EventWord {
    /// Gave up.
    case droppedOut
    /// Came to a point of the track after it had closed.
    case cutOff
    /// Was on the track when the race ended.
    case timeUp
    /// Never crossed the start line.
    case neverStarted
    /// Is no participant any more.
    case noParticipant
}

/// An item of a race's form without which there is no race (RACE-CREATE-EXC).
public enum RaceFormItem: UInt8, EventWord {
    case start
    case end
    case maximum
}

/// What the server reports of an outage.
public enum RaceOutageStep: UInt8, Hashable, Sendable, Codable {
    /// It begins: timers that fall due are held.
    case begins
    /// It is over: timers fire again, but for those that were held.
    case ends
    /// The messages that waited are answered: the held timers fire.
    case settled
}
