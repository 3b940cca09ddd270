// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import Reporting
import TaxiRules
import TaxiService
import Testing

/// Faults put in by hand: the monitor must find them (SIM-07).
@Suite struct FaultTests {
    @Test("SIM-07: a driver put into a second queue at 50 s is INV-OneQueuePerDriver at 50 s, with the driver named")
    func twoQueues() throws {
        let city = ServiceCity()
        city.inService(0, 1, at: metres(500))
        let log = city.log
        city.loop.schedule(at: .seconds(50)) {
            log.channel(TaxiEvent.self).note(
                .driverEnqueued(driver: DriverID(1), zone: ZoneID(2), place: 0, reason: .zoneChange))
        }
        try city.run(until: 49)
        city.log.flush()
        #expect(city.violations.isEmpty)
        try city.run(until: 60)
        city.log.flush()
        let found = city.violations.filter { $0.id == "INV-OneQueuePerDriver" }
        #expect(found.count == 1)
        #expect(found.first?.time == .seconds(50))
        #expect(found.first?.actors.contains("driver 1") == true)
    }

    @Test("INV-DriverMandatoryData: a registration without seats, licence or plate is found when the city opens")
    func mandatory() throws {
        let city = ServiceCity(seats: [4, 0])
        city.log.flush()
        #expect(city.violations.map(\.id) == ["INV-DriverMandatoryData"])
    }

    @Test("TAXI-ASSUME-02: a taxi in service without a session is found")
    func noSession() throws {
        let city = ServiceCity(seats: [4])
        city.send(1, .driver(DriverID(1), .setStatus(inService: true, place: metres(500), odometer: .zero)))
        try city.run(until: 5)
        // The service refuses.
        #expect(city.events.at(1) == [.statusRefused(driver: DriverID(1), reason: .notLoggedIn)])
        #expect(city.driver(1).reported.map(\.notice) == [.statusRefused(.notLoggedIn)])
        city.inService(10, 1, at: metres(500))
        try city.run(until: 20)
        #expect(city.status(1) == .available)
    }

    @Test("TAXI-ASSUME-09: a taxi whose seats change during the run is found")
    func seatsChange() throws {
        let city = ServiceCity(seats: [4])
        let log = city.log
        city.loop.schedule(at: .seconds(30)) {
            log.channel(TaxiEvent.self).note(.driverRegistered(driver: DriverID(1), seats: 6, licence: 100, plate: 200))
        }
        try city.run(until: 40)
        city.log.flush()
        #expect(city.violations.map(\.id) == ["TAXI-ASSUME-09"])
        #expect(city.violations.first?.time == .seconds(30))
    }
}
