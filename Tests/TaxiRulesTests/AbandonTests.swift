// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Passengers who give up, and passengers who are not there (DEC-CALL-CANCEL).
struct AbandonTests {
    private func city(zones: Int = 1) -> RuleCity {
        var city = RuleCity(zones: zones)
        city.queueUp(.a, .b)
        city.at(0, .calls(.p))
        return city
    }

    @Test("Given up under a pending offer: the offer is withdrawn, and the driver keeps the position")
    func pending() {
        var city = city()
        city.at(20, .abandons(.p))
        city.run()
        #expect(city.times(.passengerAbandoned(request: .r1, passenger: .p)) == [20])
        let withdrawn = TaxiEvent.offerWithdrawn(
            offer: OfferID(1), request: .r1, driver: .a, reason: .requestEnded)
        #expect(city.times(withdrawn) == [20])
        #expect(city.aborts == "20 R1 abandoned")
        #expect(city.queue() == "A B")
        #expect(city.offers == "0 A:R1")
        #expect(city.heard[1].last == .offerEnded(OfferID(1)))
        #expect(city.reported.map(\.notice) == [.stored(.r1)])
    }

    @Test("The driver whom an abandoned call sets free is offered the oldest waiting request at once")
    func waitingGains() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(5, .calls(.q))
        city.at(20, .abandons(.p))
        city.run(until: 20)
        #expect(city.waits == "5 R2")
        #expect(city.offers == "0 A:R1, 20 A:R2")
    }

    @Test("A waiting request may be given up too")
    func waiting() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(5, .calls(.q))
        city.at(20, .abandons(.q))
        city.run()
        #expect(city.aborts == "20 R2 abandoned, 60 R1 allRefused")
        #expect(city.offers == "0 A:R1")
    }

    @Test("Given up with the taxi under way: released, available and last where the taxi is")
    func underWay() {
        var city = RuleCity(zones: 2)
        city.queueUp(.a)
        city.queueUp(.b, in: .z2)
        city.at(0, .calls(.p))
        city.at(10, .accepts(.a))
        city.at(30, .isAt(.a, Strips.middle(of: .z2)))
        city.at(40, .abandons(.p))
        city.at(41, .calls(.p, at: Strips.middle(of: .z2)))
        city.run(until: 41)
        #expect(city.times(.passengerAbandoned(request: .r1, passenger: .p)) == [40])
        #expect(city.times(.rideReleased(request: .r1, passenger: .p, driver: .a)) == [40])
        #expect(city.queue(.z2) == "B A")
        #expect(city.statuses(.a) == "0 available, 10 busy, 40 available")
        #expect(city.times(.driverEnqueued(driver: .a, zone: .z2, place: 1, reason: .released)) == [40])
        #expect(city.aborts.isEmpty)
        #expect(city.stored == "0 R1, 41 R2")
    }

    @Test("Aboard nobody gives up, and no request is given up twice or by another passenger")
    func tooLate() {
        var city = city()
        city.at(10, .accepts(.a))
        city.at(20, .isAt(.a, Strips.middle(of: .z1)))
        city.at(30, .boards(.a))
        city.at(40, .abandons(.p))
        city.run(until: 40)
        #expect(city.times(.passengerAbandoned(request: .r1, passenger: .p)).isEmpty)
        #expect(city.taxi(.a).ride?.isOnBoard == true)
        city.withCalls { $0.abandon(.r1, by: .q, at: $1) }
        #expect(city.times(.passengerAbandoned(request: .r1, passenger: .q)).isEmpty)

        var twice = self.city()
        twice.at(5, .abandons(.p), .abandons(.p))
        twice.run()
        #expect(twice.times(.passengerAbandoned(request: .r1, passenger: .p)) == [5])
        #expect(twice.aborts == "5 R1 abandoned")
    }

    @Test("A driver who finds nobody waits 5 min from the arrival, then is released")
    func nobodyThere() {
        var city = city()
        city.at(10, .accepts(.a))
        city.at(15, .findsNobody(.a))
        city.at(100, .isAt(.a, Strips.middle(of: .z1)))
        city.at(399.999, .findsNobody(.a))
        city.at(400, .findsNobody(.a))
        city.at(401, .findsNobody(.a))
        city.run()
        #expect(city.times(.requestRefused(driver: .a, reason: .tooEarly)) == [15, 399.999])
        #expect(city.times(.rideReleased(request: .r1, passenger: .p, driver: .a)) == [400])
        #expect(city.times(.requestRefused(driver: .a, reason: .notYourRide)) == [401])
        #expect(city.queue() == "B A")
        let reported = TaxiEvent.passengerNotified(
            passenger: .p, request: .r1, kind: .released, reason: nil, taxi: nil, eta: nil, position: nil)
        #expect(city.times(reported) == [400])
        #expect(city.calls.liveCount == 0)
    }

    @Test("Released outside all zones means out of service")
    func releasedOutside() {
        var city = city()
        city.at(10, .accepts(.a))
        city.at(30, .isAt(.a, Strips.outside))
        city.at(40, .abandons(.p))
        city.run(until: 40)
        #expect(city.statuses(.a) == "0 available, 10 busy, 40 offShift")
        #expect(city.audit.violations.isEmpty)
    }
}
