// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The one log of a city: numbers every fact, stamps it with the loop's time and turn, and hands it to the observers.
///
/// Keeps nothing itself but a small batch, so memory does not grow with the run. `note` never waits.
///
/// `@unchecked Sendable`: actors share the log, but use it on their loop's thread only, which `note` checks in debug
/// builds.
public final class EventLog: @unchecked Sendable {
    /// How many facts were noted.
    public private(set) var count: Int64 = 0
    /// How many of them the taxi service and its modules noted: what a replay of their messages gives again. Facts of the
    /// front door, the accounts and the clients are not among them.
    public var serviceCount: Int64 { count - others }
    private var others: Int64 = 0

    private let loop: CityLoop
    private var observers: [any EventObserver] = []
    /// The batch, with room behind it: the first `filled` records count.
    private var batch: [EventRecord]
    private var filled = 0
    private let batchSize: Int
    private var lastTurn: Int64 = -1

    /// A log that hands over batches of about this many facts, always whole turns; 1 means after every turn.
    ///
    /// Smaller batches would keep their records nearer, but cost more: city and observers push each other's code out of the
    /// processor's first cache (128 facts: a quarter more misses of code).
    public init(_ loop: CityLoop, batchSize: Int = 256) {
        self.loop = loop
        self.batchSize = batchSize
        precondition(Self.isLayoutKnown, "an event must be plain bytes")
        batch = Array(repeating: Self.blank, count: batchSize + 64)
    }

    /// Adds a reader; before the first fact.
    public func add(_ observer: any EventObserver) {
        precondition(count == 0, "observers are added before the first event")
        observers.append(observer)
    }

    /// Notes a fact of the taxi service.
    public func note(_ event: TaxiEvent) {
        note(.taxi(event))
    }

    /// Notes a fact of the reservation module.
    public func note(_ event: ReservationEvent) {
        note(.reservation(event))
    }

    /// Notes a fact of the ride sharing module.
    public func note(_ event: SharingEvent) {
        note(.sharing(event))
    }

    /// Notes a fact of the account service.
    public func note(_ event: AccountEvent) {
        others += 1
        note(.account(event))
    }

    /// Notes a fact of the server's front door.
    public func note(_ event: ServerEvent) {
        others += 1
        note(.server(event))
    }

    /// Notes a fact on the clients' side.
    public func note(_ event: ClientEvent) {
        others += 1
        note(.client(event))
    }

    private func note(_ event: CityEvent) {
        assert(loop.isOnLoop, "facts are noted on the loop's thread")
        let turn = loop.turn
        if turn != lastTurn {
            lastTurn = turn
            if filled >= batchSize { flush() }
        }
        if filled == batch.count { batch.append(Self.blank) }
        count += 1
        let (number, time, place) = (count, loop.now, filled * MemoryLayout<EventRecord>.stride)
        filled += 1
        // Reason for the bytes: a record made and assigned passes through several copies on the stack. The layout is
        // checked in `init`.
        batch.withUnsafeMutableBytes { batch in
            guard let record = batch.baseAddress.map({ $0 + place }) else { return }
            record.storeBytes(of: number, as: Int64.self)
            record.storeBytes(of: time, toByteOffset: 8, as: CityTime.self)
            record.storeBytes(of: turn, toByteOffset: 16, as: Int64.self)
            record.storeBytes(of: event, toByteOffset: 24, as: CityEvent.self)
        }
    }

    private static let blank = EventRecord(number: 0, time: .epoch, turn: 0, event: .taxi(.zoneOpened(zone: ZoneID(0))))

    /// Whether records are the plain bytes that `note` writes.
    private static var isLayoutKnown: Bool {
        typealias Layout = MemoryLayout<EventRecord>
        return _isPOD(EventRecord.self) && Layout.offset(of: \.number) == 0 && Layout.offset(of: \.time) == 8
            && Layout.offset(of: \.turn) == 16 && Layout.offset(of: \.event) == 24
    }

    /// Hands over what is left; call between turns only.
    public func flush() {
        guard filled > 0 else { return }
        for observer in observers { observer.observe(batch[..<filled]) }
        filled = 0
    }

    /// Ends the log at this time and lets the observers go.
    public func finish(at end: CityTime) {
        flush()
        for observer in observers { observer.finish(at: end) }
        observers = []
    }
}
