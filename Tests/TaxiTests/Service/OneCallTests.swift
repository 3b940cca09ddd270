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

/// One call from the form to the drop-off through the real actors.
@Suite struct OneCallTests {
    @Test("TAXI-CALL-09: a driver with reaction 7 s who accepts is seen accepting at 7 s")
    func acceptance() throws {
        let city = ServiceCity()
        city.driver(1).always(.accept(after: .seconds(7)))
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(700))
        city.call(0, 1, from: metres(600))
        try city.run(until: 30)
        let accepted = city.events.found { event -> DriverID? in
            if case .offerAccepted(_, _, let driver) = event { driver } else { nil }
        }
        #expect(accepted.map(\.time) == [7])
        #expect(accepted.map(\.found) == [DriverID(1)])
        #expect(city.queue(1) == [2])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-CALL-09: a refusal is the only other answer; anything else is no answer")
    func refusal() throws {
        let city = ServiceCity()
        city.driver(1).always(.refuse(after: .seconds(7)))
        city.inService(0, 1, at: metres(500))
        city.call(1, 1, from: metres(600))
        try city.run(until: 300)
        #expect(city.events.times { if case .offerRefused = $0 { true } else { false } } == [8])
        #expect(city.events.times { if case .offerAccepted = $0 { true } else { false } }.isEmpty)
        #expect(city.queue(1) == [1])
    }

    @Test(
        "TAXI-CALL-11, TAXI-OFFER-07B: guidance to the exact place begins with the acceptance, for the accepting driver only"
    )
    func guidance() throws {
        let city = ServiceCity()
        let exact = Place(east: 612_345, north: 487_654)
        city.driver(1).always(.refuse(after: .seconds(5)))
        city.driver(2).always(.accept(after: .seconds(7)))
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.call(1, 1, from: exact)
        try city.run(until: 100)
        let started = city.events.found {
            if case .navigationStarted(_, let driver, let target) = $0 { (driver, target) } else { nil }
        }
        #expect(started.map(\.time) == [13])
        #expect(started.first?.found.0 == DriverID(2) && started.first?.found.1 == exact)
        for number in 1...2 {
            for (_, notice) in city.driver(number).reported {
                // Whatever a driver is told before the acceptance, the exact place is not in it.
                let text = String(describing: notice)
                let isExact = text.contains("612345") || text.contains("487654")
                if case .ride(let ride, _) = notice {
                    #expect(number == 2 && ride.place == exact)
                } else {
                    #expect(!isExact, "driver \(number) was told \(text)")
                }
            }
        }
        #expect(city.driver(1).offers.first?.cell == exact.cell(side: .metres(250)))
    }

    @Test("TAXI-CALL-13: with a 300 s drive the acceptance at 7 s gives an arrival at 307 s")
    func notifiedArrival() throws {
        let city = ServiceCity(zones: 1, side: 10_000, seats: [4])
        city.driver(1).always(.accept(after: .seconds(7)))
        city.inService(0, 1, at: metres(500))
        city.call(0, 1, from: metres(3500))
        try city.run(until: 10)
        let reported = city.events.found { event -> (DriverID?, CityTime?)? in
            if case .passengerNotified(_, _, .accepted, _, let taxi, let eta, _) = event { (taxi, eta) } else { nil }
        }
        #expect(reported.map(\.time) == [7])
        #expect(reported.first?.found.0 == DriverID(1))
        #expect(reported.first?.found.1 == .seconds(307))
    }

