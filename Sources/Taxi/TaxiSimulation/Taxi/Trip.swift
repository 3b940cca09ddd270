// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a passenger wants: known to the passenger, told to the driver when they meet.
struct Trip: Sendable {
    var origin: Place
    var destination: Place
    /// From when on the passenger is at the meeting point.
    var presentFrom = CityTime.epoch
    var travelers: Int32
    /// Nobody will be at the meeting point.
    var isNoShow = false
    /// Whether others may come along.
    var isShared = false
    /// The recorded or drawn length of the ride; nil to let the router say.
    var duration: TimeSpan?
    /// The recorded length of the way; nil to let the router say.
    var distance: Distance?
    /// The agreed time of a reservation; nil for a call.
    var pickUp: CityTime?
    /// The number of the order that it is; nil for the passenger's own wish.
    var reference: Int64?
}
