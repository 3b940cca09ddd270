// SPDX-License-Identifier: GPL-3.0-or-later

/// A word of the event log whose list is open: every service adds its own, each with a number and a text that no other word
/// of the list has.
///
/// The number is all that a value holds; it stands in fingerprints, stream keys and stored files, and never changes. The
/// text stands in logs and tables.
public protocol OpenWord: LogWord, Codable, CustomStringConvertible {
    /// The texts of the words that were named so far.
    static var names: WordNames { get }
    /// The word of this number, which must have been named.
    init(number: UInt8)
}

extension OpenWord {
    /// Names a word; traps when the number or the text is another word's.
    public init(_ number: UInt8, _ text: String) {
        self.init(number: number)
        Self.names.add(number, text)
    }

    /// Whether the numbers are the same.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    /// Hashes the number.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The word as it is written in logs and reports.
    public var word: String { Self.names[number] }
    /// The word.
    public var description: String { word }
    /// The words of these texts, as far as they were named.
    public static func known(by texts: [String]) -> [Self] {
        texts.compactMap { names.number(of: $0) }.sorted().map { Self(number: $0) }
    }

    /// One word, of a list that is not known here.
    public static var parts: [FieldPart] { [FieldPart("", .openWord)] }
    /// One of 16 words without a meaning.
    public static func example(_ number: Int) -> Self {
        (0..<16).map { Self(UInt8(240 + $0), "example\($0)") }[number % 16]
    }
    /// Shows the word.
    @inlinable
    @inline(__always)
    public static func show(_ value: Self, to visitor: inout some KindVisitor) {
        visitor.openWord(value.number, names)
    }
    /// Never called: only words of closed lists may be absent.
    public static func show(optional value: Self?, to visitor: inout some KindVisitor) {
        preconditionFailure("an open word of an event cannot be absent")
    }
    /// Takes a text.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard let number = Self.names.number(of: try String(parts: &parts)) else { throw UnreadableField() }
        self.init(number: number)
    }
}

extension Array where Element: OpenWord {
    /// These words and others, by number.
    public func joined(by others: [Element]) -> [Element] { (self + others).sorted { $0.number < $1.number } }
}
