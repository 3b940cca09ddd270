// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Who is offered what, and in which order.
struct OfferRuleTests {
    private func city(_ drivers: DriverID..., seats: [Int32] = [4, 4, 4]) -> RuleCity {
        var city = RuleCity(seats: seats)
        for driver in drivers { city.queueUp(driver) }
        return city
    }

    @Test("TAXI-CALL-04: of [A 4, B 6, C 4] a request for 5 is offered to B at once, and A, B, C keep their positions")
    func seats() {
        var city = city(.a, .b, .c, seats: [4, 6, 4])
        city.at(0, .calls(.p, travelers: 5))
        city.run(until: 59)
        #expect(city.offers == "0 B:R1")
        #expect(city.queue() == "A B C")
        city.at(59, .accepts(.b))
        city.run(until: 59)
        #expect(city.queue() == "A C")
    }

    @Test("TAXI-CALL-05: Z1 is empty, Z2 has 10 drivers; a request in Z1 is offered to nobody and aborts")
    func neighbours() {
        var city = RuleCity(zones: 2, seats: Array(repeating: 4, count: 10))
        for number in 1...10 { city.queueUp(DriverID(number), in: .z2) }
        city.at(0, .calls(.p))
        city.run()
        #expect(city.offers.isEmpty)
        #expect(city.aborts == "0 R1 noDriver")
    }

