// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import TaxiService
import Testing

/// Taxis that cross borders.
@Suite struct BorderTests {
    @Test("TAXI-QUEUE-04: a taxi that crosses from Z1 to Z2 at 50 s is in Z2 only from that instant")
    func crossing() throws {
        let city = ServiceCity(seats: [4])
        city.inService(0, 1, at: metres(500))
        city.position(50, 1, metres(1001))
        try city.run(until: 49)
        #expect(city.queue(1) == [1] && city.queue(2).isEmpty)
        try city.run(until: 50)
        #expect(city.queue(1).isEmpty && city.queue(2) == [1])
        let events = city.events.at(50)
        #expect(events.contains(.driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .zoneChange)))
        #expect(
            events.contains(.driverEnqueued(driver: DriverID(1), zone: ZoneID(2), place: 0, reason: .zoneChange)))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-QUEUE-11: A pending in Z1 with queue [A, B] enters Z2 with queue [X] at 20 s")
    func pendingCrossing() throws {
        let city = ServiceCity(seats: [4, 4, 4])
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.inService(0, 3, at: metres(1500))
        city.call(10, 1, from: metres(500))
        city.position(20, 1, metres(1500))
        try city.run(until: 20)
        let events = city.events.at(20)
        #expect(
            events.contains(
                .offerWithdrawn(
                    offer: OfferID(1), request: RequestID(1), driver: DriverID(1), reason: .zoneLeft)))
        #expect(city.driver(2).offers.map(\.request) == [RequestID(1)])
        #expect(city.queue(1) == [2])
        #expect(city.queue(2) == [3, 1])
        #expect(city.status(1) == .available)
        #expect(!events.contains { if case .statusChanged = $0 { true } else { false } })
        #expect(city.driver(1).reported.last?.notice == .offerEnded(OfferID(1)))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-QUEUE-12: out of all zones at 100 s, back at 200 s, in no queue until put in service by hand at 260 s")
    func outside() throws {
        let city = ServiceCity(seats: [4, 4])
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.position(100, 1, metres(-5))
        city.position(200, 1, metres(5))
        city.send(260, .driver(DriverID(1), .setStatus(inService: true, place: metres(5), odometer: .zero)))
        try city.run(until: 100)
        #expect(city.status(1) == .offShift && city.queue(1) == [2])
        #expect(
            city.events.at(100).contains(
                .statusChanged(driver: DriverID(1), from: .available, to: .offShift, cause: .leftAllZones)))
        try city.run(until: 250)
        #expect(city.status(1) == .offShift && city.queue(1) == [2])
        try city.run(until: 260)
        #expect(city.queue(1) == [2, 1])
    }

    @Test(
        "TAXI-QUEUE-12: a busy driver outside all zones from 100 s to 200 s keeps the status until the ride ends at 300 s"
    )
    func busyOutside() throws {
        let city = ServiceCity(seats: [4])
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        city.position(80, 1, metres(500))
        city.send(
            90, as: .stateChange, .driver(DriverID(1), .boarded(request: RequestID(1), travelers: 1, odometer: .zero)))
        city.position(100, 1, metres(-500))
        city.position(200, 1, metres(1500))
        city.send(
            300, as: .stateChange,
            .driver(
                DriverID(1),
                .rideComplete(request: RequestID(1), place: metres(1500), odometer: .zero, badCustomer: false)))
        try city.run(until: 400)
        let changes = city.events.times { if case .statusChanged = $0 { true } else { false } }
        #expect(changes == [0, 10, 300])
        #expect(city.queue(2) == [1])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-QUEUE-11: GPS noise at a border costs no place while a hysteresis is set (DEC-ZONE-FLICKER)")
    func hysteresis() throws {
        let city = ServiceCity(seats: [4, 4], hysteresis: .metres(30))
        city.inService(0, 1, at: metres(990))
        city.inService(1, 2, at: metres(900))
        for second in 2..<10 { city.position(Double(second), 1, metres(second % 2 == 0 ? 1005 : 995)) }
        city.position(20, 1, metres(1005))
        city.position(21, 1, metres(1034))
        try city.run(until: 21)
        #expect(city.queue(1) == [1, 2])
        city.position(22, 1, metres(1036))
        try city.run(until: 22)
        #expect(city.queue(1) == [2] && city.queue(2) == [1])
    }

    @Test("a position beyond the border from before a ride does not count after it")
    func hysteresisAfterRide() throws {
        let city = ServiceCity(seats: [4], hysteresis: .metres(30))
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(990))
        city.position(5, 1, metres(1005))
        city.call(10, 1, from: metres(990))
        city.position(80, 1, metres(990))
        city.send(
            90, as: .stateChange, .driver(DriverID(1), .boarded(request: RequestID(1), travelers: 1, odometer: .zero)))
        city.send(
            300, as: .stateChange,
            .driver(
                DriverID(1),
                .rideComplete(request: RequestID(1), place: metres(900), odometer: .zero, badCustomer: false)))
        // The first position beyond the border after the ride; it lies 45 m from the one before it.
        city.position(310, 1, metres(1050))
        try city.run(until: 311)
        #expect(city.queue(1) == [1] && city.queue(2).isEmpty)
        city.position(320, 1, metres(1081))
        try city.run(until: 321)
        #expect(city.queue(1).isEmpty && city.queue(2) == [1])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-CALL-05: a request in an empty zone next to a full one is aborted without any offer")
    func neighbours() throws {
        let city = ServiceCity(zones: 2, seats: [Int32](repeating: 4, count: 10))
        for driver in 1...10 { city.inService(0, Int32(driver), at: metres(1100)) }
        city.call(10, 1, from: metres(900))
        try city.run(until: 20)
        #expect(!city.events.contains { if case .offerSent = $0.taxi { true } else { false } })
        #expect(
            city.events.at(10).contains(
                .requestAborted(request: RequestID(1), zone: ZoneID(1), reason: .noDriver)))
        #expect(city.passenger(1).reported.last?.notice == .call(.aborted(RequestID(1), .noDriver)))
    }

    @Test(
        "TAXI-DISPATCH-01: queue [A at 2000 m, B at 300 m]: nearest asks B first, fifo asks A",
        arguments: [true, false])
    func policies(isNearest: Bool) throws {
        let city = ServiceCity(
            zones: 1, side: 10_000, seats: [4, 4], policy: isNearest ? NearestFirst() : FirstInQueue())
        city.inService(0, 1, at: metres(3000))
        city.inService(1, 2, at: metres(700))
        city.call(10, 1, from: metres(1000))
        try city.run(until: 11)
        #expect(city.driver(1).offers.count == (isNearest ? 0 : 1))
        #expect(city.driver(2).offers.count == (isNearest ? 1 : 0))
    }
}
