// SPDX-License-Identifier: GPL-3.0-or-later

/// Walks one event: the number of its kind, then the parts of its fields in their fixed order.
///
/// The fingerprint, the log's text, the published schema and the kind's number are all made by visitors of the one list in
/// `Event.show(to:)`, so they cannot differ.
public protocol KindVisitor {
    /// The event's kind.
    mutating func begin(_ code: UInt16)
    /// A whole number.
    mutating func number(_ value: Int64)
    /// A whole number that may be absent.
    mutating func optionalNumber(_ value: Int64?)
    /// A word of a closed list, by its number in the list.
    mutating func word(_ value: UInt8)
    /// A word that may be absent.
    mutating func optionalWord(_ value: UInt8?)
    /// A word of an open list.
    mutating func openWord(_ number: UInt8, _ names: WordNames)
    /// Yes or no.
    mutating func flag(_ value: Bool)
    /// Any text; nil when it is absent.
    mutating func text(_ value: String?)
}

// One overload for each number of fields: a parameter pack here made each event 50 ns slower.
extension KindVisitor {
    /// A kind without fields.
    @inlinable
    @inline(__always)
    public mutating func kind(_ code: UInt16) { begin(code) }

    /// A kind with one field.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField>(
        _ code: UInt16, _ a: A
    ) {
        begin(code)
        A.show(a, to: &self)
    }

    /// A kind with two fields.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField, B: EventField>(
        _ code: UInt16, _ a: A, _ b: B
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
    }

    /// A kind with three fields.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField, B: EventField, C: EventField>(
        _ code: UInt16, _ a: A, _ b: B, _ c: C
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
    }

    /// A kind with four fields.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField, B: EventField, C: EventField, D: EventField>(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
    }

    /// A kind with five fields.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField, B: EventField, C: EventField, D: EventField, E: EventField>(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
        E.show(e, to: &self)
    }

    /// A kind with six fields.
    @inlinable
    @inline(__always)
    public mutating func kind<A: EventField, B: EventField, C: EventField, D: EventField, E: EventField, F: EventField>(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
        E.show(e, to: &self)
        F.show(f, to: &self)
    }

    /// A kind with seven fields.
    @inlinable
    @inline(__always)
    public mutating func kind<
        A: EventField, B: EventField, C: EventField, D: EventField, E: EventField, F: EventField, G: EventField
    >(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
        E.show(e, to: &self)
        F.show(f, to: &self)
        G.show(g, to: &self)
    }

    /// A kind with eight fields.
    @inlinable
    @inline(__always)
    public mutating func kind<
        A: EventField, B: EventField, C: EventField, D: EventField, E: EventField, F: EventField, G: EventField,
        H: EventField
    >(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
        E.show(e, to: &self)
        F.show(f, to: &self)
        G.show(g, to: &self)
        H.show(h, to: &self)
    }

    /// A kind with nine fields.
    @inlinable
    @inline(__always)
    public mutating func kind<
        A: EventField, B: EventField, C: EventField, D: EventField, E: EventField, F: EventField, G: EventField,
        H: EventField, I: EventField
    >(
        _ code: UInt16, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H, _ i: I
    ) {
        begin(code)
        A.show(a, to: &self)
        B.show(b, to: &self)
        C.show(c, to: &self)
        D.show(d, to: &self)
        E.show(e, to: &self)
        F.show(f, to: &self)
        G.show(g, to: &self)
        H.show(h, to: &self)
        I.show(i, to: &self)
    }
}
