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
    /// The fact of the taxi service, when it is one.
    public var taxi: TaxiEvent? {
        guard case .taxi(let event) = event else { return nil }
        return event
    }

    /// The fact of the reservation module, when it is one.
    public var reservation: ReservationEvent? {
        guard case .reservation(let event) = event else { return nil }
        return event
    }

    /// The fact of the sharing module, when it is one.
    public var sharing: SharingEvent? {
        guard case .sharing(let event) = event else { return nil }
        return event
    }

    /// The fact as one line: the time in seconds and the event.
    public var line: String {
        let time = TimeSpan(nanoseconds: time.nanoseconds)
        return switch event {
        case .taxi(let event): "\(time) \(event)"
        case .reservation(let event): "\(time) \(event)"
        case .sharing(let event): "\(time) \(event)"
        case .account(let event): "\(time) \(event)"
        case .server(let event): "\(time) \(event)"
        case .client(let event): "\(time) \(event)"
        }
    }
}

extension Sequence where Element == EventRecord {
    /// What a closure finds in the facts of the taxi service, with the time of each find in seconds.
    public func found<Found>(_ body: (TaxiEvent) -> Found?) -> [(time: Double, found: Found)] {
        compactMap { record in record.taxi.flatMap(body).map { (record.time.inSeconds, $0) } }
    }

    /// The times of the facts of the taxi service that a closure picks, in seconds.
    public func times(_ body: (TaxiEvent) -> Bool) -> [Double] {
        filter { $0.taxi.map(body) ?? false }.map(\.time.inSeconds)
    }

    /// The facts of the reservation module, with their times in seconds.
    public var reservations: [(time: Double, event: ReservationEvent)] {
        compactMap { record in record.reservation.map { (record.time.inSeconds, $0) } }
    }

    /// The facts of the sharing module, with their times in seconds.
    public var sharings: [(time: Double, event: SharingEvent)] {
        compactMap { record in record.sharing.map { (record.time.inSeconds, $0) } }
    }

    /// The facts of the taxi service at one instant.
    public func at(_ seconds: Double) -> [TaxiEvent] {
        filter { $0.time == .seconds(seconds) }.compactMap(\.taxi)
    }
}
