// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// From the acceptance to the end of the ride.
struct RideRuleTests {
    /// A waits 3 km from P's call of t = 0 s and accepts at 7 s: a drive of 300 s.
    private func acceptedCity() -> RuleCity {
        var city = RuleCity()
        city.at(0, .goesInService(.a, at: .kilometres(2)), .goesInService(.b))
        city.run(until: 0)
        city.at(0, .calls(.p))
        city.at(7, .accepts(.a))
        city.run(until: 7)
        return city
    }

    @Test("TAXI-CALL-10: accepted at 7 s, the driver is busy at 7 s and in no queue")
    func busy() {
        let city = acceptedCity()
        #expect(city.times(.offerAccepted(offer: OfferID(1), request: .r1, driver: .a)) == [7])
        #expect(city.statuses(.a) == "0 available, 7 busy")
        #expect(city.queue() == "B")
    }

    @Test("Guidance starts at the acceptance, to the exact position")
    func guidance() {
        let started = TaxiEvent.navigationStarted(request: .r1, driver: .a, target: Strips.middle(of: .z1))
        #expect(acceptedCity().times(started) == [7])
    }

    @Test("TAXI-CALL-13: accepted at 7 s with a drive of 300 s, the passenger is told 307 s")
    func arrival() {
        let city = acceptedCity()
        let reported = TaxiEvent.passengerNotified(
            passenger: .p, request: .r1, kind: .accepted, reason: nil, taxi: .a, eta: .seconds(307),
            position: .kilometres(2))
        #expect(city.times(reported) == [7])
        #expect(city.reported.last?.notice == .accepted(.r1, taxi: .a, arrival: .seconds(307), at: .kilometres(2)))
    }

    @Test("TAXI-CALL-16: at 20.1 m no prompt; at 20.0 m one prompt, and no second one")
    func prompt() {
        var city = acceptedCity()
        city.at(100, .isAt(.a, Place(metresEast: 4979.9, north: 0)))
        city.at(100.01, .isAt(.a, Place(metresEast: 4980, north: 0)))
        city.at(100.02, .isAt(.a, Place(metresEast: 4981, north: 0)))
        city.run(until: 101)
        #expect(city.times(.boardingPrompted(request: .r1, driver: .a)) == [100.01])
        #expect(city.heard[1].filter { $0 == .prompt(.r1) }.count == 1)
    }

    @Test("TAXI-CALL-17: aboard at 310 s means fulfilled at 310 s, and no arrival is reported after it")
    func fulfilled() {
        var city = acceptedCity()
        city.at(97, .polls(.p))
        city.at(307, .isAt(.a, Strips.middle(of: .z1)))
        city.at(310, .boards(.a))
        for time in [310, 311, 400] { city.at(Double(time), .polls(.p)) }
        city.run(until: 309)
        let polls = city.notes.filter { if case .etaUpdated = $0.event { true } else { false } }
        #expect(polls.map(\.time) == [.seconds(97)])
        city.run(until: 310)
        #expect(city.times(.requestFulfilled(request: .r1, passenger: .p)) == [310])
        let before = city.notes.count
        city.run(until: 400)
        #expect(city.notes.count == before)
    }

    @Test("Only the passenger of the ride may follow the taxi")
    func otherPassenger() {
        let city = acceptedCity()
        #expect(city.calls.comingTaxi(.r1, for: .p) == .a)
        #expect(city.calls.comingTaxi(.r1, for: .q) == nil)
    }

    @Test("TAXI-CALL-20: T17 accepts; the notice holds T17, and the taxi that boards is T17")
    func taxiCode() {
        let taxi = DriverID(17)
        var city = RuleCity(seats: Array(repeating: 4, count: 17))
        city.queueUp(taxi)
        city.at(0, .calls(.p))
        city.at(7, .accepts(taxi))
        city.at(8, .isAt(taxi, Strips.middle(of: .z1)))
        city.at(9, .boards(taxi))
        city.run(until: 9)
        #expect(
            city.reported.map(\.notice).contains(
                .accepted(.r1, taxi: taxi, arrival: .seconds(7), at: Strips.middle(of: .z1))))
        let aboard = TaxiEvent.passengerAboard(
            request: .r1, passenger: .p, driver: taxi, travelers: 1, odometer: .zero)
        #expect(city.times(aboard) == [9])
    }

    @Test("Boarding needs the prompt, and from 1 traveler up to the seats (DEC-BOARD-COUNT)")
    func boardCount() {
        var city = acceptedCity()
        city.at(20, .boards(.a))
        city.at(30, .isAt(.a, Strips.middle(of: .z1)))
        city.at(40, .boards(.a, travelers: 0))
        city.at(50, .boards(.a, travelers: 5))
        city.at(60, .boards(.a, travelers: 4))
        city.at(70, .boards(.a, travelers: 4))
        city.at(80, .boards(.b))
        city.run(until: 80)
        #expect(city.times(.requestRefused(driver: .a, reason: .tooEarly)) == [20])
        #expect(city.times(.requestRefused(driver: .a, reason: .badTravelerCount)) == [40, 50])
        #expect(city.times(.requestFulfilled(request: .r1, passenger: .p)) == [60])
        #expect(city.times(.requestRefused(driver: .a, reason: .notYourRide)) == [70])
        #expect(city.times(.requestRefused(driver: .b, reason: .notYourRide)) == [80])
    }

    @Test("TAXI-OFFER-09: a driver who is not on a ride cannot end one")
    func endWithoutRide() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(5, .endsRide(.a, at: Strips.middle(of: .z1)))
        city.at(6, .endsRide(.b, at: Strips.middle(of: .z1)))
        city.run()
        #expect(city.times(.requestRefused(driver: .a, reason: .noPassengerAboard)) == [5])
        #expect(city.times(.requestRefused(driver: .b, reason: .noPassengerAboard)) == [6])
        #expect(city.statuses(.a) == "0 available")
    }

    @Test("TAXI-QUEUE-08: a busy taxi before boarding cannot end the ride")
    func endBeforeBoarding() {
        var city = acceptedCity()
        city.at(20, .endsRide(.a, at: Strips.middle(of: .z1)))
        city.run(until: 20)
        #expect(city.times(.requestRefused(driver: .a, reason: .noPassengerAboard)) == [20])
        #expect(city.statuses(.a) == "0 available, 7 busy")
    }

    @Test("TAXI-QUEUE-09: a ride from Z1 that ends in Z3 at 900 s puts the driver last there")
    func endElsewhere() {
        var city = RuleCity(zones: 3, seats: [4, 4])
        city.queueUp(.a)
        city.queueUp(.b, in: .z3)
        city.at(0, .calls(.p))
        city.at(7, .accepts(.a))
        city.at(307, .isAt(.a, Strips.middle(of: .z1)))
        city.at(310, .boards(.a))
        city.at(900, .endsRide(.a, at: Strips.middle(of: .z3)))
        city.run(until: 899)
        #expect(city.queue(.z3) == "B")
        city.run(until: 900)
        #expect(city.queue(.z3) == "B A")
        #expect(city.queue(.z1).isEmpty)
        #expect(city.statuses(.a) == "0 available, 7 busy, 900 available")
        #expect(city.times(.driverEnqueued(driver: .a, zone: .z3, place: 1, reason: .rideEnded)) == [900])
    }
}
