// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import TaxiSimulation

/// A hand-made event log: each call of `at` is one turn.
struct EventScript {
    private(set) var records: [EventRecord] = []
    private var turn: Int64 = 0

    init() {}

    /// A log made elsewhere.
    init(records: [EventRecord]) {
        self.records = records
    }

    mutating func at(_ seconds: Double, _ events: TaxiEvent...) {
        turn += 1
        for event in events {
            records.append(
                EventRecord(number: Int64(records.count + 1), time: .seconds(seconds), turn: turn, event: .taxi(event)))
        }
    }

    /// One turn with events of any service.
    mutating func turn(_ seconds: Double, _ events: CityEvent...) { turn(seconds, events) }

    /// One turn with a list of events.
    mutating func turn(_ seconds: Double, _ events: [CityEvent]) {
        turn += 1
        for event in events {
            records.append(
                EventRecord(number: Int64(records.count + 1), time: .seconds(seconds), turn: turn, event: event))
        }
    }

    /// Opens the zones and registers the drivers with these seats at t = 1 s.
    mutating func open(zones: Int32, seats: [Int32]) {
        turn += 1
        var events: [TaxiEvent] = (1...zones).map { .zoneOpened(zone: ZoneID($0)) }
        for (index, count) in seats.enumerated() {
            let number = Int32(index + 1)
            let driver = DriverID(number)
            events.append(.driverRegistered(driver: driver, seats: count, licence: 100 + number, plate: 200 + number))
            events.append(.driverSession(driver: driver, loggedIn: true))
        }
        for event in events {
            records.append(
                EventRecord(number: Int64(records.count + 1), time: .seconds(1), turn: turn, event: .taxi(event)))
        }
    }

    mutating func inService(_ seconds: Double, driver: Int32, zone: Int32, place: Int32 = 0) {
        at(
            seconds, .statusChanged(driver: DriverID(driver), from: .offShift, to: .available, cause: .byHand),
            .driverEnqueued(driver: DriverID(driver), zone: ZoneID(zone), place: place, reason: .inService))
    }

    mutating func call(_ seconds: Double, passenger: Int32) {
        at(
            seconds, .callPrepared(passenger: PassengerID(passenger)),
            .callConfirmed(passenger: PassengerID(passenger), client: .mobile))
    }

    /// Acceptance of an offer with the dequeue, the status and the notice that go with it.
    mutating func accept(
        _ seconds: Double, offer: Int32, request: Int32, passenger: Int32, driver: Int32, zone: Int32, eta: Double
    ) {
        at(
            seconds, .offerAccepted(offer: OfferID(offer), request: RequestID(request), driver: DriverID(driver)),
            .driverDequeued(driver: DriverID(driver), zone: ZoneID(zone), reason: .accepted),
            .statusChanged(driver: DriverID(driver), from: .available, to: .busy, cause: .accepted),
            .passengerNotified(
                passenger: PassengerID(passenger), request: RequestID(request), kind: .accepted, reason: nil,
                taxi: DriverID(driver), eta: .seconds(eta), position: .origin))
    }

    mutating func board(
        _ seconds: Double, request: Int32, passenger: Int32, driver: Int32, travelers: Int32 = 1, kilometres: Double
    ) {
        at(
            seconds,
            .passengerAboard(
                request: RequestID(request), passenger: PassengerID(passenger), driver: DriverID(driver),
                travelers: travelers, odometer: .metres(kilometres * 1000)),
            .requestFulfilled(request: RequestID(request), passenger: PassengerID(passenger)))
    }

    mutating func endRide(
        _ seconds: Double, request: Int32, passenger: Int32, driver: Int32, zone: Int32, kilometres: Double
    ) {
        at(
            seconds,
            .rideEnded(
                request: RequestID(request), passenger: PassengerID(passenger), driver: DriverID(driver),
                place: .origin, odometer: .metres(kilometres * 1000)),
            .statusChanged(driver: DriverID(driver), from: .busy, to: .available, cause: .rideEnded),
            .driverEnqueued(driver: DriverID(driver), zone: ZoneID(zone), place: 0, reason: .rideEnded))
    }

