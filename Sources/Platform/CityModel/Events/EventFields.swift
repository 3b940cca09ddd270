// SPDX-License-Identifier: GPL-3.0-or-later

/// Walks the fields of an event in their fixed order. The fingerprint, the log writers and the published schema all use
/// the one list in `TaxiEvent.fields(_:)`, so they cannot differ.
public protocol EventFieldVisitor {
    /// A whole number: a count or an id.
    mutating func number(_ name: StaticString, _ value: Int64)
    /// A whole number that may be absent.
    mutating func optionalNumber(_ name: StaticString, _ value: Int64?)
    /// A word of a closed list.
    mutating func word<Word: EventWord>(_ name: StaticString, _ value: Word)
    /// A word that may be absent.
    mutating func optionalWord<Word: EventWord>(_ name: StaticString, _ value: Word?)
    /// Yes or no.
    mutating func flag(_ name: StaticString, _ value: Bool)
}

extension EventFieldVisitor {
    /// An id, by its number.
    @inlinable
    @inline(__always)
    public mutating func id<Thing>(_ name: StaticString, _ value: ID<Thing>) { number(name, Int64(value.number)) }
    /// An instant, in nanoseconds; the name should end in `Ns`.
    @inlinable
    @inline(__always)
    public mutating func time(_ name: StaticString, _ value: CityTime) { number(name, value.nanoseconds) }
    /// A length, in millimetres; the name should end in `Mm`.
    @inlinable
    @inline(__always)
    public mutating func distance(_ name: StaticString, _ value: Distance) { number(name, value.millimetres) }
    /// A place, as millimetres east and north.
    @inlinable
    @inline(__always)
    public mutating func place(_ east: StaticString, _ north: StaticString, _ value: Place) {
        number(east, Int64(value.east))
        number(north, Int64(value.north))
    }
}
