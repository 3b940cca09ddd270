// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import TaxiRules
import TaxiService
import Testing

/// The taxi service's side of licences (ACCOUNT-PROFILE-07, DEC-LICENCE-EXPIRY): what the account service tells it.
@Suite struct LicenceTests {
    private func licence(_ city: ServiceCity, _ seconds: Double, _ driver: Int, isValid: Bool) {
        city.send(seconds, as: .deadline, .control(.licence(driver: DriverID(driver), isValid: isValid)))
    }

    private func status(
        from: DriverStatus, to: DriverStatus, _ cause: StatusCause
    ) -> TaxiEvent { .statusChanged(driver: DriverID(1), from: from, to: to, cause: cause) }

    @Test("A queued driver leaves the queue when the licence ends, and is in service again only with a valid one")
    func queued() throws {
        let city = ServiceCity(seats: [4])
        city.inService(0, 1, at: metres(500))
        licence(city, 100, 1, isValid: false)
        city.send(160, .driver(DriverID(1), .setStatus(inService: true, place: metres(500), odometer: .zero)))
        licence(city, 200, 1, isValid: true)
        city.send(201, .driver(DriverID(1), .setStatus(inService: true, place: metres(500), odometer: .zero)))
        try city.run(until: 300)
        #expect(
            city.events.at(100) == [
                .driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .licenceExpired),
                status(from: .available, to: .offShift, .licenceExpired),
            ])
        #expect(city.events.at(160) == [.statusRefused(driver: DriverID(1), reason: .licenceExpired)])
        #expect(city.driver(1).reported.contains { $0.notice == .statusRefused(.licenceExpired) })
        #expect(city.queue(1) == [1] && city.violations.isEmpty)
    }

    @Test("A pending offer counts as refused when the licence ends: the next driver is asked at once")
    func pendingOffer() throws {
        let city = ServiceCity()
        city.inService(0, 1, at: metres(500))
        city.inService(1, 2, at: metres(500))
        city.call(10, 1, from: metres(500))
        licence(city, 30, 1, isValid: false)
        try city.run(until: 31)
        #expect(
            city.events.at(30).prefix(1) == [
                .offerWithdrawn(offer: OfferID(1), request: RequestID(1), driver: DriverID(1), reason: .offShift)
            ])
        #expect(city.driver(2).offers.map(\.request) == [RequestID(1)])
        #expect(city.violations.isEmpty)
    }

    /// A city whose driver 1 is busy from t = 10 s and ends the ride at t = 100 s.
    private func riding() -> ServiceCity {
        let city = ServiceCity(seats: [4])
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        city.position(20, 1, metres(500))
        city.send(
            30, as: .stateChange, .driver(DriverID(1), .boarded(request: RequestID(1), travelers: 1, odometer: .zero)))
        city.send(
            100, as: .stateChange,
            .driver(
                DriverID(1),
                .rideComplete(request: RequestID(1), place: metres(900), odometer: .metres(400), badCustomer: false)))
        return city
    }

    @Test("A licence that ends during a ride takes the driver off shift after it, whatever the driver wishes")
    func busy() throws {
        for wishes in [true, false] {
            let city = riding()
            licence(city, 50, 1, isValid: false)
            city.send(60, .driver(DriverID(1), .setStatus(inService: wishes, place: metres(500), odometer: .zero)))
            try city.run(until: 200)
            #expect(city.events.at(50).isEmpty)
            #expect(
                city.events.at(60) == (wishes ? [.statusRefused(driver: DriverID(1), reason: .licenceExpired)] : []))
            #expect(city.events.at(100).contains(status(from: .busy, to: .offShift, .licenceExpired)))
            #expect(city.status(1) == .offShift && city.violations.isEmpty)
        }
    }

    @Test("A licence that is renewed during the ride changes nothing")
    func renewedInTime() throws {
        let city = riding()
        licence(city, 50, 1, isValid: false)
        licence(city, 70, 1, isValid: true)
        try city.run(until: 200)
        #expect(city.status(1) == .available && city.queue(1) == [1] && city.violations.isEmpty)
    }

    @Test("The log out during the ride holds, also when the licence ends")
    func loggedOut() throws {
        let city = riding()
        city.send(40, .driver(DriverID(1), .logout))
        licence(city, 50, 1, isValid: false)
        try city.run(until: 200)
        #expect(city.events.at(100).contains(.driverSession(driver: DriverID(1), loggedIn: false)))
        #expect(city.events.at(100).contains(status(from: .busy, to: .offShift, .licenceExpired)))
        #expect(city.violations.isEmpty)
    }

    @Test("A driver without a taxi is refused as unknown")
    func unknown() throws {
        let city = ServiceCity(seats: [4])
        licence(city, 10, 7, isValid: false)
        try city.run(until: 20)
        #expect(city.events.at(10) == [.requestRefused(driver: DriverID(7), reason: .unknown)])
    }

    @Test("The driver's client reads the own status; refusals reach only clients that want them")
    func status() throws {
        let city = riding()
        for seconds in [5.0, 50, 150] { city.send(seconds, .driver(DriverID(1), .viewStatus)) }
        city.send(
            160,
            .driver(
                DriverID(1), .rideComplete(request: RequestID(1), place: .origin, odometer: .zero, badCustomer: false)))
        try city.run(until: 200)
        let read = city.driver(1).reported.compactMap { reported -> DriverStatus? in
            if case .currentStatus(let status) = reported.notice { status } else { nil }
        }
        #expect(read == [.available, .busy, .available])
        #expect(city.events.at(5).isEmpty)
        #expect(city.events.at(160) == [.requestRefused(driver: DriverID(1), reason: .noPassengerAboard)])
        #expect(!city.driver(1).reported.contains { $0.notice == .refused(.noPassengerAboard) })
    }
}
