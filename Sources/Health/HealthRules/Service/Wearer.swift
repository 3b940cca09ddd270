// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the rules know of a user at each batch. Plain bytes: a city has tens of thousands, and looks at one for each batch.
struct Wearer: Sendable {
    /// The key of the session's batches; nil while nobody is logged in.
    var seal: UInt64?
    /// The end of the last stored batch.
    var lastEnd = CityTime(nanoseconds: .min)
    /// The linked device; 0 for none.
    var device = DeviceID(0)
    /// When the last batch that waits for a worker is stored.
    var storedAt = CityTime(nanoseconds: .min)
    /// When the last danger began that an outage hit; phones try a batch again and again, and it counts once.
    var missedUntil = CityTime(nanoseconds: .min)
    var isGone = false
    var isPermitted = false
    /// On for a new user (DEC-HEALTH-DEFAULT).
    var isSOSOn = true
}

/// An SOS that a worker is about to send.
struct PendingSOS: Comparable, Sendable {
    let time: CityTime
    let order: Int64
    let wearer: WearerID
    let place: Place
    let start: CityTime
    let end: CityTime
    let received: CityTime
    let isDelayed: Bool

    static func < (left: Self, right: Self) -> Bool { (left.time, left.order) < (right.time, right.order) }
}
