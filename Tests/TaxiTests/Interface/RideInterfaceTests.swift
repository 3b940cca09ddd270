// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CityGateway
@testable import TaxiService

/// Calls, offers and rides through the public interface.
@Suite struct RideInterfaceTests {
    private func city(drivers: Int = 1, service: TimeSpan = .zero) throws -> InterfaceCity {
        let city = try InterfaceCity(service: service)
        try city.enroll(.passenger, 1, 2)
        for number in 1...drivers { try city.enroll(.driver, number) }
        return city
    }

    @Test(
        "API-04: latitude 91 throws; 45.46, 9.19 is stored, of a driver in the log and of a passenger for the next call"
    )
    func location() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driver(1)
            let passenger = try await client.passenger(1)
            for token in [driver, passenger] {
                for latitude in [91, -90.5, Double.nan] {
                    await #expect(throws: LocationError.badLatitude) {
                        try await client.updateLocation(token, latitude: latitude, longitude: 9.19)
                    }
                }
                await #expect(throws: LocationError.badLongitude) {
                    try await client.updateLocation(token, latitude: 45.46, longitude: 180.5)
                }
            }
            await #expect(throws: CallError.refused(.noPosition)) { try await client.call(passenger) }
            let place = try await client.updateLocation(driver, latitude: 45.46, longitude: 9.19)
            #expect(try await client.updateLocation(passenger, latitude: 45.46, longitude: 9.19) == place)
            await #expect(throws: CallError.aborted(.noDriver)) { try await client.call(passenger) }
        }
        let places = city.taxi.compactMap { fact -> [Place]? in
            switch fact.event {
            case .positionReported(_, let place, _): [place]
            case .requestStored(_, _, _, _, .gps, let place): [place]
            default: nil
            }
        }
        // 45.46 N, 9.19 E lies 390 m east and 445 m north of the corner.
        let expected = Place(metresEast: 390, north: 445)
        #expect(places.count == 2 && places[0] == places[1])
        #expect(places[0][0].distance(to: expected) < .metres(5))
    }

    @Test("API-05: the status is read and changed; rideEnded is refused unless on a ride")
    func status() throws {
        let city = try city()
        try city.story { client in
            let token = try await client.driver(1)
            #expect(try await client.getStatus(token) == .offShift)
            await #expect(throws: StatusError.noLocation) { try await client.setStatus(token, inService: true) }
            try await client.updateLocation(token, latitude: 45.46, longitude: 9.19)
            try await client.setStatus(token, inService: true)
            #expect(try await client.getStatus(token) == .available)
            await #expect(throws: RideError.noPassengerAboard) {
                try await client.rideEnded(token, RequestID(1))
            }
            await #expect(throws: RideError.notYourRide) {
                try await client.passengerAboard(token, RequestID(1), travelers: 1)
            }
            await #expect(throws: RideError.notYourRide) { try await client.nobodyHere(token, RequestID(1)) }
            try await client.setStatus(token, inService: false)
            try await client.updateLocation(token, latitude: 40, longitude: 9.19)
            await #expect(throws: StatusError.refused(.outsideZones)) {
                try await client.setStatus(token, inService: true)
            }
            #expect(try await client.getStatus(token) == .offShift)
        }
    }

    @Test("A driver to whom no taxi belongs is told so by every call")
    func noTaxi() throws {
        let city = try InterfaceCity(seats: [4])
        try city.enroll(.driver, 7)
        try city.story { client in
            let token = try await client.driver(7)
            await #expect(throws: LocationError.access(.unknownDriver)) {
                try await client.updateLocation(token, latitude: 45.46, longitude: 9.19)
            }
            await #expect(throws: AccessError.unknownDriver) { try await client.getStatus(token) }
            await #expect(throws: AccessError.unknownDriver) { try await client.nextOffer(token) }
            await #expect(throws: StatusError.noLocation) { try await client.setStatus(token, inService: true) }
            await #expect(throws: StatusError.access(.unknownDriver)) {
                try await client.setStatus(token, inService: false)
            }
            await #expect(throws: OfferError.access(.unknownDriver)) {
                try await client.answer(token, OfferID(1), accept: true)
            }
            await #expect(throws: RideError.unknown) {
                try await client.passengerAboard(token, RequestID(1), travelers: 1)
            }
            await #expect(throws: RideError.unknown) { try await client.rideEnded(token, RequestID(1)) }
        }
    }

    @Test("TAXI-OFFER-07C: the offer names the passenger by the username of the account, also after it was changed")
    func usernames() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let account = try await client.profile(token).account
            var edit = ProfileEdit()
            edit.username = "alice1"
            for name in ["user1", "alice1"] {
                let request = try await client.placeCall(token, at: meeting, travelers: 1)
                let offer = try await client.nextOffer(driver)
                #expect(offer.passenger == name)
                try await client.abandon(token, request)
                if name == "user1" { _ = try await client.changeProfile(token, of: account, edit) }
            }
        }
    }

    @Test(
        "API-06A: with a valid token and position the number of the request is returned at once; every rule has its error"
    )
    func request() throws {
        let city = try city()
        try city.story { client in
            _ = try await client.driverInService(1)
            let token = try await client.passenger(1)
            await #expect(throws: CallError.refused(.badTravelerCount)) {
                try await client.placeCall(token, at: meeting, travelers: 0)
            }
            await #expect(throws: CallError.refused(.addressOutsideCity)) {
                let place = Place(metresEast: -9_000, north: 0)
                _ = try await client.placeCall(token, at: EnteredPlace(place: place), travelers: 1)
            }
            await #expect(throws: CallError.refused(.gpsTooCoarse)) {
                let fix = EnteredPlace(source: .gps, radius: .metres(5_000), place: meeting.place)
                _ = try await client.placeCall(token, at: fix, travelers: 1)
            }
            #expect(try await client.placeCall(token, at: meeting, travelers: 2) == RequestID(1))
            #expect(client.loop.now == .epoch)
            await #expect(throws: CallError.refused(.alreadyWaiting)) {
                try await client.placeCall(token, at: meeting, travelers: 1)
            }
            await #expect(throws: CallError.unknownRequest) { try await client.settled(token, RequestID(9)) }
        }
    }

    @Test("API-06B: accepted at t = 25 s, the call returns the expected arrival at t = 25 s")
    func accepted() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            client.loop.start("driver") {
                let offer = try await client.nextOffer(driver)
                #expect(client.loop.now == .seconds(10) && offer.passenger == "user1" && offer.travelers == 2)
                try await client.loop.sleep(until: .seconds(25))
                let ride = try await client.answer(driver, offer.id, accept: true)
                #expect(ride?.meeting == meeting.place && ride?.travelers == 2)
            }
            let token = try await client.passenger(1)
            try await client.loop.sleep(until: .seconds(10))
            let arrival = try await client.call(token, at: meeting, travelers: 2)
            #expect(client.loop.now == .seconds(25))
            #expect(arrival.taxi == DriverID(1) && arrival.request == RequestID(1))
            // From 390, 445 m to 400, 500 m at 10 m/s.
            #expect(arrival.expected > .seconds(30) && arrival.expected < .seconds(31.5))
            // The same, asked again.
            #expect(try await client.settled(token, arrival.request) == arrival)
        }
    }

    @Test("API-06B: aborted at t = 70 s, the call throws the reason at t = 70 s")
    func aborted() throws {
        let city = try city()
        try city.story { client in
            _ = try await client.driverInService(1)
            let token = try await client.passenger(1)
            try await client.loop.sleep(until: .seconds(10))
            // The driver is silent: the offer lapses after 60 s.
            await #expect(throws: CallError.aborted(.allRefused)) { try await client.call(token, at: meeting) }
            #expect(client.loop.now == .seconds(70))
        }
    }

    @Test("A call that is given up throws that; the server's own time is waited for")
    func abandoned() throws {
        let city = try city(service: .seconds(1))
        try city.story { client in
            _ = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let begin = client.loop.now
            let request = try await client.placeCall(token, at: meeting, travelers: 1)
            // Opening the form and sending it take the server 1 s each.
            #expect(client.loop.now - begin == .seconds(2))
            client.loop.start("second thoughts") { try await client.abandon(token, request) }
            await #expect(throws: CallError.aborted(.abandoned)) { try await client.settled(token, request) }
            #expect(client.loop.now - begin == .seconds(3))
        }
    }

    @Test("API-06C: a coming taxi has an estimate; before acceptance and after boarding that throws")
    func estimate() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let request = try await client.placeCall(token, at: meeting, travelers: 1)
            await #expect(throws: ArrivalError.noTaxiComing) { try await client.arrival(token, of: request) }
            let offer = try await client.nextOffer(driver)
            try await client.answer(driver, offer.id, accept: true)
            let arrival = try await client.settled(token, request)
            #expect(try await client.arrival(token, of: request).expected == arrival.expected)
            await #expect(throws: RideError.tooEarly) {
                try await client.passengerAboard(driver, RequestID(1), travelers: 9)
            }
            try await client.updateLocation(driver, latitude: 45.4605, longitude: 9.1901)
            await #expect(throws: RideError.badTravelerCount) {
                try await client.passengerAboard(driver, RequestID(1), travelers: 9)
            }
            try await client.passengerAboard(driver, request, travelers: 1)
            await #expect(throws: ArrivalError.noTaxiComing) { try await client.arrival(token, of: request) }
            try await client.rideEnded(driver, request)
            #expect(try await client.getStatus(driver) == .available)
            #expect(try await client.history(token).map(\.isFulfilled) == [true])
            #expect(try await client.history(driver).map(\.number) == [request.number])
        }
    }

    @Test("API-09: a refused offer moves the driver to the bottom of the queue, and the next one is asked")
    func refusal() throws {
        let city = try city(drivers: 2)
        try city.story { client in
            let first = try await client.driverInService(1)
            let second = try await client.driverInService(2)
            let token = try await client.passenger(1)
            let request = try await client.placeCall(token, at: meeting, travelers: 1)
            let offer = try await client.nextOffer(first)
            #expect(try await client.answer(first, offer.id, accept: false) == nil)
            await #expect(throws: OfferError.notPending) { try await client.answer(first, offer.id, accept: true) }
            await #expect(throws: OfferError.notPending) { try await client.answer(first, offer.id, accept: false) }
            let next = try await client.nextOffer(second)
            await #expect(throws: OfferError.notPending) { try await client.answer(first, next.id, accept: true) }
            await #expect(throws: OfferError.notPending) { try await client.answer(first, next.id, accept: false) }
            // Too late by 1 ns.
            try await client.loop.sleep(until: next.deadline + TimeSpan(nanoseconds: 1))
            await #expect(throws: OfferError.notPending) { try await client.answer(second, next.id, accept: false) }
            await #expect(throws: CallError.aborted(.allRefused)) { try await client.settled(token, request) }
        }
        #expect(
            city.times(.driverMovedToBottom(driver: DriverID(1), zone: ZoneID(1), reason: .refused)) == [.epoch])
    }

    @Test("API-11: a leg planned for 08:10 becomes a request with the planner's reference at 08:10")
    func planner() throws {
        let city = try city()
        let placed = Mailbox<PlannedTaxi>()
        let eightTen = CityTime.seconds(8 * 3_600 + 600)
        try city.story { client in
            let token = try await client.passenger(1)
            let leg = PlannedLeg(reference: 4_711, time: eightTen, start: meeting.place, travelers: 3)
            placed.put(try await client.placeTaxi(token, for: leg))
            // A call of the same person without a plan has no planner's number.
            _ = try await client.placeCall(token, at: meeting, travelers: 1)
        }
        #expect(placed.value == PlannedTaxi(reference: 4_711, request: RequestID(1), placed: eightTen))
        let stored = TaxiEvent.requestStored(
            request: RequestID(1), passenger: PassengerID(1), zone: ZoneID(1), travelers: 3, source: .address,
            place: meeting.place)
        #expect(city.times(stored) == [eightTen])
        let linked = TaxiEvent.tripTaxiRequested(
            request: RequestID(1), passenger: PassengerID(1), reference: 4_711)
        #expect(city.times(linked) == [eightTen])
        #expect(city.taxi.count { if case .tripTaxiRequested = $0.event { true } else { false } } == 1)
    }

    @Test("At the end of a run whoever waits is told so, and later calls are refused")
    func closing() throws {
        let city = try city()
        let client = city.client
        let seen = Mailbox<[String]>()
        city.loop.start("caller") {
            _ = try await client.driverInService(1)
            let token = try await client.passenger(1)
            client.loop.start("driver", endless: true) {
                _ = try? await client.nextOffer(try await client.driver(1))
                _ = try? await client.nextOffer(try await client.driver(1))
            }
            var errors: [CallError] = []
            do { _ = try await client.call(token, at: meeting) } catch let error as CallError { errors.append(error) }
            do { _ = try await client.call(token, at: meeting) } catch let error as CallError { errors.append(error) }
            seen.put(errors.map { if case .access(.closed) = $0 { "closed" } else { "\($0)" } })
        }
        city.loop.schedule(at: .seconds(20)) { client.onLoop { $0.close() } }
        try city.loop.run(until: .seconds(30))
        #expect(seen.value == ["closed", "closed"])
        #expect(city.loop.tearDown() == [])
    }
}
