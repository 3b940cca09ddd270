// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of one thing of the city, typed by what it numbers, so that a zone cannot be taken for a person.
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

/// What ids number. Empty types, used as tags only; each service adds its own.
public enum Tag {
    /// A numbered area of the city.
    public enum Zone {}
}

/// The number of a zone: positive and unique in its layout (TAXI-ZONE-03).
public typealias ZoneID = ID<Tag.Zone>
