// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// What an offer says.
struct OfferCardTests {
    @Test("TAXI-OFFER-05: the offer of a reservation for 08:00 at P carries 08:00 and P, as a cell")
    func meeting() throws {
        let eight = CityTime.seconds(8 * 3600)
        let place = Place(east: 5_012_345, north: 70_000)
        var zone = ZoneDispatch(
            zone: .z1, policy: FirstInQueue(), travel: SteadyRouter(), parameters: TaxiParameters())
        _ = zone.join(QueuedDriver(driver: .a, seats: 4, position: .origin), reason: .inService, at: .epoch)
        let request = OpenRequest(id: .r1, passenger: .p, travelers: 1, place: place, pickUp: eight)
        let directives = zone.request(request, at: eight - .minutes(10))
        let card = try #require(
            directives.compactMap { if case .offer(let card) = $0 { card } else { nil } }.first)
        #expect(card.meetingTime == eight)
        #expect(card.estimatedMeeting == eight)
        #expect(card.cell == Place(east: 5_125_000, north: 125_000))
        #expect(
            directives.first
                == .note(
                    .offerSent(
                        offer: OfferID(1), request: .r1, driver: .a, zone: .z1, place: 0, travelers: 1,
                        meetingTime: eight, estimatedMeeting: eight, cell: card.cell)))
    }

    @Test("TAXI-OFFER-07A: a request for 3 is offered with 3 travelers")
    func travelers() throws {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p, travelers: 3))
        city.run(until: 0)
        let sent = try #require(city.events(at: 0).last)
        guard case .offerSent(_, .r1, .a, .z1, 0, let travelers, _, _, _) = sent else {
            Issue.record("the last fact is \(sent)")
            return
        }
        #expect(travelers == 3)
        #expect(city.lastCard(of: .a)?.travelers == 3)
    }

    @Test("TAXI-OFFER-07B: A refuses and B accepts; only B's messages contain the exact coordinates")
    func exactPlace() {
        var city = RuleCity()
        city.queueUp(.a, .b)
        city.at(0, .calls(.p, at: Place(east: 5_012_345, north: 0)))
        city.at(5, .refuses(.a))
        city.at(6, .accepts(.b))
        city.run(until: 6)
        #expect(!String(describing: city.heard[1]).contains("5012345"))
        #expect(String(describing: city.heard[1]).contains("5125000"))
        let beforeAcceptance = city.heard[2].filter { if case .offer = $0 { true } else { false } }
        #expect(!String(describing: beforeAcceptance).contains("5012345"))
        #expect(String(describing: city.heard[2]).contains("5012345"))
    }

    @Test("TAXI-OFFER-07D: a driver 3 000 m away at 10 m/s is expected 300 s after the offer")
    func estimate() {
        var city = RuleCity()
        city.at(0, .goesInService(.a, at: .kilometres(2)))
        city.at(40, .calls(.p))
        city.run(until: 40)
        #expect(city.lastCard(of: .a)?.estimatedMeeting == .seconds(340))
        #expect(city.lastCard(of: .a)?.meetingTime == .seconds(340))
    }

    @Test("The estimate uses the last position that the taxi reported")
    func lastPosition() {
        var city = RuleCity()
        city.at(0, .goesInService(.a, at: .kilometres(2)))
        city.at(30, .isAt(.a, .kilometres(4)))
        city.at(40, .calls(.p))
        city.run(until: 40)
        #expect(city.lastCard(of: .a)?.estimatedMeeting == .seconds(140))
    }
}
