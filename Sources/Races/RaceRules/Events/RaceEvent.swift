// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens at races, under the names of the catalogue. Nothing in it is a health value (RACE-CONSENT).
@frozen
public enum RaceEvent: Hashable, Sendable {
    // MARK: Races

    /// A race exists from now on (RACE-R24); `users` is how many are notified of it, `hasTrack` false for "track: none".
    case raceCreated(
        race: RaceID, organiser: OrganiserID, start: CityTime, end: CityTime, maximum: Int32, spectators: Int32,
        hasTrack: Bool, users: Int32)
    /// A race was not created; which items of the form are missing (RACE-CREATE-EXC).
    case raceRejected(
        organiser: OrganiserID, reason: RaceRefusal, lacksStart: Bool, lacksEnd: Bool, lacksMaximum: Bool)
    /// A user is notified of a new race (RACE-CREATE-NOTIFY).
    case raceAnnounced(race: RaceID, user: RaceUserID)
    /// The race has its track now (RACE-CREATE-ROUTE).
    case trackDefined(race: RaceID, length: Distance)
    /// A track was not taken.
    case trackRefused(race: RaceID, organiser: OrganiserID, reason: TrackRefusal)
    /// The race is on.
    case raceStarted(race: RaceID, participants: Int32)
    /// The race is over.
    case raceEnded(race: RaceID, finished: Int32, out: Int32)
    /// The race does not take place (DEC-RACE-TRACK).
    case raceCancelled(race: RaceID, cause: RaceCancelCause, participants: Int32)

    // MARK: Looking for a race, joining it

    /// Somebody got a list of races: how many of the kind that was asked for, and how many full ones (RACE-R21). Those to join are
    /// counted without the full ones.
    case racesListed(user: RaceUserID?, organiser: OrganiserID?, purpose: RaceListPurpose, count: Int32, full: Int32)
    /// A user wants to be notified of a new race that can be joined (RACE-JOIN-EXC).
    case raceWish(user: RaceUserID)
    /// And there is one.
    case raceAvailable(user: RaceUserID, race: RaceID)
    /// A user takes part (RACE-JOIN): how many the race has then, and how many races the user has (INV-RaceBothWays).
    case joinAccepted(race: RaceID, user: RaceUserID, participants: Int32, races: Int32)
    /// A user does not.
    case joinRefused(race: RaceID, user: RaceUserID, reason: JoinRefusal)
    /// A user takes part no more, with both counts as they are then.
    case participationEnded(
        race: RaceID, user: RaceUserID, cause: ParticipationEnd, participants: Int32, races: Int32)
    /// An organiser asks a user for consent, by itself or by a refused join (DEC-RACE-CONSENT).
    case consentAsked(user: RaceUserID, organiser: OrganiserID)
    /// An organiser's request for consent was not taken; nothing was stored.
    case consentRequestRefused(organiser: OrganiserID, user: RaceUserID, reason: ConsentRequestRefusal)
    /// Consent is given (RACE-JOIN-CONSENT), as the race service knows it.
    case consentGiven(user: RaceUserID, organiser: OrganiserID)
    /// Consent is withdrawn.
    case consentWithdrawn(user: RaceUserID, organiser: OrganiserID)
    /// Whoever keeps the consents to organisers from now on. Not noted while the service keeps them itself.
    case consentsKept(by: RaceConsentKeeper)
    /// A participant is reminded (RACE-REMINDER).
    case raceReminder(race: RaceID, user: RaceUserID)

    // MARK: Watching

    /// A user is registered as spectator (RACE-SPECTATOR).
    case spectatorAccepted(race: RaceID, user: RaceUserID, spectators: Int32)
    /// A user is not.
    case spectatorRefused(race: RaceID, user: RaceUserID, reason: SpectatorRefusal)
    /// A user is registered no more.
    case spectatorLeft(race: RaceID, user: RaceUserID, cause: SpectatorEnd)
    /// A user follows on the map (RACE-WATCH).
    case raceFollowed(race: RaceID, user: RaceUserID)
    /// The map is closed.
    case followEnded(race: RaceID, user: RaceUserID)
    /// A user read the numbers (RACE-WATCH).
    case statsViewed(race: RaceID, user: RaceUserID, running: Int32, finished: Int32)
    /// Another wish of a user was refused; nothing was changed.
    case userRefused(user: RaceUserID, race: RaceID?, reason: RaceUserRefusal)

    // MARK: Running

    /// A runner crossed the start line.
    case runnerStarted(race: RaceID, user: RaceUserID)
    /// Where a runner is (RACE-R19); `age` is how old the position was when it came.
    case runnerPosition(race: RaceID, user: RaceUserID, place: Place, covered: Distance, age: TimeSpan)
    /// A runner finished: the time since the own start line, and since the start of the race.
    case runnerFinished(race: RaceID, user: RaceUserID, time: TimeSpan, sinceStart: TimeSpan)
    /// A runner is out, after so much of the track.
    case runnerOut(race: RaceID, user: RaceUserID, cause: RunnerOutCause, covered: Distance)
    /// A phone's report was not taken.
    case runnerRefused(race: RaceID, user: RaceUserID, reason: RunnerRefusal)
    /// The positions of a race went to its followers; `oldest` is the greatest age of one (RACE-R20).
    case snapshotPublished(race: RaceID, positions: Int32, followers: Int32, oldest: TimeSpan)
}
