// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the planner asks its actor to do, in order.
public enum TripDirective: Hashable, Sendable {
    /// Note a fact in the event log.
    case note(TripEvent)
    /// Notify a user, on all devices.
    case notify(TripUserID, TripNotice)
    /// Call `due` at this time, after the messages of that instant, instead of any time asked for before; `never` for not at all.
    case wake(at: CityTime)
}
