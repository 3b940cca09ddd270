// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// Fault injection: for each invariant a log that keeps it, and the same log with one fault that breaks it.
@Suite struct InvariantMonitorTests {
    private let driver1 = DriverID(1)
    private let driver2 = DriverID(2)
    private let request1 = RequestID(1)
    private let passenger1 = PassengerID(1)

    private func open() -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        return script
    }

    private func inService() -> EventScript {
        var script = open()
        script.inService(10, driver: 1, zone: 1)
        script.inService(20, driver: 2, zone: 1)
        return script
    }

    /// Request 1 accepted by driver 1 at 110 s.
    private func accepted() -> EventScript {
        var script = inService()
        script.at(100, stored(1, 1), sent(1, 1, 1))
        script.accept(110, offer: 1, request: 1, passenger: 1, driver: 1, zone: 1, eta: 300)
        return script
    }

    private func ids(_ script: EventScript, _ context: RunContext = city()) -> [String] {
        script.violations(context).map(\.id)
    }

    @Test("A lawful ride breaks nothing")
    func lawful() {
        #expect(ids(oneRide()) == [])
        #expect(ids(open()) == [] && ids(inService()) == [] && ids(accepted()) == [])
    }

    @Test("SIM-07: a driver in two queues at t=50 s is InvariantViolated(INV-OneQueuePerDriver, t=50 s)")
    func twoQueues() throws {
        var script = inService()
        script.at(
            50, .driverEnqueued(driver: driver1, zone: ZoneID(2), place: 0, reason: .zoneChange))
        var reported: [Violation] = []
        let monitor = InvariantMonitor(context: city()) { reported.append($0) }
        monitor.observe(script.records[...])
        let first = try #require(monitor.violations.first)
        #expect(first.id == "INV-OneQueuePerDriver")
        #expect(first.time == .seconds(50))
        #expect(first.actors == ["driver 1", "zone 1", "zone 2"])
        #expect(first.number == script.records.last?.number)
        #expect(first.description.hasPrefix("INV-OneQueuePerDriver at t=50 s (event "))
        #expect(reported == monitor.violations)
    }

    @Test("INV-OneQueuePerDriver: a zone crossing at t=50 s is never in two queues")
    func crossing() {
        var script = inService()
        script.at(
            50, .driverDequeued(driver: driver1, zone: ZoneID(1), reason: .zoneChange),
            .driverEnqueued(driver: driver1, zone: ZoneID(2), place: 0, reason: .zoneChange))
        #expect(ids(script) == [])
    }

    /// The monitor after it has seen a whole script.
    private func watched(_ script: EventScript) -> InvariantMonitor {
        let monitor = InvariantMonitor(context: city())
        monitor.observe(script.records[...])
        return monitor
    }

    @Test("INV-TaxiCurrentLogIsLatest: with entries at 10, 20 and 30 s the one at 30 s is current, and stays so")
    func latestEntry() {
        var script = open()
        script.inService(10, driver: 2, zone: 1)
        #expect(watched(script).currentEntry(of: driver1) == nil)
        script.at(
            20, .driverDequeued(driver: driver2, zone: ZoneID(1), reason: .offShift),
            .statusChanged(driver: driver2, from: .available, to: .offShift, cause: .byHand))
        #expect(
            watched(script).currentEntry(of: driver2)
                == TaxiLogEntry(time: .seconds(20), status: .offShift, place: 2))
        script.inService(30, driver: 2, zone: 1)
        let last = TaxiLogEntry(time: .seconds(30), status: .available, place: 3)
        #expect(watched(script).currentEntry(of: driver2) == last && ids(script) == [])
        // One that comes back at 25 s breaks the invariant, and does not become the current one.
        script.at(
            25, .driverDequeued(driver: driver2, zone: ZoneID(1), reason: .offShift),
            .statusChanged(driver: driver2, from: .available, to: .offShift, cause: .byHand))
        #expect(watched(script).currentEntry(of: driver2) == last)
        #expect(ids(script).contains("INV-TaxiCurrentLogIsLatest"))
    }

    @Test("INV-UniqueTaxiLog: busy and then available at 900 s leave one entry, available; a stamp of 0 s is none")
    func uniqueLog() {
        var script = accepted()
        let before = watched(script).currentEntry(of: driver1)
        #expect(before == TaxiLogEntry(time: .seconds(110), status: .busy, place: 2))
        // Released and accepted at one instant, and released again.
        let release: [TaxiEvent] = [
            .statusChanged(driver: driver1, from: .busy, to: .available, cause: .released),
            .statusChanged(driver: driver1, from: .available, to: .busy, cause: .accepted),
            .statusChanged(driver: driver1, from: .busy, to: .available, cause: .released),
        ]
        for (count, status) in [(1, DriverStatus.available), (2, .busy), (3, .available)] {
            var log = script
            log.turn(900, release.prefix(count).map { .taxi($0) })
            let entry = watched(log).currentEntry(of: driver1)
            #expect(entry == TaxiLogEntry(time: .seconds(900), status: status, place: 3))
            #expect(!ids(log).contains("INV-UniqueTaxiLog"))
        }
        script.turn(900, release.map { .taxi($0) })
        script.at(901, .statusChanged(driver: driver1, from: .available, to: .offShift, cause: .byHand))
        #expect(watched(script).currentEntry(of: driver1)?.place == 4)
        let early = EventScript(records: [
            EventRecord(
                number: 1, time: .epoch, turn: 1,
                event: .taxi(.statusChanged(driver: driver1, from: .offShift, to: .available, cause: .byHand)))
        ])
        #expect(ids(early).contains("INV-UniqueTaxiLog"))
    }

    @Test(
        "INV-DriverMandatoryData: seats, licence and plate are positive", arguments: [(0, 7, 8), (4, 0, 8), (4, 7, 0)])
    func mandatory(seats: Int, licence: Int, plate: Int) {
        var script = open()
        script.at(
            2,
            .driverRegistered(
                driver: DriverID(3), seats: Int32(seats), licence: Int32(licence), plate: Int32(plate)))
        #expect(ids(script) == ["INV-DriverMandatoryData"])
    }

    @Test("INV-UniqueTaxiDrivers: 500 drivers with own licences and plates are lawful, one shared one is not")
    func uniqueDrivers() {
        var script = EventScript()
        script.open(zones: 2, seats: Array(repeating: 4, count: 500))
        #expect(ids(script) == [])
        var licence = script
        licence.at(2, .driverRegistered(driver: DriverID(501), seats: 4, licence: 101, plate: 9999))
        #expect(ids(licence) == ["INV-UniqueTaxiDrivers"])
        script.at(2, .driverRegistered(driver: DriverID(501), seats: 4, licence: 9999, plate: 201))
        #expect(ids(script) == ["INV-UniqueTaxiDrivers"])
    }

    @Test("TAXI-ASSUME-09: a taxi keeps its seats")
    func seatsKept() {
        var script = open()
        script.at(2, .driverRegistered(driver: driver1, seats: 4, licence: 101, plate: 201))
        #expect(ids(script) == [])
        script.at(3, .driverRegistered(driver: driver1, seats: 6, licence: 101, plate: 201))
        #expect(ids(script) == ["TAXI-ASSUME-09"])
    }

    @Test("INV-UniqueTaxiZone: n zones have n queues, each its own")
    func uniqueZone() {
        #expect(ids(open(), city(zones: 3)) == ["INV-UniqueTaxiZone"])
        var twice = open()
        twice.at(2, .zoneOpened(zone: ZoneID(2)))
        #expect(ids(twice) == ["INV-UniqueTaxiZone"])
        var unknown = open()
        unknown.inService(10, driver: 1, zone: 9)
        #expect(ids(unknown) == ["INV-UniqueTaxiZone"])
    }

    @Test("INV-RideTimes: a ride begins before it ends")
    func rideTimes() {
        var script = accepted()
        script.board(110, request: 1, passenger: 1, driver: 1, kilometres: 1)
        var good = script
        good.endRide(110.001, request: 1, passenger: 1, driver: 1, zone: 1, kilometres: 1)
        #expect(ids(good) == [])
        script.endRide(110, request: 1, passenger: 1, driver: 1, zone: 1, kilometres: 1)
        #expect(ids(script) == ["INV-RideTimes"])
    }

    @Test("INV-RideSeats: travelers fit the seats at acceptance and at boarding")
    func rideSeats() {
        var script = inService()
        script.at(100, stored(1, 1, travelers: 5), sent(1, 1, 1, travelers: 5))
        script.accept(110, offer: 1, request: 1, passenger: 1, driver: 1, zone: 1, eta: 300)
        #expect(ids(script) == ["INV-RideSeats"])
        var boarding = accepted()
        var good = boarding
        good.board(300, request: 1, passenger: 1, driver: 1, travelers: 4, kilometres: 1)
        #expect(ids(good) == [])
        boarding.board(300, request: 1, passenger: 1, driver: 1, travelers: 5, kilometres: 1)
        #expect(ids(boarding) == ["INV-RideSeats"])
    }

    @Test("INV-RidePassengersWithinTravelers: one passenger needs at least one traveler")
    func passengersWithinTravelers() {
        var script = accepted()
        script.board(300, request: 1, passenger: 1, driver: 1, travelers: 0, kilometres: 1)
        #expect(ids(script) == ["INV-RidePassengersWithinTravelers"])
    }

    @Test("INV-RideStatusOrder: acceptance, boarding, end, by one driver")
    func rideOrder() {
        var released = accepted()
        released.at(
            300, .rideReleased(request: request1, passenger: passenger1, driver: driver1),
            .statusChanged(driver: driver1, from: .busy, to: .available, cause: .released),
            .driverEnqueued(driver: driver1, zone: ZoneID(1), place: 0, reason: .released))
        #expect(ids(released) == [])
        var early = accepted()
        early.endRide(400, request: 1, passenger: 1, driver: 1, zone: 1, kilometres: 1)
        #expect(ids(early) == ["INV-RideStatusOrder"])
        var unaccepted = inService()
        unaccepted.at(100, stored(1, 1))
        unaccepted.board(300, request: 1, passenger: 1, driver: 1, kilometres: 1)
        #expect(ids(unaccepted) == ["INV-RideStatusOrder"])
        var other = accepted()
        other.board(300, request: 1, passenger: 1, driver: 2, kilometres: 1)
        #expect(ids(other) == ["INV-RideStatusOrder"])
        var twice = accepted()
        twice.board(300, request: 1, passenger: 1, driver: 1, kilometres: 1)
        twice.board(301, request: 1, passenger: 1, driver: 1, kilometres: 1)
        #expect(ids(twice) == ["INV-RideStatusOrder"])
    }

    @Test("INV-BusyDuringRide: from acceptance to the end the driver is busy")
    func busyDuringRide() {
        var script = accepted()
        script.at(
            200, .statusChanged(driver: driver1, from: .busy, to: .available, cause: .byHand),
            .driverEnqueued(driver: driver1, zone: ZoneID(1), place: 1, reason: .inService))
        #expect(ids(script) == ["INV-BusyDuringRide"])
    }

    @Test("INV-OneConcurrentRidePerDriver: an offer accepted by a busy driver is a violation")
    func oneRidePerDriver() throws {
        var script = accepted()
        script.at(200, stored(2, 2), sent(2, 2, 1))
        script.at(210, .offerAccepted(offer: OfferID(2), request: RequestID(2), driver: driver1))
        let violation = try #require(script.violations(city()).first)
        #expect(violation.id == "INV-OneConcurrentRidePerDriver")
        #expect(violation.time == .seconds(210))
        #expect(violation.actors == ["driver 1", "request 2"])
    }

    @Test("INV-OneConcurrentRidePerPassenger and INV-PassengerOneRequest: a second call during a ride")
    func onePerPassenger() {
        var script = accepted()
        script.at(200, stored(2, 1), sent(2, 2, 2))
        script.accept(210, offer: 2, request: 2, passenger: 1, driver: 2, zone: 1, eta: 300)
        #expect(ids(script) == ["INV-PassengerOneRequest", "INV-OneConcurrentRidePerPassenger"])
        var after = oneRide()
        after.at(1042, stored(2, 1), sent(3, 2, 1))
        after.accept(1050, offer: 3, request: 2, passenger: 1, driver: 1, zone: 1, eta: 1300)
        #expect(ids(after) == [])
    }

    @Test("INV-PassengerOneRequest: a second open request of one passenger; after an abort it is lawful")
    func oneRequest() {
        var script = open()
        script.at(100, stored(1, 1), .requestAborted(request: request1, zone: ZoneID(1), reason: .noDriver))
        script.at(101, stored(2, 1))
        #expect(ids(script) == [])
        script.at(102, stored(3, 1))
        #expect(ids(script) == ["INV-PassengerOneRequest"])
    }

    @Test("INV-AvailableDriverInSomeQueue and TAXI-ASSUME-04: available means queued, and the counts are equal")
    func availableIsQueued() {
        var script = open()
        script.at(10, .statusChanged(driver: driver1, from: .offShift, to: .available, cause: .byHand))
        #expect(ids(script) == ["INV-AvailableDriverInSomeQueue", "TAXI-ASSUME-04"])
        var queued = open()
        queued.at(10, .driverEnqueued(driver: driver1, zone: ZoneID(1), place: 0, reason: .inService))
        #expect(ids(queued) == ["INV-AvailableDriverInSomeQueue", "TAXI-ASSUME-04"])
    }

    @Test("Relations between actors are judged when a turn ends, not inside it")
    func turnEnd() {
        var script = open()
        script.at(
            10, .statusChanged(driver: driver1, from: .offShift, to: .available, cause: .byHand),
            .driverEnqueued(driver: driver1, zone: ZoneID(1), place: 0, reason: .inService))
        #expect(ids(script) == [])
    }

    @Test("INV-QueueConservation: off shift, available and busy always sum to all drivers")
    func conservation() {
        var script = inService()
        // Driver 1 is available, yet the change says busy: one busy driver too few in the gauges.
        script.at(
            30, .driverDequeued(driver: driver1, zone: ZoneID(1), reason: .offShift),
            .statusChanged(driver: driver1, from: .busy, to: .offShift, cause: .byHand))
        #expect(ids(script) == ["TAXI-QUEUE-15", "INV-QueueConservation"])
        var lost = inService()
        lost.at(30, .driverDequeued(driver: driver1, zone: ZoneID(2), reason: .zoneChange))
        #expect(ids(lost).first == "INV-QueueConservation")
        var anonymous = open()
        anonymous.at(
            30, .driverSession(driver: DriverID(9), loggedIn: true),
            .statusChanged(driver: DriverID(9), from: .offShift, to: .available, cause: .byHand),
            .driverEnqueued(driver: DriverID(9), zone: ZoneID(1), place: 0, reason: .inService))
        #expect(ids(anonymous).contains("INV-QueueConservation"))
    }

    @Test("TAXI-ASSUME-02: an in-service driver has a live session")
    func session() throws {
        var script = inService()
        script.at(30, .driverSession(driver: driver1, loggedIn: false))
        let violation = try #require(script.violations(city()).first)
        #expect(violation.id == "TAXI-ASSUME-02")
        #expect(violation.message.hasPrefix("noSession"))
    }

    @Test("TAXI-QUEUE-15: only the four changes and the end of a shift after a ride")
    func transitions() {
        var script = inService()
        script.at(30, .illegalTransition(driver: driver1, from: .offShift, to: .busy))
        #expect(ids(script) == ["TAXI-QUEUE-15"])
        var jump = open()
        jump.at(30, .statusChanged(driver: driver1, from: .offShift, to: .busy, cause: .accepted))
        #expect(ids(jump) == ["TAXI-QUEUE-15"])
        var shiftEnd = accepted()
        shiftEnd.board(300, request: 1, passenger: 1, driver: 1, kilometres: 1)
        shiftEnd.at(
            400,
            .rideEnded(
                request: request1, passenger: passenger1, driver: driver1, place: .origin, odometer: .metres(2000)),
            .statusChanged(driver: driver1, from: .busy, to: .offShift, cause: .shiftLimit))
        #expect(ids(shiftEnd) == [])
    }

    @Test("TAXI-CALL-21: a request is stored before its first offer")
    func storedFirst() {
        var script = inService()
        script.at(100, sent(1, 1, 1), stored(1, 1))
        script.at(110, refused(1, 1, 1), toBottom(1))
        #expect(ids(script) == ["TAXI-CALL-21"])
        #expect(!ids(oneRide()).contains("TAXI-CALL-21"))
    }

    @Test("TAXI-OFFER-04: when the run drains, every offer has ended")
    func offersEnd() {
        for (ending, expected) in [
            (refused(1, 1, 1), []),
            (.offerTimedOut(offer: OfferID(1), request: request1, driver: driver1), []),
            (.offerWithdrawn(offer: OfferID(1), request: request1, driver: driver1, reason: .runEnded), []),
            (.callPrepared(passenger: passenger1), ["TAXI-OFFER-04"]),
        ] as [(TaxiEvent, [String])] {
            var script = inService()
            script.at(100, stored(1, 1), sent(1, 1, 1))
            script.at(110, ending)
            #expect(ids(script) == expected)
        }
    }

    @Test("Numbers and times of the log only rise")
    func logOrder() {
        var script = inService()
        script.at(5, .callPrepared(passenger: passenger1))
        #expect(ids(script) == ["SIM-01"])
    }
}