    @Test("TAXI-CALL-06: R1 goes to A and R2 to B; A refuses, so R1 goes to C; with R3 open, C goes to R3")
    func orderOfArrival() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(1, .calls(.q))
        city.at(3, .goesInService(.c))
        city.at(5, .refuses(.a))
        var third = city
        city.run(until: 5)
        #expect(city.offers == "0 A:R1, 1 B:R2, 5 C:R1")
        third.at(2, .calls(.r))
        third.run(until: 3)
        #expect(third.offers == "0 A:R1, 1 B:R2, 3 C:R3")
        #expect(third.waits == "2 R3")
    }

    @Test("The oldest waiting request has the first claim on a driver who becomes free")
    func oldestFirst() {
        var city = city(.a)
        city.at(0, .calls(.p))
        city.at(1, .calls(.q))
        city.at(2, .calls(.r))
        city.at(5, .refuses(.a))
        city.run(until: 5)
        #expect(city.offers == "0 A:R1, 5 A:R2")
        #expect(city.pending() == "A:R2")
        #expect(city.aborts == "5 R1 allRefused")
    }

    @Test("TAXI-CALL-07: A refuses at 10 s, B is silent: at 70 s allRefused and the queue is A, B")
    func allRefused() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(10, .refuses(.a))
        city.run(until: 69.999)
        #expect(city.aborts.isEmpty)
        #expect(city.queue() == "B A")
        city.run()
        #expect(city.aborts == "70 R1 allRefused")
        #expect(city.queue() == "A B")
    }

    @Test("TAXI-CALL-07: A ponders R1, so R2 waits from 20 s; A accepts R1 at 30 s, so R2 aborts with noDriver")
    func waiting() {
        var city = city(.a)
        city.at(0, .calls(.p))
        city.at(20, .calls(.q))
        city.at(30, .accepts(.a))
        city.run(until: 30)
        #expect(city.waits == "20 R2")
        #expect(city.aborts == "30 R2 noDriver")
        let reported = city.reported.filter { $0.passenger == .q }.map(\.notice)
        #expect(reported == [.stored(.r2), .waiting(.r2), .aborted(.r2, .noDriver)])
    }

    @Test("Eligible is not free: R1 lives as long as an unasked driver is queued (easily missed 1)")
    func pondering() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(0, .calls(.q))
        city.at(10, .refuses(.a))
        city.run(until: 10)
        #expect(city.waits == "10 R1")
        #expect(city.pending() == "B:R2")
        #expect(city.aborts.isEmpty)
        city.at(20, .refuses(.b))
        city.run(until: 20)
        #expect(city.offers == "0 A:R1, 0 B:R2, 20 B:R1, 20 A:R2")
    }

    @Test("Asked means that an offer was sent: a driver who left with it and came back is not asked again")
    func askedOnce() {
        var city = RuleCity(zones: 2, seats: [4, 4])
        city.queueUp(.a, .b)
        city.at(0, .calls(.p))
        city.at(10, .isAt(.a, Strips.middle(of: .z2)))
        city.at(20, .isAt(.a, Strips.middle(of: .z1)))
        city.at(30, .refuses(.b))
        city.run()
        #expect(city.offers == "0 A:R1, 10 B:R1")
        #expect(city.aborts == "30 R1 allRefused")
        #expect(city.queue() == "A B")
    }

    @Test("A lone refuser stays on top, is not asked again for this call, but for the next one (easily missed 6)")
    func loneRefuser() {
        var city = city(.a)
        city.at(0, .calls(.p))
        city.at(10, .refuses(.a))
        city.at(10, .calls(.q))
        city.run(until: 10)
        #expect(city.aborts == "10 R1 allRefused")
        #expect(city.queue() == "A")
        #expect(city.offers == "0 A:R1, 10 A:R2")
        #expect(city.statuses(.a) == "0 available")
    }

    @Test("TAXI-CALL-23: A and B refuse after 10 s each, C accepts after 5 s: at 25 s, with 3 offers")
    func chain() {
        var city = city(.a, .b, .c)
        city.at(0, .calls(.p))
        city.at(10, .refuses(.a))
        city.at(20, .refuses(.b))
        city.at(25, .accepts(.c))
        city.run()
        #expect(city.offers == "0 A:R1, 10 B:R1, 20 C:R1")
        #expect(city.statuses(.c) == "0 available, 25 busy")
        #expect(city.queue() == "A B")
    }

    @Test("TAXI-CALL-24: 5 travelers and only taxis with 4 seats: aborted at once, the queue unchanged")
    func tooManyTravelers() {
        var city = city(.a, .b)
        city.at(0, .calls(.p, travelers: 5))
        city.run(until: 0)
        #expect(city.aborts == "0 R1 noTaxiLargeEnough")
        #expect(city.queue() == "A B")
        #expect(city.offers.isEmpty)
    }

    @Test(
        "A taxi too small keeps its position when the only large one refuses; the reason is allRefused (easily missed 6)"
    )
    func smallKeepsPlace() {
        var city = city(.a, .b, .c, seats: [4, 6, 4])
        city.at(0, .calls(.p, travelers: 5))
        city.at(10, .refuses(.b))
        city.at(20, .calls(.q))
        city.run(until: 20)
        #expect(city.aborts == "10 R1 allRefused")
        #expect(city.queue() == "A C B")
        #expect(city.offers == "0 B:R1, 20 A:R2")
    }

    @Test("TAXI-OFFER-02: B cannot answer A's offer, which stays pending at A")
    func notYourOffer() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(5, .answers(OfferID(1), by: .b, accept: true))
        city.run(until: 5)
        #expect(city.times(.requestRefused(driver: .b, reason: .notYourOffer)) == [5])
        #expect(city.pending() == "A:R1")
        #expect(city.queue() == "A B")
    }

    @Test("TAXI-OFFER-10: A accepts; B has received no message that mentions the request")
    func privacy() {
        var city = city(.a, .b)
        let before = city.heard[2]
        city.at(0, .calls(.p))
        city.at(7, .accepts(.a))
        city.at(8, .isAt(.a, Strips.middle(of: .z1)))
        city.at(9, .boards(.a))
        city.at(10, .endsRide(.a, at: Strips.middle(of: .z1)))
        city.run()
        #expect(city.heard[2] == before)
        #expect(before == [.status(.available, .byHand)])
    }
}
