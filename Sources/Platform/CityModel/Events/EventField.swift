// SPDX-License-Identifier: GPL-3.0-or-later

/// What one part of a field may hold.
public enum PartForm: Hashable, Sendable {
    /// A whole number.
    case number
    /// True or false.
    case flag
    /// One of these words.
    case word([String])
    /// A word of a list that services add to.
    case openWord
    /// Any text.
    case text
}

/// One part of a field: most fields have one, a place has two.
public struct FieldPart: Hashable, Sendable {
    /// What follows the field's label in the part's name, such as `Mm` or `EastMm`.
    public let ending: String
    /// What it may hold.
    public let form: PartForm
    /// Whether it may be absent: null in the log.
    public let isOptional: Bool

    /// Makes a part.
    public init(_ ending: String, _ form: PartForm, isOptional: Bool = false) {
        self.ending = ending
        self.form = form
        self.isOptional = isOptional
    }
}

/// A type that a field of an event may have.
public protocol EventField: Sendable {
    /// The parts, in order.
    static var parts: [FieldPart] { get }
    /// A value for the schema and for tests; different numbers give different values, as far as there are any.
    static func example(_ number: Int) -> Self
    /// Shows the parts to a visitor.
    static func show(_ value: Self, to visitor: inout some KindVisitor)
    /// The same of a value that may be absent.
    static func show(optional value: Self?, to visitor: inout some KindVisitor)
    /// Takes as many parts as the field has off the front; throws `UnreadableField` when they are no such value.
    init(parts: inout ArraySlice<LogValue>) throws
}

/// A part of a log line that is not what the field may hold.
public struct UnreadableField: Error {
    /// Makes the error.
    public init() {}
}

extension Optional: EventField where Wrapped: EventField {
    /// Those of the value, each of which may be null.
    public static var parts: [FieldPart] { Wrapped.parts.map { FieldPart($0.ending, $0.form, isOptional: true) } }
    /// Never absent.
    public static func example(_ number: Int) -> Wrapped? { Wrapped.example(number) }
    /// Shows the value or its absence.
    @inlinable
    @inline(__always)
    public static func show(_ value: Wrapped?, to visitor: inout some KindVisitor) {
        Wrapped.show(optional: value, to: &visitor)
    }
    /// Nothing is absent twice.
    public static func show(optional value: Wrapped??, to visitor: inout some KindVisitor) {
        Wrapped.show(optional: value ?? nil, to: &visitor)
    }
    /// Absent when the first part is null.
    public init(parts: inout ArraySlice<LogValue>) throws {
        if parts.first == .null {
            parts = parts.dropFirst(Wrapped.parts.count)
            self = nil
        } else {
            self = try Wrapped(parts: &parts)
        }
    }
}

/// A field that is one whole number.
public protocol NumberField: EventField {
    /// What follows the label in the field's name.
    static var ending: String { get }
    /// The number.
    var logNumber: Int64 { get }
    /// The value with this number; nil when there is none.
    init?(logNumber: Int64)
}

extension NumberField {
    /// One number.
    public static var parts: [FieldPart] { [FieldPart(ending, .number)] }
    /// Without a unit.
    public static var ending: String { "" }
    /// The value with the number itself.
    public static func example(_ number: Int) -> Self {
        guard let value = Self(logNumber: Int64(number)) else { preconditionFailure("\(Self.self) has no \(number)") }
        return value
    }
    /// Shows the number.
    @inlinable
    @inline(__always)
    public static func show(_ value: Self, to visitor: inout some KindVisitor) { visitor.number(value.logNumber) }
    /// Shows the number or its absence.
    @inlinable
    @inline(__always)
    public static func show(optional value: Self?, to visitor: inout some KindVisitor) {
        visitor.optionalNumber(value?.logNumber)
    }
    /// Takes a number.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard case .number(let number) = parts.popFirst(), let value = Self(logNumber: number) else {
            throw UnreadableField()
        }
        self = value
    }
}
