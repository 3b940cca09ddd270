// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the taxis themselves show, whether or not a driver reports it; made by simulated taxis only.
public enum FleetEvent: Hashable, Sendable {
    /// A taxi's odometer was read: at the end of the warm-up and of the run, so that a ride under way then counts by its share.
    case odometerRead(driver: DriverID, odometer: Distance)
    /// A drive begins that closed streets make so much longer.
    case driverHeldUp(driver: DriverID, by: TimeSpan)
}

extension FleetEvent: RoadEvent {
    /// "taxis".
    public static let roadUsers = "taxis"

    /// What closed streets cost a drive.
    public var heldUp: TimeSpan? {
        switch self {
        case .driverHeldUp(_, let time): time
        case .odometerRead: nil
        }
    }
}

extension FleetEvent: Event {
    /// They are not: a replay has no taxis.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .odometerRead(let a, let b): visitor.kind(225, a, b)
        case .driverHeldUp(let a, let b): visitor.kind(226, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [.of(odometerRead), .of(driverHeldUp)]
}
