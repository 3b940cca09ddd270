// SPDX-License-Identifier: GPL-3.0-or-later

/// What the log asks of a channel whatever its events are. Those that run through records only pass the call on to the type
/// of events, which has compiled copies of its own: overrides in a generic class are not specialised.
public class AnyChannel {
    /// Its index among the channels of the log.
    final let index: Int
    /// Whether a replay of the recorded messages gives its facts again (SIM-06).
    final let isReplayed: Bool
    /// How many records wait to be handed over.
    @usableFromInline final var filled = 0

    init(index: Int, isReplayed: Bool) {
        self.index = index
        self.isReplayed = isReplayed
    }

    func number(at position: Int) -> Int64 { preconditionFailure("a channel has a type") }
    /// The first position from this one on whose number is not below the limit.
    func end(from position: Int, below limit: Int64) -> Int { preconditionFailure("a channel has a type") }
    func hash(_ range: Range<Int>, into lanes: inout FingerprintLanes) {}
    func lines(_ range: Range<Int>) -> String { "" }
    func rows(_ range: Range<Int>, _ body: (EventRow) throws -> Void) rethrows {}
    func clear() {}
}

/// A record with its event as text, as the table `events` holds it.
public struct EventRow: Sendable {
    /// The record's number.
    public let number: Int64
    /// When it happened.
    public let time: CityTime
    /// The kind's name.
    public let name: String
    /// The fields as a JSON object.
    public let fields: String
}

/// Where one service notes its facts.
///
/// `@unchecked Sendable`: like its log, used on the loop's thread only.
public final class EventChannel<Fact: Event>: AnyChannel, @unchecked Sendable {
    /// The log that it belongs to.
    public let log: EventLog
    /// Raw memory, since a record made and assigned to an array's element passes through several copies on the stack.
    @usableFromInline var base: UnsafeMutablePointer<Record<Fact>>
    @usableFromInline var room = 64
    private lazy var text = EventText(Fact.self)
    private lazy var listed = Set(Fact.kinds.map(\.code))

    init(log: EventLog, index: Int) {
        self.log = log
        base = .allocate(capacity: room)
        super.init(index: index, isReplayed: Fact.isReplayed)
    }

    deinit {
        base.deinitialize(count: filled)
        base.deallocate()
    }

    /// Notes a fact. Never waits.
    @inlinable
    public func note(_ event: Fact) {
        assert(isListed(event), "\(Fact.self).kinds does not list \(event)")
        let (number, time, turn) = log.begin()
        if filled == room { grow() }
        (base + filled).initialize(to: Record(number: number, time: time, turn: turn, event: event))
        filled += 1
    }

    /// Adds a record that was made elsewhere, such as one that is read back; it keeps its number.
    public func add(_ record: Record<Fact>) {
        log.countRecord()
        if filled == room { grow() }
        (base + filled).initialize(to: record)
        filled += 1
    }

    @usableFromInline
    func isListed(_ event: Fact) -> Bool { listed.contains(event.code) }

    @usableFromInline
    func grow() {
        let larger = UnsafeMutablePointer<Record<Fact>>.allocate(capacity: room * 2)
        larger.moveInitialize(from: base, count: filled)
        base.deallocate()
        base = larger
        room *= 2
    }

    /// Shows the records of a range.
    func take(_ range: Range<Int>, _ body: (Span<Record<Fact>>) -> Void) {
        body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
    }

    /// Where the numbers are in `base`, known once: asked through the type they would take a look-up of it each time.
    private let (stride, offset) = (
        MemoryLayout<Record<Fact>>.stride, MemoryLayout<Record<Fact>>.offset(of: \.number) ?? 0
    )

    override func number(at position: Int) -> Int64 {
        UnsafeRawPointer(base).load(fromByteOffset: position * stride + offset, as: Int64.self)
    }

    override func end(from position: Int, below limit: Int64) -> Int {
        // Mostly no other channel holds records, and none of these need be looked at.
        guard number(at: filled - 1) >= limit else { return filled }
        var end = position
        while end < filled, number(at: end) < limit { end += 1 }
        return end
    }

    override func hash(_ range: Range<Int>, into lanes: inout FingerprintLanes) {
        take(range) { Fact.hash($0, into: &lanes) }
    }

    override func lines(_ range: Range<Int>) -> String {
        for position in range { text.line(base[position]) }
        defer { text.bytes.removeAll(keepingCapacity: true) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    override func rows(_ range: Range<Int>, _ body: (EventRow) throws -> Void) rethrows {
        for position in range {
            let record = base[position]
            try body(
                EventRow(
                    number: record.number, time: record.time, name: record.event.name,
                    fields: text.fields(of: record.event)))
        }
    }

    override func clear() {
        base.deinitialize(count: filled)
        filled = 0
    }
}
