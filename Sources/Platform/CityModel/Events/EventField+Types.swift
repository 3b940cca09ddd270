// SPDX-License-Identifier: GPL-3.0-or-later

extension Int64: NumberField {
    /// Itself.
    @inlinable public var logNumber: Int64 { self }
    /// Itself.
    public init?(logNumber: Int64) { self = logNumber }
}

extension Int32: NumberField {
    /// Itself.
    @inlinable public var logNumber: Int64 { Int64(self) }
    /// Nil when it needs more bits.
    public init?(logNumber: Int64) { self.init(exactly: logNumber) }
}

extension UInt32: NumberField {
    /// Itself.
    @inlinable public var logNumber: Int64 { Int64(self) }
    /// Nil when it needs more bits.
    public init?(logNumber: Int64) { self.init(exactly: logNumber) }
}

extension ID: NumberField {
    /// The bare number.
    @inlinable public var logNumber: Int64 { Int64(number) }
    /// Nil when it needs more bits.
    public init?(logNumber: Int64) {
        guard let number = Int32(exactly: logNumber) else { return nil }
        self.init(number)
    }
}

extension CityTime: NumberField {
    /// Nanoseconds.
    public static var ending: String { "Ns" }
    /// Nanoseconds since 1970-01-01 00:00.
    @inlinable public var logNumber: Int64 { nanoseconds }
    /// The instant of these nanoseconds.
    public init?(logNumber: Int64) { self.init(nanoseconds: logNumber) }
}

extension TimeSpan: NumberField {
    /// Nanoseconds.
    public static var ending: String { "Ns" }
    /// Nanoseconds.
    @inlinable public var logNumber: Int64 { nanoseconds }
    /// The span of these nanoseconds.
    public init?(logNumber: Int64) { self.init(nanoseconds: logNumber) }
}

extension Distance: NumberField {
    /// Millimetres.
    public static var ending: String { "Mm" }
    /// Millimetres.
    @inlinable public var logNumber: Int64 { millimetres }
    /// The length of these millimetres.
    public init?(logNumber: Int64) { self.init(millimetres: logNumber) }
}

extension AccountFields: NumberField {
    /// The bits.
    @inlinable public var logNumber: Int64 { Int64(rawValue) }
    /// Nil when there are more bits.
    public init?(logNumber: Int64) {
        guard let bits = Int32(exactly: logNumber) else { return nil }
        self.init(rawValue: bits)
    }
}

extension TravelMeansSet: NumberField {
    /// The bits.
    @inlinable public var logNumber: Int64 { Int64(rawValue) }
    /// Nil when there are more bits.
    public init?(logNumber: Int64) {
        guard let bits = UInt16(exactly: logNumber) else { return nil }
        self.init(rawValue: bits)
    }
}

extension Place: EventField {
    /// Millimetres east and north.
    public static var parts: [FieldPart] { [FieldPart("EastMm", .number), FieldPart("NorthMm", .number)] }
    /// Two different numbers.
    public static func example(_ number: Int) -> Place { Place(east: Int32(number), north: -Int32(number)) }
    /// Shows east, then north.
    @inlinable
    @inline(__always)
    public static func show(_ value: Place, to visitor: inout some KindVisitor) {
        visitor.number(Int64(value.east))
        visitor.number(Int64(value.north))
    }
    /// Shows east, then north, or the absence of each.
    @inlinable
    @inline(__always)
    public static func show(optional value: Place?, to visitor: inout some KindVisitor) {
        visitor.optionalNumber((value?.east).map { Int64($0) })
        visitor.optionalNumber((value?.north).map { Int64($0) })
    }
    /// Takes two numbers.
    public init(parts: inout ArraySlice<LogValue>) throws {
        self.init(east: try Int32(parts: &parts), north: try Int32(parts: &parts))
    }
}

extension Bool: EventField {
    /// True or false.
    public static var parts: [FieldPart] { [FieldPart("", .flag)] }
    /// True for odd numbers.
    public static func example(_ number: Int) -> Bool { number % 2 == 1 }
    /// Shows the flag.
    @inlinable
    @inline(__always)
    public static func show(_ value: Bool, to visitor: inout some KindVisitor) { visitor.flag(value) }
    /// A flag is never absent: say what absence means with a word.
    public static func show(optional value: Bool?, to visitor: inout some KindVisitor) {
        preconditionFailure("a flag of an event cannot be absent: use a word")
    }
    /// Takes a flag.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard case .flag(let flag) = parts.popFirst() else { throw UnreadableField() }
        self = flag
    }
}

extension String: EventField {
    /// Any text.
    public static var parts: [FieldPart] { [FieldPart("", .text)] }
    /// A text with something to escape.
    public static func example(_ number: Int) -> String { "\"text\" \(number)" }
    /// Shows the text.
    public static func show(_ value: String, to visitor: inout some KindVisitor) { visitor.text(value) }
    /// Shows the text or its absence.
    public static func show(optional value: String?, to visitor: inout some KindVisitor) { visitor.text(value) }
    /// Takes a text.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard case .text(let text) = parts.popFirst() else { throw UnreadableField() }
        self = text
    }
}

extension EventWord {
    /// One of the words.
    public static var parts: [FieldPart] { [FieldPart("", .word(allCases.map(\.word)))] }
    /// The words in turn.
    public static func example(_ number: Int) -> Self {
        let words = Array(allCases)
        return words[number % words.count]
    }
    /// Shows the word's number.
    @inlinable
    @inline(__always)
    public static func show(_ value: Self, to visitor: inout some KindVisitor) { visitor.word(value.rawValue) }
    /// Shows the word's number or its absence.
    @inlinable
    @inline(__always)
    public static func show(optional value: Self?, to visitor: inout some KindVisitor) {
        visitor.optionalWord(value?.rawValue)
    }
    /// Takes a word by its text.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard case .text(let text) = parts.popFirst(), let value = Self.allCases.first(where: { $0.word == text })
        else { throw UnreadableField() }
        self = value
    }
}
