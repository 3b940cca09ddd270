// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Keeps every event of a run, for tests that look at single ones.
public final class EventList: EventObserver {
    /// The events so far, in order.
    public private(set) var records: [EventRecord] = []

    /// Makes an empty list.
    public init() {}

    /// Takes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        self.records += records
    }

    /// Nothing is left to do.
    public func finish(at end: CityTime) {}
}

extension EventRecord {
    /// The fact of the taxi service.
    public var taxi: TaxiEvent {
        switch event {
        case .taxi(let event): event
        }
    }

    /// The fact as one line: the time in seconds and the event.
    public var line: String { "\(TimeSpan(nanoseconds: time.nanoseconds)) \(taxi)" }
}

extension Sequence where Element == EventRecord {
    /// What a closure finds in the facts, with the time of each find in seconds.
    public func found<Found>(_ body: (TaxiEvent) -> Found?) -> [(time: Double, found: Found)] {
        compactMap { record in body(record.taxi).map { (record.time.inSeconds, $0) } }
    }

    /// The times of the facts that a closure picks, in seconds.
    public func times(_ body: (TaxiEvent) -> Bool) -> [Double] {
        filter { body($0.taxi) }.map(\.time.inSeconds)
    }

    /// The facts of one instant.
    public func at(_ seconds: Double) -> [TaxiEvent] {
        filter { $0.time == .seconds(seconds) }.map(\.taxi)
    }
}
