// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Places in the zone queues.
struct QueueRuleTests {
    private func city(_ drivers: DriverID..., zones: Int = 1) -> RuleCity {
        var city = RuleCity(zones: zones)
        for driver in drivers { city.queueUp(driver) }
        return city
    }

    @Test("TAXI-QUEUE-03: C goes in service at 5 s and joins behind A and B")
    func inService() {
        var city = city(.a, .b)
        city.at(5, .goesInService(.c))
        city.run()
        #expect(city.queue() == "A B C")
        #expect(city.times(.driverEnqueued(driver: .c, zone: .z1, place: 2, reason: .inService)) == [5])
    }

    @Test("Going in service outside every zone is refused")
    func inServiceOutside() {
        var city = RuleCity()
        city.at(5, .goesInService(.a, at: Strips.outside))
        city.run()
        #expect(city.times(.statusRefused(driver: .a, reason: .outsideZones)) == [5])
        #expect(city.heard[1] == [.refused(.outsideZones)])
        #expect(city.statuses(.a).isEmpty)
    }

    @Test("TAXI-QUEUE-04: cruising from Z1 to Z2 at 50 s, the taxi is in Z2 only, and never in two queues")
    func cruise() {
        var city = city(.a, .b, zones: 2)
        city.at(50, .isAt(.a, Strips.middle(of: .z2)))
        city.run(until: 49)
        #expect(city.queue(.z1) == "A B")
        city.run(until: 50)
        #expect(city.queue(.z1) == "B")
        #expect(city.queue(.z2) == "A")
        #expect(city.times(.driverDequeued(driver: .a, zone: .z1, reason: .zoneChange)) == [50])
        #expect(city.times(.driverEnqueued(driver: .a, zone: .z2, place: 0, reason: .zoneChange)) == [50])
        #expect(city.statuses(.a) == "0 available")
        #expect(city.audit.violations.isEmpty)
    }

    @Test("A report from inside the same zone leaves the queue as it is")
    func sameZone() {
        var city = city(.a, .b)
        city.at(50, .isAt(.a, .kilometres(1)))
        city.run()
        #expect(city.queue() == "A B")
        #expect(city.zone(.z1).queue.first?.position == .kilometres(1))
    }

    @Test("TAXI-QUEUE-05: of [A, B] with equal seats a request is offered to A")
    func topFirst() {
        var city = city(.a, .b)
        city.at(5, .calls(.p))
        city.run(until: 5)
        #expect(city.offers == "5 A:R1")
    }

    @Test("TAXI-QUEUE-06: R2 goes to B, not to pondering A; A lapses at 60 s, the queue is B, A, and R1 waits for B")
    func onePending() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(20, .calls(.q))
        city.run(until: 60)
        #expect(city.offers == "0 A:R1, 20 B:R2")
        #expect(city.queue() == "B A")
        #expect(city.pending() == "B:R2")
        #expect(city.waits == "60 R1")
        #expect(city.aborts.isEmpty)
    }

    @Test("TAXI-QUEUE-07: joined as A, B, C, they are offered three requests as A, B, C")
    func firstInFirstOut() {
        var city = city(.a, .b, .c)
        city.at(10, .calls(.p))
        city.at(11, .calls(.q))
        city.at(12, .calls(.r))
        city.at(20, .accepts(.c), .accepts(.a), .accepts(.b))
        city.run(until: 20)
        #expect(city.offers == "10 A:R1, 11 B:R2, 12 C:R3")
        #expect(city.queue().isEmpty)
        #expect(city.audit.violations.isEmpty)
    }

    @Test("TAXI-QUEUE-10: A refuses at 10 s: the queue is B, C, A, and B is offered")
    func refuserDown() {
        var city = city(.a, .b, .c)
        city.at(0, .calls(.p))
        city.at(10, .refuses(.a))
        city.run(until: 10)
        #expect(city.queue() == "B C A")
        #expect(city.offers == "0 A:R1, 10 B:R1")
        #expect(city.times(.driverMovedToBottom(driver: .a, zone: .z1, reason: .refused)) == [10])
        #expect(city.statuses(.a) == "0 available")
    }

    @Test("A lapse moves the driver down as a refusal does")
    func silentDown() {
        var city = city(.a, .b, .c)
        city.at(0, .calls(.p))
        city.run(until: 60)
        #expect(city.queue() == "B C A")
        #expect(city.times(.driverMovedToBottom(driver: .a, zone: .z1, reason: .timedOut)) == [60])
        #expect(city.heard[1].last == .offerEnded(OfferID(1)))
    }

    @Test("TAXI-QUEUE-11: A leaves Z1 with an offer at 20 s: it is withdrawn, B is offered, and Z2 is X, A")
    func crossingWithOffer() {
        var city = RuleCity(zones: 2)
        city.queueUp(.a, .b)
        city.queueUp(.c, in: .z2)
        city.at(0, .calls(.p))
        city.at(20, .isAt(.a, Strips.middle(of: .z2)))
        city.run(until: 20)
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .zoneLeft)
        #expect(city.times(withdrawn) == [20])
        #expect(city.offers == "0 A:R1, 20 B:R1")
        #expect(city.queue(.z1) == "B")
        #expect(city.queue(.z2) == "C A")
        #expect(city.statuses(.a) == "0 available")
    }

    @Test("A driver who left the zone with an offer has not refused: alone, the request ends with noDriver")
    func crossingIsNoRefusal() {
        var city = RuleCity(zones: 2)
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(20, .isAt(.a, Strips.middle(of: .z2)))
        city.run(until: 20)
        #expect(city.aborts == "20 R1 noDriver")
    }

    @Test("TAXI-QUEUE-13: A goes off shift with an offer at 15 s: the queue is B, and the offer moves to B")
    func offShiftWithOffer() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(15, .goesOffShift(.a))
        city.run(until: 15)
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .offShift)
        #expect(city.times(withdrawn) == [15])
        #expect(city.times(.driverDequeued(driver: .a, zone: .z1, reason: .offShift)) == [15])
        #expect(city.queue() == "B")
        #expect(city.offers == "0 A:R1, 15 B:R1")
    }

    @Test("Going off shift with an offer counts as a refusal: alone, the request ends with allRefused")
    func offShiftIsRefusal() {
        var city = city(.a)
        city.at(0, .calls(.p))
        city.at(15, .goesOffShift(.a))
        city.run(until: 15)
        #expect(city.aborts == "15 R1 allRefused")
    }

    @Test("TAXI-QUEUE-14: offers pend at A and B; B accepts first at 4 s, and the queue is A")
    func acceptedBelow() {
        var city = city(.a, .b)
        city.at(0, .calls(.p))
        city.at(0, .calls(.q))
        city.at(4, .accepts(.b))
        city.run(until: 4)
        #expect(city.queue() == "A")
        #expect(city.pending() == "A:R1")
        #expect(city.times(.driverDequeued(driver: .b, zone: .z1, reason: .accepted)) == [4])
    }

    @Test("Closing a run withdraws the pending offers and aborts the requests, waiting ones too")
    func close() {
        var city = city(.a)
        city.at(0, .calls(.p))
        city.at(1, .calls(.q))
        city.run(until: 30)
        city.withZone(.z1) { $0.close(at: $1) }
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .runEnded)
        #expect(city.times(withdrawn) == [30])
        #expect(city.aborts == "30 R1 runEnded, 30 R2 runEnded")
        #expect(city.calls.liveCount == 0)
        city.audit.finish()
        #expect(city.audit.violations.isEmpty)
    }
}
