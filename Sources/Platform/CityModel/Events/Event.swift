// SPDX-License-Identifier: GPL-3.0-or-later

/// The facts of one service: an enum with a case for each kind of fact, which is described once.
///
/// A kind is a case with labels, an arm of `show(to:)` and an entry of `kinds`; its number, name, text in the log, schema,
/// example and fingerprint follow. Values are best plain bytes, so that noting one allocates nothing: a single case with
/// text makes every event of its enum slower, so kinds with text get an enum of their own.
public protocol Event: Hashable, Sendable {
    /// Every kind once, in the order of the published schema.
    static var kinds: [Kind<Self>] { get }
    /// Whether a replay of the recorded messages gives these facts again (SIM-06).
    static var isReplayed: Bool { get }
    /// Shows the kind's number, then its fields in the order of the declaration.
    func show<Visitor: KindVisitor>(to visitor: inout Visitor)
    /// Adds the rows of these records to a fingerprint. A requirement, so that every enum gets a compiled copy of its own.
    static func hash(_ records: Span<Record<Self>>, into lanes: inout FingerprintLanes)
    /// Writes one event's fields; a requirement for the same reason.
    static func write(_ event: Self, to text: inout EventText)
    /// Adds the kinds of these records to counts by their numbers; a requirement for the same reason.
    static func count(_ records: Span<Record<Self>>, in counts: inout [Int])
}

extension Event {
    /// They are, when the service does nothing but answer its messages.
    public static var isReplayed: Bool { true }

    /// The kind's number in the fingerprint and in stored logs. Never changes; a removed kind's number stays unused.
    /// A service takes a hundred of its own, from 300; those below were given before there were so many.
    @inlinable public var code: UInt16 {
        var reader = CodeReader()
        show(to: &reader)
        return reader.code
    }

    /// The kind's name as it stands in logs and tables; takes time that grows with the number of kinds.
    public var name: String { Self.kinds.first { $0.code == code }?.name ?? "unknown" }

    /// One more than the largest number of a kind: the size of a table of kinds.
    package static var kindEnd: Int { kinds.reduce(0) { max($0, Int($1.code) + 1) } }

    /// One event of each kind, for the published schema and for tests.
    public static var examples: [Self] { kinds.map(\.example) }

    /// Adds the rows of these records.
    @inlinable
    public static func hash(_ records: Span<Record<Self>>, into lanes: inout FingerprintLanes) {
        var copy = lanes
        for index in records.indices {
            var row = FingerprintRow(number: copy.number(of: records[index].number), time: records[index].time)
            records[index].event.show(to: &row)
            copy.take(row.sum)
        }
        lanes = copy
    }

    /// Writes the fields.
    @inlinable
    public static func write(_ event: Self, to text: inout EventText) { event.show(to: &text) }

    /// Counts them.
    @inlinable
    public static func count(_ records: Span<Record<Self>>, in counts: inout [Int]) {
        for index in records.indices { counts[Int(records[index].event.code)] += 1 }
    }
}

/// A numbered fact: one line of the event log.
public struct Record<Fact: Event>: Hashable, Sendable {
    /// Counts from 1 without gaps, over all services.
    public let number: Int64
    /// When it happened.
    public let time: CityTime
    /// The turn of the loop it happened in. All facts of one turn happen together: relations between actors, such as
    /// "available if and only if queued", hold when a turn ends. Not part of the fingerprint.
    public let turn: Int64
    /// The fact.
    public let event: Fact

    /// Makes a record.
    @inlinable
    public init(number: Int64, time: CityTime, turn: Int64, event: Fact) {
        self.number = number
        self.time = time
        self.turn = turn
        self.event = event
    }
}

/// Reads the number of an event's kind.
@usableFromInline
struct CodeReader: KindVisitor {
    @usableFromInline var code: UInt16 = 0

    @inlinable
    init() {}
    @inlinable
    mutating func begin(_ code: UInt16) { self.code = code }
    @inlinable
    mutating func number(_ value: Int64) {}
    @inlinable
    mutating func optionalNumber(_ value: Int64?) {}
    @inlinable
    mutating func word(_ value: UInt8) {}
    @inlinable
    mutating func optionalWord(_ value: UInt8?) {}
    @inlinable
    mutating func openWord(_ number: UInt8, _ names: WordNames) {}
    @inlinable
    mutating func flag(_ value: Bool) {}
    @inlinable
    mutating func text(_ value: String?) {}
}
