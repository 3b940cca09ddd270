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

    private let loop: CityLoop
    private var observers: [any EventObserver] = []
    private var batch: [EventRecord] = []
    private let batchSize: Int
    private var lastTurn: Int64 = -1

    /// A log that hands over batches of about this many facts, always whole turns; 1 means after every turn.
    public init(_ loop: CityLoop, batchSize: Int = 512) {
        self.loop = loop
        self.batchSize = batchSize
        batch.reserveCapacity(batchSize + 64)
    }

    /// Adds a reader; before the first fact.
    public func add(_ observer: any EventObserver) {
        precondition(count == 0, "observers are added before the first event")
        observers.append(observer)
    }

    /// Notes a fact.
    @inline(__always)
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

    /// Notes a fact.
    public func note(_ event: CityEvent) {
        assert(loop.isOnLoop, "facts are noted on the loop's thread")
        let turn = loop.turn
        if turn != lastTurn {
            lastTurn = turn
            if batch.count >= batchSize { flush() }
        }
        count += 1
        batch.append(EventRecord(number: count, time: loop.now, turn: turn, event: event))
    }

    /// Hands over what is left; call between turns only.
    public func flush() {
        guard !batch.isEmpty else { return }
        for observer in observers { observer.observe(batch[...]) }
        batch.removeAll(keepingCapacity: true)
    }

    /// Ends the log at this time and lets the observers go.
    public func finish(at end: CityTime) {
        flush()
        for observer in observers { observer.finish(at: end) }
        observers = []
    }
}
