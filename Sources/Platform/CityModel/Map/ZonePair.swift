// SPDX-License-Identifier: GPL-3.0-or-later

/// From one zone to another.
public struct ZonePair: Hashable, Sendable {
    /// The zone of origin.
    public var origin: ZoneID
    /// The zone of destination.
    public var destination: ZoneID

    /// Makes a pair.
    public init(origin: ZoneID, destination: ZoneID) {
        self.origin = origin
        self.destination = destination
    }
}
