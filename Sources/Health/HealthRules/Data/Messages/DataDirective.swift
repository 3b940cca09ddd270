// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules ask their actor to do, in order.
public enum DataDirective: Hashable, Sendable {
    /// Note a fact in the event log.
    case note(DataEvent)
    /// Tell a third party something.
    case tell(ThirdPartyID, PartyNotice)
    /// Notify a person's client.
    case notify(WearerID, PersonNotice)
    /// Read stored batches for a third party that has access, note it with `readEvent`, and answer.
    case read(ThirdPartyID, WearerID, from: CityTime, to: CityTime)
    /// Work out an answer from stored batches, and hand it over with `answer(_:_:at:)` before anything else happens.
    case gather(GroupJob)
    /// Erase what is stored of a person.
    case erase(WearerID)
    /// Call `due` at this time, instead of at any time asked for before.
    case wake(at: CityTime)
}
