// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How people ask for a taxi without the service.
public enum StreetManner: UInt8, EventWord {
    /// They stop any free taxi of the zone.
    case hail
    /// They take the first taxi of the zone's queue, as at a rank.
    case rank
}

/// What happens on the street without the service, which learns of it by the status of the taxi alone (DEC-STATUS-NAMES). Made by
/// simulated people and taxis only.
public enum StreetEvent: Hashable, Sendable {
    /// Somebody asks for a taxi on the street; the zone is 0 where the service has none.
    case streetAsked(passenger: PassengerID, zone: ZoneID, manner: StreetManner, travelers: Int32, place: Place)
    /// That person got in; the odometer is the taxi's there.
    case streetBoarded(passenger: PassengerID, driver: DriverID, zone: ZoneID, odometer: Distance)
    /// That person stood for as long as patience lasts, and leaves; `calls` when a call follows.
    case streetLeft(passenger: PassengerID, zone: ZoneID, calls: Bool)
    /// The ride from the street ended.
    case streetRideEnded(passenger: PassengerID, driver: DriverID, place: Place, odometer: Distance)
}

extension StreetEvent: Event {
    /// They are not: a replay has no people and no taxis.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .streetAsked(let a, let b, let c, let d, let e): visitor.kind(250, a, b, c, d, e)
        case .streetBoarded(let a, let b, let c, let d): visitor.kind(251, a, b, c, d)
        case .streetLeft(let a, let b, let c): visitor.kind(252, a, b, c)
        case .streetRideEnded(let a, let b, let c, let d): visitor.kind(253, a, b, c, d)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(streetAsked), .of(streetBoarded), .of(streetLeft), .of(streetRideEnded),
    ]
}
