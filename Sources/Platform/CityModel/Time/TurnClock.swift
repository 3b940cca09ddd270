// SPDX-License-Identifier: GPL-3.0-or-later

/// Says when a fact happens: the loop of a city, to which the event log belongs.
public protocol TurnClock: AnyObject {
    /// The time now and the turn of the loop, which counts from 1 and is 0 before the first one: asked together, for every
    /// fact.
    var moment: (time: CityTime, turn: Int64) { get }
    /// Whether the caller is on the thread where facts may be noted.
    var isOnLoop: Bool { get }
}
