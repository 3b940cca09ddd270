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

/// Who sees an offer, who may answer it, and when.
@Suite struct OfferTests {
    @Test("TAXI-OFFER-02: an answer of another driver is refused, and the offer stays pending")
    func othersAnswer() throws {
        let city = ServiceCity()
        city.driver(1).always(.accept(after: .seconds(30)))
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.call(10, 1, from: metres(500))
        city.send(20, .driver(DriverID(2), .answer(offer: OfferID(1), accept: true)))
        try city.run(until: 25)
        #expect(city.events.at(20) == [.requestRefused(driver: DriverID(2), reason: .notYourOffer)])
        #expect(city.queue(1) == [1, 2])
        try city.run(until: 50)
        #expect(
            city.events.at(40).first
                == .offerAccepted(offer: OfferID(1), request: RequestID(1), driver: DriverID(1)))
    }

    @Test("TAXI-OFFER-03: the phone announces offers as the driver chose", arguments: AlertMode.allCases)
    func alert(mode: AlertMode) throws {
        let city = ServiceCity(seats: [4], alert: mode)
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        try city.run(until: 20)
        #expect(city.events.at(10).last == .driverNotified(offer: OfferID(1), driver: DriverID(1), alert: mode))
        guard case .offer(_, _, let alert)? = city.driver(1).reported.last?.notice else {
            Issue.record("no offer was shown")
            return
        }
        #expect(alert == mode)
    }

    @Test("TAXI-OFFER-07C: the offer shows the registered name, or a numbered one; the log has neither")
    func username() throws {
        let city = ServiceCity()
        city.dispatcher.onLoop { $0.register("alice1", of: PassengerID(7)) }
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.call(10, 7, from: metres(500))
        city.call(11, 8, from: metres(500))
        try city.run(until: 20)
        func shown(_ number: Int) -> [String] {
            city.driver(number).reported.compactMap {
                if case .offer(_, let name, _) = $0.notice { name.description } else { nil }
            }
        }
        #expect(shown(1) == ["alice1"])
        #expect(shown(2) == ["passenger8"])
        #expect(!city.events.contains { $0.line.contains("alice1") })
    }

    @Test("TAXI-OFFER-10: with queue [A, B] and a request accepted by A, B hears nothing of it")
    func invisible() throws {
        let city = ServiceCity()
        city.driver(1).always(.accept(after: .seconds(5)))
        city.inService(0, 1, at: metres(500))
        city.inService(0, 2, at: metres(500))
        city.call(10, 1, from: metres(500))
        city.position(20, 1, metres(500))
        city.send(
            21, as: .stateChange, .driver(DriverID(1), .boarded(request: RequestID(1), travelers: 1, odometer: .zero)))
        try city.run(until: 300)
        // All that driver 2 was told is the own change of status.
        #expect(city.driver(2).reported.map(\.notice) == [.status(.available, .byHand)])
    }

    @Test("TAXI-OFFER-10: over random stories no driver is told of a request that was not offered to that driver")
    func privacy() throws {
        for seed in 0..<20 {
            let city = ServiceCity(zones: 2, seats: [4, 4, 6, 4])
            for (index, driver) in city.drivers.enumerated() {
                let span = TimeSpan.seconds(3 + index)
                switch (seed + index) % 3 {
                case 0: driver.always(.accept(after: span))
                case 1: driver.next(.refuse(after: span), .silent, .accept(after: span))
                default: driver.always(.refuse(after: span))
                }
                city.inService(Double(index), Int32(index + 1), at: metres(Double((seed * 317 + index * 611) % 2000)))
            }
            for passenger in 1...12 {
                let east = Double((seed * 173 + passenger * 397) % 2000)
                city.call(Double(10 + passenger * 17), Int32(passenger), from: metres(east))
            }
            try city.run(until: 900)
            let offers = city.events.found { event -> (DriverID, RequestID)? in
                if case .offerSent(_, let request, let driver, _, _, _, _, _, _) = event {
                    (driver, request)
                } else {
                    nil
                }
            }
            #expect(offers.count >= 5)
            for driver in city.drivers {
                let own = offers.filter { $0.found.0 == driver.id }.map(\.found.1)
                for (_, notice) in driver.reported {
                    guard let request = notice.request else { continue }
                    #expect(own.contains(request), "driver \(driver.id) was told \(notice)")
                }
            }
            #expect(city.violations.isEmpty)
        }
    }

    @Test("TAXI-OFFER-06: an answer at 60.001 s is ignored, and the client was told that the offer had ended")
    func lateAnswer() throws {
        let city = ServiceCity(seats: [4])
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        city.send(70.001, .driver(DriverID(1), .answer(offer: OfferID(1), accept: true)))
        try city.run(until: 100)
        #expect(city.events.times { if case .offerTimedOut = $0 { true } else { false } } == [70])
        #expect(city.events.at(70.001) == [.lateAnswerIgnored(offer: OfferID(1), driver: DriverID(1))])
        #expect(city.driver(1).reported.contains { $0.time == .seconds(70) && $0.notice == .offerEnded(OfferID(1)) })
        #expect(city.status(1) == .available)
    }

    @Test("TAXI-OFFER-06: an answer at exactly 60 s counts, whichever was planned first")
    func answerAtDeadline() throws {
        let city = ServiceCity(seats: [4])
        city.inService(0, 1, at: metres(500))
        city.call(10, 1, from: metres(500))
        // Planned after the deadline's timer, yet an answer comes before a deadline.
        city.driver(1).always(.accept(after: .seconds(60)))
        try city.run(until: 100)
        #expect(
            city.events.at(70).first
                == .offerAccepted(offer: OfferID(1), request: RequestID(1), driver: DriverID(1)))
    }

    @Test("Unknown drivers, offers and requests are refused and change nothing")
    func unknown() throws {
        let city = ServiceCity(seats: [4])
        city.inService(0, 1, at: metres(500))
        city.send(
            1, .driver(DriverID(9), .login),
            .driver(DriverID(0), .setStatus(inService: true, place: metres(500), odometer: .zero)))
        city.send(
            2, .driver(DriverID(1), .answer(offer: OfferID(0), accept: true)),
            .driver(DriverID(1), .answer(offer: OfferID(-4), accept: true)))
        city.send(
            3, .driver(DriverID(1), .answer(offer: OfferID(Int32.max), accept: true)),
            .driver(DriverID(1), .notified(offer: OfferID(77))))
        city.send(4, .driver(DriverID(1), .boarded(request: RequestID(5), travelers: 1, odometer: .zero)))
        city.send(5, .driver(DriverID(1), .nobodyHere(request: RequestID(5), place: metres(1), odometer: .zero)))
        city.send(
            6, .passenger(PassengerID(3), .pollArrival(request: RequestID(5))),
            .passenger(PassengerID(3), .abandon(request: RequestID(5))))
        city.send(
            7, .passenger(PassengerID(3), .logout),
            .driver(
                DriverID(-1), .rideComplete(request: RequestID(1), place: metres(1), odometer: .zero, badCustomer: true)
            ))
        try city.run(until: 10)
        func refused(_ driver: Int32, _ reason: MessageRefusal) -> TaxiEvent {
            .requestRefused(driver: DriverID(driver), reason: reason)
        }
        #expect(city.events.at(1) == [refused(9, .unknown), refused(0, .unknown)])
        #expect(city.events.at(2) == [refused(1, .unknown), refused(1, .unknown)])
        #expect(city.events.at(3) == [.lateAnswerIgnored(offer: OfferID(Int32.max), driver: DriverID(1))])
        #expect(city.events.at(4) == [refused(1, .notYourRide)])
        #expect(city.events.at(5) == [refused(1, .notYourRide)])
        #expect(city.events.at(6).isEmpty)
        #expect(city.events.at(7) == [refused(-1, .unknown)])
        #expect(city.queue(1) == [1])
    }
}

extension DriverNotice {
    /// The request that the notice mentions.
    var request: RequestID? {
        switch self {
        case .offer(let card, _, _): card.request
        case .ride(let ride, _): ride.request
        case .confirmBoarding(let request), .released(let request), .riders(let request, _), .route(let request, _),
            .rideState(let request, _, _), .feeShares(let request, _):
            request
        case .offerEnded, .status, .statusRefused, .currentStatus, .refused, .sent: nil
        }
    }
}
