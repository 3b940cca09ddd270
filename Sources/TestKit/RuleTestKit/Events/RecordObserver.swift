// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
package import CityModel
import TaxiRules

/// Reads the whole log as one list of records.
package protocol RecordObserver: EventObserver {
    /// Takes the next records.
    func observe(_ records: ArraySlice<EventRecord>)
}

extension RecordObserver {
    /// Reads all services of today, and takes each batch at once.
    package func subscribe(to feed: EventFeed) {
        let batch = Batch()
        feed.on(TaxiEvent.self) { batch.add($0) { .taxi($0) } }
        feed.on(ReservationEvent.self) { batch.add($0) { .reservation($0) } }
        feed.on(SharingEvent.self) { batch.add($0) { .sharing($0) } }
        feed.on(AccountEvent.self) { batch.add($0) { .account($0) } }
        feed.on(TaxiAccountEvent.self) { batch.add($0) { .taxiAccount($0) } }
        feed.on(PhoneEvent.self) { batch.add($0) { .phone($0) } }
        feed.on(ServerEvent.self) { batch.add($0) { .server($0) } }
        feed.on(ClientEvent.self) { batch.add($0) { .client($0) } }
        feed.on(FleetEvent.self) { batch.add($0) { .fleet($0) } }
        feed.on(StreetEvent.self) { batch.add($0) { .street($0) } }
        feed.afterBatch { [unowned self] in
            observe(batch.records[...])
            batch.records.removeAll(keepingCapacity: true)
        }
    }
}

private final class Batch {
    var records: [EventRecord] = []

    func add<Fact>(_ new: Span<Record<Fact>>, _ wrap: (Fact) -> CityEvent) {
        for index in new.indices {
            let record = new[index]
            records.append(
                EventRecord(number: record.number, time: record.time, turn: record.turn, event: wrap(record.event)))
        }
    }
}

extension EventObserver {
    /// Shows records that were made by hand to an observer, as one batch.
    package func observe(_ records: ArraySlice<EventRecord>) { [self].observe(records) }
}

extension [any EventObserver] {
    /// Shows records that were made by hand to several observers, as one batch.
    package func observe(_ records: ArraySlice<EventRecord>) {
        let log = EventLog(StoppedClock())
        for observer in self { log.add(observer) }
        for record in records { record.add(to: log) }
        log.flush()
        log.close()
    }
}

/// A clock without a loop: nothing is noted by it.
private final class StoppedClock: TurnClock {
    let moment = (time: CityTime.epoch, turn: Int64(0))
    let isOnLoop = true
}

/// Keeps every event of a run, for tests that look at single ones.
package final class EventList: RecordObserver {
    /// The events so far, in order.
    package private(set) var records: [EventRecord] = []

    /// Makes an empty list.
    package init() {}

    /// Takes the next records.
    package func observe(_ records: ArraySlice<EventRecord>) {
        self.records += records
    }
}