    @Test("TAXI-CALL-15: 3000 m at 10 m/s and half speed in traffic: asked at 0 s, expected at 600 s")
    func trafficArrival() throws {
        let city = ServiceCity(zones: 1, side: 10_000, seats: [4], traffic: 0.5)
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        city.call(0, 1, from: metres(3500))
        city.send(0, as: .deadline, .passenger(PassengerID(1), .pollArrival(request: RequestID(1))))
        try city.run(until: 1)
        let updates = city.events.found { if case .etaUpdated(_, _, let eta) = $0 { eta } else { nil } }
        #expect(updates.map(\.time) == [0])
        #expect(updates.map(\.found) == [.seconds(600)])
        #expect(
            city.passenger(1).reported.last?.notice
                == .call(.arrival(RequestID(1), expected: .seconds(600), taxi: metres(500))))
    }

    @Test("TAXI-CALL-20: the notice of acceptance names the taxi that boards")
    func taxiCode() throws {
        let city = ServiceCity(seats: [Int32](repeating: 4, count: 17))
        city.inService(0, 17, at: metres(500))
        city.driver(17).always(.accept(after: .seconds(3)))
        city.call(1, 1, from: metres(600))
        city.position(30, 17, metres(600))
        city.send(
            40, as: .stateChange,
            .driver(DriverID(17), .boarded(request: RequestID(1), travelers: 1, odometer: .metres(100))))
        try city.run(until: 50)
        let named = city.passenger(1).reported.compactMap {
            if case .call(.accepted(_, let taxi, _, _)) = $0.notice { taxi } else { nil }
        }
        let aboard = city.events.found { if case .passengerAboard(_, _, let driver, _, _) = $0 { driver } else { nil } }
        #expect(named == [DriverID(17)])
        #expect(aboard.map(\.found) == [DriverID(17)])
    }

    @Test(
        "TAXI-CALL-12, TAXI-CALL-17: only the passenger who waits for a taxi is shown where it is, and only until boarding"
    )
    func followed() throws {
        let city = ServiceCity()
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(100))
        city.call(1, 1, from: metres(900))
        city.passenger(2)
        city.send(2, .passenger(PassengerID(2), .login(client: .mobile)))
        for second in [10.0, 20, 30, 40] {
            city.position(second, 1, metres(100 + 10 * second))
            city.send(
                second + 0.5, .passenger(PassengerID(1), .pollArrival(request: RequestID(1))),
                .passenger(PassengerID(2), .pollArrival(request: RequestID(1))))
        }
        city.position(80, 1, metres(900))
        city.send(
            90, as: .stateChange,
            .driver(DriverID(1), .boarded(request: RequestID(1), travelers: 1, odometer: .metres(800))))
        city.send(100, .passenger(PassengerID(1), .pollArrival(request: RequestID(1))))
        try city.run(until: 110)
        let shown = city.events.found {
            if case .taxiPositionSent(_, let passenger, _, let place) = $0 { (passenger, place) } else { nil }
        }
        #expect(shown.map(\.time) == [10.5, 20.5, 30.5, 40.5])
        #expect(shown.map(\.found.0) == [PassengerID](repeating: PassengerID(1), count: 4))
        #expect(shown.map(\.found.1) == [200, 300, 400, 500].map { metres($0) })
        #expect(city.passenger(2).reported.isEmpty)
    }

    @Test("TAXI-REPORT-01: two reports are counted and passed on, and the next call is served all the same")
    func reports() throws {
        let city = ServiceCity(seats: [4])
        city.driver(1).always(.accept(after: .zero))
        city.inService(0, 1, at: metres(500))
        for ride in 0..<3 {
            let begin = 100 * Double(ride) + 1
            let request = RequestID(ride + 1)
            city.call(begin, 1, from: metres(500))
            city.position(begin + 10, 1, metres(500))
            city.send(
                begin + 20, as: .stateChange,
                .driver(DriverID(1), .boarded(request: request, travelers: 1, odometer: .zero)))
            city.send(
                begin + 50, as: .stateChange,
                .driver(
                    DriverID(1),
                    .rideComplete(request: request, place: metres(400), odometer: .zero, badCustomer: ride < 2)))
        }
        try city.run(until: 400)
        let counts = city.events.found { if case .badCustomerReported(_, _, let count) = $0 { count } else { nil } }
        #expect(counts.map(\.found) == [1, 2])
        #expect(city.dispatcher.onLoop { $0.badReports(of: PassengerID(1)) } == 2)
        #expect(
            city.passenger(1).reported.filter { if case .call(.reported) = $0.notice { true } else { false } }.map(
                \.notice)
                == [
                    .call(.reported(total: 1)), .call(.reported(total: 2)),
                ])
        #expect(city.events.times { if case .rideEnded = $0 { true } else { false } } == [51, 151, 251])
        #expect(city.violations.isEmpty)
    }
}
