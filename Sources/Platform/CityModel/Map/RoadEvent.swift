// SPDX-License-Identifier: GPL-3.0-or-later

/// A fact of a service whose people drive, as a service that closes streets reads it in the log.
public protocol RoadEvent: Event {
    /// Who is on the road, such as `ambulances`.
    static var roadUsers: String { get }
    /// How much longer closed streets make the drive that begins; nil for anything else.
    var heldUp: TimeSpan? { get }
}