    func metrics(_ context: RunContext) throws -> MetricsResult {
        let metrics = TaxiMetrics(context: context)
        metrics.observe(records[...])
        metrics.finish(at: context.end)
        guard let result = metrics.result else { throw NoResult() }
        return result
    }

    func violations(_ context: RunContext) -> [Violation] {
        let monitor = InvariantMonitor(context: context)
        monitor.observe(records[...])
        monitor.finish(at: context.end)
        let order = OrderMonitor(TaxiMetrics.slices.flatMap(\.events), from: context.start)
        order.observe(records[...])
        return order.violations + monitor.violations
    }
}

struct NoResult: Error {}

/// A sent offer with the fields that matter.
func sent(_ offer: Int32, _ request: Int32, _ driver: Int32, zone: Int32 = 1, travelers: Int32 = 1) -> TaxiEvent {
    .offerSent(
        offer: OfferID(offer), request: RequestID(request), driver: DriverID(driver), zone: ZoneID(zone), place: 0,
        travelers: travelers, meetingTime: .epoch, estimatedMeeting: .epoch, cell: .origin)
}

/// A stored request with the fields that matter.
func stored(_ request: Int32, _ passenger: Int32, zone: Int32 = 1, travelers: Int32 = 1) -> TaxiEvent {
    .requestStored(
        request: RequestID(request), passenger: PassengerID(passenger), zone: ZoneID(zone), travelers: travelers,
        source: .gps, place: .origin)
}

func refused(_ offer: Int32, _ request: Int32, _ driver: Int32) -> TaxiEvent {
    .offerRefused(offer: OfferID(offer), request: RequestID(request), driver: DriverID(driver))
}

func toBottom(_ driver: Int32, zone: Int32 = 1) -> TaxiEvent {
    .driverMovedToBottom(driver: DriverID(driver), zone: ZoneID(zone), reason: .refused)
}

/// A context of zones Z1, Z2, ... with square outlines, from 0 s to one hour.
func city(
    zones: Int = 2, seats: [Int32] = [4, 4], hours: Int = 1, warmUp: TimeSpan = .zero, policy: String = "fifo"
) -> RunContext {
    var context = RunContext(
        name: "hand-made", title: "A hand-made city", start: .epoch, end: .seconds(3600 * hours), warmUp: warmUp,
        seed: 42,
        zones: (0..<zones).map { index in
            let (west, south) = (9.1 + 0.02 * Double(index % 5), 45.4 + 0.02 * Double(index / 5))
            let ring = [(0.0, 0.0), (0.018, 0.0), (0.018, 0.018), (0.0, 0.018), (0.0, 0.0)].map {
                GeographicPoint(longitude: west + $0.0, latitude: south + $0.1)
            }
            return ZoneRecord(
                id: ZoneID(Int32(index + 1)), name: "Zone \(index + 1)", inside: .origin, area: 1e6, outline: [[ring]])
        },
        version: "test", scenarioText: "name: hand-made\n", scenarioHash: "0", layoutSource: "squares",
        facts: RunFacts(TaxiRun(policy: policy, seats: seats)))
    (context.columns, context.customers) = (TaxiRun.columns, 10)
    return context
}

/// One ride: passenger 1 calls at 100 s, driver 1 refuses, driver 2 accepts at 121 s, boards at 441 s, ends at 1041 s.
func oneRide() -> EventScript {
    var script = EventScript()
    script.open(zones: 2, seats: [4, 4])
    script.inService(10, driver: 1, zone: 1)
    script.inService(20, driver: 2, zone: 1, place: 1)
    script.call(100, passenger: 1)
    script.at(101, stored(1, 1, travelers: 2), sent(1, 1, 1, travelers: 2))
    script.at(111, refused(1, 1, 1), toBottom(1), sent(2, 1, 2, travelers: 2))
    script.accept(121, offer: 2, request: 1, passenger: 1, driver: 2, zone: 1, eta: 421)
    script.at(431, .boardingPrompted(request: RequestID(1), driver: DriverID(2)))
    script.board(441, request: 1, passenger: 1, driver: 2, travelers: 2, kilometres: 3)
    script.endRide(1041, request: 1, passenger: 1, driver: 2, zone: 2, kilometres: 10)
    return script
}
