// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of one thing of the city, typed by what it numbers, so that a driver cannot be taken for a passenger.
///
/// Four bytes, and no meaning beyond identity and order: smaller numbers were made earlier.
@frozen
public struct ID<Thing>: Hashable, Comparable, Sendable {
    /// The bare number. Positive for every real thing.
    public let number: Int32

    /// Makes the id with this number.
    @inlinable
    public init(_ number: Int32) {
        self.number = number
    }

    /// Makes the id with this number; traps when the number needs more than 32 bits.
    @inlinable
    public init(_ number: Int) {
        self.number = Int32(number)
    }

    /// The number as an array index.
    @inlinable public var index: Int { Int(number) }

    /// Orders ids by number.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool {
        left.number < right.number
    }
}

extension ID: Codable {
    /// Reads the bare number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int32.self)
    }

    /// Writes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension ID: CustomStringConvertible {
    /// The bare number as text.
    public var description: String { String(number) }
}

/// What ids number. Empty types, used as tags only.
public enum Tag {
    /// A driver together with the one taxi that the driver drives (TAXI-ASSUME-08).
    public enum Driver {}
    /// A person in the role of taxi user.
    public enum Passenger {}
    /// A confirmed wish for a taxi.
    public enum Request {}
    /// A request put to one driver.
    public enum Offer {}
    /// A numbered area of the city with exactly one taxi queue.
    public enum Zone {}
    /// A wish for a taxi at an agreed time.
    public enum Reservation {}
    /// A ride that several passengers may share.
    public enum SharedRide {}
}

/// The number of a driver and of the driver's taxi: one driver has one taxi, so one number serves both.
public typealias DriverID = ID<Tag.Driver>
/// The number of a passenger.
public typealias PassengerID = ID<Tag.Passenger>
/// The number of a request. The ride that follows an acceptance keeps the number of its request.
public typealias RequestID = ID<Tag.Request>
/// The number of an offer.
public typealias OfferID = ID<Tag.Offer>
/// The number of a zone: positive and unique in its layout (TAXI-ZONE-03).
public typealias ZoneID = ID<Tag.Zone>
/// The number of a reservation.
public typealias ReservationID = ID<Tag.Reservation>
/// The number of a shared ride. It exists before its request, and keeps its number with it.
public typealias SharedRideID = ID<Tag.SharedRide>
