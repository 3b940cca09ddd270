// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// The three statuses, and what borders do to them.
struct StatusRuleTests {
    @Test("TAXI-QUEUE-12: A leaves all zones at 100 s and returns at 200 s: out of service until set by hand at 260 s")
    func leavesAllZones() {
        var city = RuleCity()
        city.queueUp(.a, .b)
        city.at(100, .isAt(.a, Strips.outside))
        city.at(200, .isAt(.a, .kilometres(1)))
        city.at(260, .goesInService(.a, at: .kilometres(1)))
        city.run(until: 100)
        #expect(city.times(.driverDequeued(driver: .a, zone: .z1, reason: .leftAllZones)) == [100])
        city.run(until: 250)
        #expect(city.queue() == "B")
        city.run(until: 260)
        #expect(city.queue() == "B A")
        #expect(city.statuses(.a) == "0 available, 100 offShift, 260 available")
    }

    @Test("TAXI-QUEUE-12: B, busy from 90 to 300 s, is outside all zones from 100 to 200 s: no change before 300 s")
    func rideThroughGap() {
        var city = RuleCity(zones: 3, gap: 2)
        city.queueUp(.b)
        city.at(0, .calls(.p))
        city.at(30, .accepts(.b))
        city.at(80, .isAt(.b, Strips.middle(of: .z1)))
        city.at(90, .boards(.b))
        city.at(100, .isAt(.b, Strips.middle(of: .z2)))
        city.at(200, .isAt(.b, Strips.middle(of: .z3)))
        city.at(300, .endsRide(.b, at: Strips.middle(of: .z3)))
        city.run(until: 299)
        #expect(city.statuses(.b) == "0 available, 30 busy")
        city.run(until: 300)
        #expect(city.statuses(.b) == "0 available, 30 busy, 300 available")
        #expect(city.queue(.z3) == "B")
    }

    @Test("A taxi on its way to the passenger may cross a gap too (easily missed 3)")
    func approachThroughGap() {
        var city = RuleCity(zones: 3, gap: 2)
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(10, .accepts(.a))
        city.at(20, .isAt(.a, Strips.middle(of: .z2)))
        city.at(30, .isAt(.a, Strips.middle(of: .z3)))
        city.at(40, .isAt(.a, Strips.outside))
        city.run(until: 40)
        #expect(city.statuses(.a) == "0 available, 10 busy")
        #expect([city.queue(.z1), city.queue(.z3)] == ["", ""])
        #expect(city.taxi(.a).ride?.request == .r1)
    }

    @Test("Leaving all zones with an offer withdraws it without a refusal")
    func leavesWithOffer() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(20, .isAt(.a, Strips.outside))
        city.run(until: 20)
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .zoneLeft)
        #expect(city.times(withdrawn) == [20])
        #expect(city.aborts == "20 R1 noDriver")
    }

    @Test("A ride that ends outside all zones puts the driver out of service (DEC-OUT-OF-ZONE)")
    func endsOutside() {
        var city = ridingCity()
        city.at(300, .endsRide(.a, at: Strips.outside))
        city.run()
        #expect(city.times(.rideEndedOutsideZones(request: .r1, driver: .a)) == [300])
        #expect(city.statuses(.a) == "0 available, 10 busy, 300 offShift")
        #expect(city.audit.violations.isEmpty)
    }

    @Test("Asking for the status one already has changes nothing, not the place either")
    func sameStatus() {
        var city = RuleCity()
        city.queueUp(.a, .b)
        city.at(10, .goesInService(.a), .goesOffShift(.c))
        city.run(until: 0)
        let before = city.notes.count
        city.run()
        #expect(city.queue() == "A B")
        #expect(city.notes.count == before)
    }

    @Test("A busy driver goes off shift only after the ride; the wish may be taken back (DEC-OFFSHIFT-PENDING)")
    func offShiftAfterRide() {
        var city = ridingCity()
        city.at(100, .goesOffShift(.a))
        city.at(300, .endsRide(.a, at: .kilometres(7)))
        var backAgain = city
        city.run()
        #expect(city.statuses(.a) == "0 available, 10 busy, 300 offShift")
        #expect(city.queue().isEmpty)
        backAgain.at(200, .goesInService(.a))
        backAgain.run()
        #expect(backAgain.statuses(.a) == "0 available, 10 busy, 300 available")
        #expect(backAgain.queue() == "A")
    }

    @Test("Accepting while not available is illegal and changes nothing")
    func illegal() {
        var taxi = TaxiDuty(driver: .a, seats: 4, parameters: TaxiParameters())
        let ride = TaxiRide(request: .r1, passenger: .p, place: .origin, travelers: 1)
        let directives = taxi.assign(ride, at: .epoch)
        #expect(directives == [.note(.illegalTransition(driver: .a, from: .offShift, to: .busy))])
        #expect(taxi.status == .offShift)
        #expect(taxi.ride == nil)
    }

    /// A accepts at 10 s and has P aboard from 30 s on.
    private func ridingCity() -> RuleCity {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(10, .accepts(.a))
        city.at(20, .isAt(.a, Strips.middle(of: .z1)))
        city.at(30, .boards(.a))
        return city
    }
}
