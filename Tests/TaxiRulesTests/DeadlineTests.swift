// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// The 60 s of an offer, to the nanosecond.
struct DeadlineTests {
    /// A and B are queued; R1 is offered to A at t = 0 s.
    private func city() -> RuleCity {
        var city = RuleCity(zones: 2, seats: [4, 4])
        city.queueUp(.a, .b)
        city.at(0, .calls(.p))
        return city
    }

    @Test("TAXI-OFFER-04: nobody ever answers, and every offer ends when the run drains")
    func nobodyAnswers() {
        var city = RuleCity()
        city.queueUp(.a, .b, .c)
        city.at(0, .calls(.p))
        city.at(5, .calls(.q))
        city.run()
        city.audit.finish()
        #expect(city.audit.violations.isEmpty)
        #expect(city.offers == "0 A:R1, 5 B:R2, 60 C:R1, 65 A:R2, 120 B:R1, 125 C:R2")
        #expect(city.aborts == "180 R1 allRefused, 185 R2 allRefused")
        let lapses = city.notes.filter { if case .offerTimedOut = $0.event { true } else { false } }
        #expect(lapses.map(\.time.inSeconds) == [60, 65, 120, 125, 180, 185])
    }

    @Test("TAXI-OFFER-06: an accept at 60.000 s wins")
    func atDeadline() {
        var city = city()
        city.at(60, .accepts(.a))
        city.run()
        #expect(city.times(.offerAccepted(offer: OfferID(1), request: .r1, driver: .a)) == [60])
        #expect(city.statuses(.a) == "0 available, 60 busy")
        #expect(city.queue() == "B")
        #expect(city.offers == "0 A:R1")
    }

    @Test("TAXI-OFFER-06: an accept at 60.001 s is ignored, and the offer timed out at 60.000 s")
    func afterDeadline() {
        var city = city()
        city.at(60.001, .accepts(.a))
        city.run(until: 61)
        #expect(city.times(.offerTimedOut(offer: OfferID(1), request: .r1, driver: .a)) == [60])
        #expect(city.times(.lateAnswerIgnored(offer: OfferID(1), driver: .a)) == [60.001])
        #expect(city.queue() == "B A")
        #expect(city.pending() == "B:R1")
        #expect(city.statuses(.a) == "0 available")
    }

    @Test("One nanosecond decides")
    func oneNanosecond() {
        for (late, accepted) in [(Int64(0), true), (1, false)] {
            var city = city()
            let time = CityTime(nanoseconds: 60_000_000_000 + late)
            city.add(.step(.accepts(.a)), at: time, .arrival)
            city.run(until: 61)
            #expect((city.taxi(.a).status == .busy) == accepted)
        }
    }

    @Test(
        "An answer, a crossing and the deadline at one instant: the answer first, then the crossing (easily missed 5)")
    func withCrossing() {
        let east = Strips.middle(of: .z2)
        var answered = city()
        answered.at(60, .isAt(.a, east))
        answered.at(60, .accepts(.a))
        answered.run(until: 60)
        #expect(answered.statuses(.a) == "0 available, 60 busy")
        #expect(answered.queue(.z2).isEmpty)

        var refused = city()
        refused.at(60, .isAt(.a, east))
        refused.at(60, .refuses(.a))
        refused.run(until: 60)
        #expect(refused.times(.offerRefused(offer: OfferID(1), request: .r1, driver: .a)) == [60])
        #expect(refused.queue(.z1) == "B")
        #expect(refused.queue(.z2) == "A")

        var silent = city()
        silent.at(60, .isAt(.a, east))
        silent.run(until: 60)
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .zoneLeft)
        #expect(silent.times(withdrawn) == [60])
        #expect(silent.times(.offerTimedOut(offer: OfferID(1), request: .r1, driver: .a)).isEmpty)
        #expect(silent.offers == "0 A:R1, 60 B:R1")
    }

    @Test("After an outage an answer counts by when it was received, not by when it is handled (easily missed 5)")
    func withOutage() {
        for (received, accepted) in [(110.0, true), (155, true), (155.001, false), (159, false)] {
            var city = RuleCity()
            city.outage = .seconds(100)..<CityTime.seconds(160)
            city.audit.checksTimes = false
            city.queueUp(.a, .b)
            city.at(95, .calls(.p))
            city.at(received, .accepts(.a))
            city.run(until: 160)
            #expect(city.statuses(.a) == (accepted ? "0 available, 160 busy" : "0 available"))
            #expect(city.times(.lateAnswerIgnored(offer: OfferID(1), driver: .a)) == (accepted ? [] : [160]))
            let lapsed = city.times(.offerTimedOut(offer: OfferID(1), request: .r1, driver: .a))
            #expect(lapsed == (accepted ? [] : [160]))
            #expect(city.audit.violations.isEmpty)
        }
    }

    @Test("The deadline is a parameter: with 45 s an offer times out after 45 s")
    func otherDeadline() {
        var parameters = TaxiParameters()
        parameters.offerDeadline = .seconds(45)
        var city = RuleCity(parameters: parameters)
        city.queueUp(.a)
        city.at(10, .calls(.p))
        city.run()
        #expect(city.times(.offerTimedOut(offer: OfferID(1), request: .r1, driver: .a)) == [55])
    }

    @Test("An answer to a withdrawn offer is ignored")
    func withdrawn() {
        var city = city()
        city.at(10, .abandons(.p))
        city.at(11, .accepts(.a))
        city.run()
        #expect(city.times(.lateAnswerIgnored(offer: OfferID(1), driver: .a)) == [11])
        #expect(city.queue() == "A B")
    }
}
