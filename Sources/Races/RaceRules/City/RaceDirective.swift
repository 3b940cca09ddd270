// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the race rules ask their actor to do, in order.
public enum RaceDirective: Hashable, Sendable {
    /// Note a fact in the event log.
    case note(RaceEvent)
    /// Notify a user's client.
    case notify(RaceUserID, RaceNotice)
    /// Answer an organiser.
    case reply(OrganiserID, OrganiserAnswer)
    /// Collect the positions of the race's runners now, and hand them over with `take(_:of:at:note:)` (RACE-R19).
    case collect(RaceID)
    /// Show where the runners are to all followers of the race (RACE-R20).
    case publish(RaceSnapshot, to: [RaceUserID])
    /// Tell whoever keeps the consents, which answers with the message `consent` (RACE-JOIN-CONSENT). None where the service keeps them itself.
    case say(ConsentWord, RaceUserID, OrganiserID)
    /// Store a race's record, though no fact says that it changed.
    case saveRace(RaceID)
    /// Erase what is stored of a user, who is none any more.
    case eraseUser(RaceUserID)
    /// Call `due` of this race at this time, after the arrivals of that instant, instead of any time asked for before.
    case wake(RaceID, at: CityTime)
}
