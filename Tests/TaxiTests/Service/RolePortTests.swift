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

/// What the account service learns of the taxi service, and does to it.
@Suite struct RolePortTests {
    private let p = Role.passenger(PassengerID(1))
    private let d = Role.driver(DriverID(1))

    private func port(_ city: ServiceCity) -> TaxiRolePort {
        TaxiRolePort(dispatcher: city.dispatcher, firstPassenger: 100, firstDriver: 50)
    }

    /// Plans a whole ride of request number n with driver 1: called at `begin`, over 90 s later.
    private func ride(_ city: ServiceCity, _ request: Int, from begin: Double, badCustomer: Bool = false) {
        city.call(begin, 1, from: metres(500))
        city.position(begin + 10, 1, metres(500))
        city.send(
            begin + 20, as: .stateChange,
            .driver(
                DriverID(1), .boarded(request: RequestID(request), travelers: 1, odometer: .metres(request * 1_000))))
        city.send(
            begin + 90, as: .stateChange,
            .driver(
                DriverID(1),
                .rideComplete(
                    request: RequestID(request), place: metres(500), odometer: .metres(request * 1_000 + 500),
                    badCustomer: badCustomer)))
    }

    @Test("ACCOUNT-PROFILE-01: 3 fulfilled requests and 1 aborted: 4 lines, newest first, the latest the fourth")
    func passengerHistory() throws {
        let city = ServiceCity(seats: [4])
        let port = port(city)
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        for number in 1...3 { ride(city, number, from: Double(number) * 100) }
        city.send(450, .driver(DriverID(1), .setStatus(inService: false, place: metres(500), odometer: .zero)))
        city.call(500, 1, from: metres(500))
        try city.run(until: 600)
        let lines = port.history(of: p, from: nil, to: nil)
        #expect(lines.map(\.number) == [4, 3, 2, 1])
        #expect(lines.map(\.isFulfilled) == [false, true, true, true])
        #expect(lines.map(\.time) == [.seconds(500), .seconds(390), .seconds(290), .seconds(190)])
        #expect(port.lastTaxi(of: p) == RequestID(3) && port.lastTaxi(of: d) == RequestID(3))
        #expect(port.history(of: .passenger(PassengerID(2)), from: nil, to: nil).isEmpty)
        #expect(city.violations.isEmpty)
    }

    @Test("ACCOUNT-PROFILE-02: of 5 offers the driver accepted 2: two lines")
    func driverHistory() throws {
        let city = ServiceCity(seats: [4])
        let port = port(city)
        city.driver(1).next(
            .refuse(after: .zero), .accept(after: .zero), .refuse(after: .zero), .accept(after: .zero),
            .refuse(after: .zero))
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        ride(city, 2, from: 100)
        city.call(200, 1, from: metres(500))
        ride(city, 4, from: 300)
        city.call(400, 1, from: metres(500))
        try city.run(until: 500)
        #expect(city.driver(1).offers.count == 5)
        let lines = port.history(of: d, from: nil, to: nil)
        #expect(lines.map(\.number) == [4, 2] && lines.map(\.isFulfilled) == [true, true])
        #expect(lines.map(\.time) == [.seconds(300), .seconds(100)])
    }

    @Test("A history is limited from its first instant on and before its last")
    func period() throws {
        let city = ServiceCity(seats: [4])
        let port = port(city)
        for time in [10, 20, 30] { city.call(Double(time), 1, from: metres(500)) }
        try city.run(until: 100)
        func numbers(_ from: Int?, _ to: Int?) -> [Int32] {
            port.history(of: p, from: from.map { .seconds($0) }, to: to.map { .seconds($0) }).map(\.number)
        }
        #expect(numbers(nil, nil) == [3, 2, 1] && numbers(20, 30) == [2] && numbers(20, nil) == [3, 2])
        #expect(numbers(nil, 20) == [1] && numbers(31, nil).isEmpty)
    }

