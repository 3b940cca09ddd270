// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What falls due at a store. Of several at one instant, in this order.
enum DeadlineKind: UInt8, Sendable {
    /// A called ticket was not scanned (STORE-NOSHOW).
    case grace
    /// A proposal was not answered (DEC-STORE-POSTPONE).
    case answer
    /// An admission window ends (STORE-R14).
    case lapse
    /// The store opens or closes.
    case door
    /// A ticket is ready (DEC-STORE-GRACE).
    case ready
    /// Delays of bookings are looked at: at the booked time, and when something changed before it.
    case bookings
    /// Estimates of the queue are looked at.
    case queue
}

/// A time at which something may fall due. It is looked at again then: what does not hold any more is nothing.
struct Deadline: Comparable, Sendable {
    let time: CityTime
    let kind: DeadlineKind
    let pass: Int32

    static func < (left: Self, right: Self) -> Bool {
        (left.time, left.kind.rawValue, left.pass) < (right.time, right.kind.rawValue, right.pass)
    }
}