    @Test("Who waits, rides or drives has an open ride; nobody else")
    func openRides() throws {
        let city = ServiceCity(seats: [4])
        let port = port(city)
        city.driver(1).always(.accept(after: .seconds(5)))
        city.inService(0, 1, at: metres(500))
        ride(city, 1, from: 10)
        var seen: [[Bool]] = []
        for time in [5.0, 12, 16, 35, 101] {
            try city.run(until: time)
            seen.append([p, d].map { port.obstacle(toDeleting: $0) == .activeRide })
        }
        // Before, asked, accepted, aboard, after.
        #expect(seen == [[false, false], [true, false], [true, true], [true, true], [false, false]])
        #expect(port.obstacle(toDeleting: .driver(DriverID(9))) == nil)
        #expect(port.obstacle(toDeleting: .passenger(PassengerID(9))) == nil)
    }

    @Test("An available driver goes off shift; one who is off shift or unknown is left alone")
    func offShift() throws {
        let city = ServiceCity()
        let port = port(city)
        city.inService(0, 1, at: metres(500))
        city.loop.schedule(at: .seconds(10)) { for driver in 1...3 { _ = port.leave(.driver(DriverID(driver))) } }
        try city.run(until: 20)
        #expect(
            city.events.at(10) == [
                .driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .offShift),
                .statusChanged(driver: DriverID(1), from: .available, to: .offShift, cause: .byHand),
            ])
    }

    @Test("What is kept of a person who goes is counted and gone; the others keep their lines")
    func forgetting() throws {
        let city = ServiceCity(seats: [4])
        let port = port(city)
        city.dispatcher.onLoop { $0.register("alice1", of: PassengerID(1)) }
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        ride(city, 1, from: 10, badCustomer: true)
        try city.run(until: 200)
        #expect(port.badReports(of: p) == 1)
        // One line, one report, one name.
        #expect(port.forget(p) == 3)
        #expect(port.badReports(of: p) == 0 && port.history(of: p, from: nil, to: nil).isEmpty)
        #expect(port.history(of: d, from: nil, to: nil).map(\.number) == [1])
        #expect(port.forget(p) == 0 && port.forget(d) == 1 && port.lastTaxi(of: d) == nil)
    }

    @Test("A person's number is the one of the client, and never one that was given before")
    func numbers() {
        let port = port(ServiceCity())
        #expect(port.newPerson(.passenger, from: .passenger(PassengerID(7))) == 7)
        #expect(port.newPerson(.passenger, from: .passenger(PassengerID(7))) == 100)
        #expect(port.newPerson(.passenger, from: .visitor(7)) == 101)
        #expect(port.newPerson(.driver, from: .visitor(7)) == 50)
        #expect(port.newPerson(.driver, from: .passenger(PassengerID(9))) == 51)
        #expect(port.newPerson(.passenger, from: .passenger(PassengerID(102))) == 102)
        #expect(port.newPerson(.passenger, from: .visitor(8)) == 103)
    }

    @Test("A number that was given back is given again, and no other one")
    func numbersGivenBack() {
        let port = port(ServiceCity())
        #expect([1, 2, 3].map { port.newPerson(.driver, from: .visitor($0)) } == [50, 51, 52])
        port.giveBack(.driver(DriverID(51)))
        #expect([1, 2].map { port.newPerson(.driver, from: .visitor($0)) } == [51, 53])
        // A simulated person's own number.
        let own = Connection.passenger(PassengerID(7))
        #expect(port.newPerson(.passenger, from: own) == 7 && port.newPerson(.passenger, from: own) == 100)
        port.giveBack(.passenger(PassengerID(7)))
        #expect(port.newPerson(.passenger, from: own) == 7 && port.newPerson(.passenger, from: own) == 101)
    }

    @Test("Sessions of accounts are sessions of the taxi service; all that changes something is in the input log")
    func sessions() throws {
        let city = ServiceCity()
        let port = port(city)
        city.loop.schedule(at: .seconds(1)) { [p, d] in
            port.sessionBegan(p, .web)
            port.sessionBegan(d, .mobile)
            port.permit(d, isValid: false)
            port.sessionEnded(d)
            port.sessionEnded(p)
            _ = port.forget(p)
        }
        try city.run(until: 2)
        #expect(
            city.inputLog.records.map { $0.message as? TaxiMessage } == [
                .passenger(PassengerID(1), .login(client: .web)), .driver(DriverID(1), .login),
                .control(.licence(driver: DriverID(1), isValid: false)), .driver(DriverID(1), .logout),
                .passenger(PassengerID(1), .logout),
                .control(.forget(passenger: PassengerID(1))),
            ])
        #expect(city.events.at(1).count == 4)
    }
}
