// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import TaxiService
import Testing

/// The real dispatcher behind the real gateway, through an outage from 100 s to 160 s.
@Suite struct TaxiOutageTests {
    private static let minute = [Outage(.seconds(100), .seconds(160))]

    private func city(answerAt second: Double?, service: TimeSpan = .zero, outages: [Outage] = minute) throws
        -> TaxiCity
    {
        let city = try TaxiCity(outages: outages, times: StatedTimes(kinds: [.offerAnswer: service]))
        city.call(95, 1)
        if let second { city.send(second, driver: 1, .driver(DriverID(1), .answer(offer: OfferID(1), accept: true))) }
        try city.run(until: 219)
        return city
    }

    private func offers(_ city: TaxiCity) -> [String] {
        city.story("offerSent", "offerAccepted", "offerTimedOut", "lateAnswerIgnored", "timersReleased")
    }

    @Test("AVAIL-02: an offer sent at 95 s and accepted at 110 s, in an outage, is accepted at 160 s and not timed out")
    func acceptedInOutage() throws {
        let city = try city(answerAt: 110)
        #expect(offers(city) == ["offerSent at 95.0", "offerAccepted at 160.0", "timersReleased at 160.0"])
        // Nothing at all happened in between but the beginning of the outage.
        let inside = city.list.records.filter { $0.time > .seconds(100) && $0.time < .seconds(160) }
        #expect(inside.isEmpty)
        #expect(city.story("serverDown", "serverUp") == ["serverDown at 100.0", "serverUp at 160.0"])
        // The same without the outage: the acceptance comes at once.
        let calm = try self.city(answerAt: 110, outages: [])
        #expect(offers(calm) == ["offerSent at 95.0", "offerAccepted at 110.0"])
    }

    @Test("An offer that nobody answers in an outage times out at its end, and is passed on")
    func silence() throws {
        let city = try city(answerAt: nil)
        #expect(
            offers(city) == [
                "offerSent at 95.0", "timersReleased at 160.0", "offerTimedOut at 160.0", "offerSent at 160.0",
            ])
    }

    @Test("An answer counts by the time at which it reached the server: at the deadline it wins, later it is late")
    func lateInOutage() throws {
        #expect(try offers(city(answerAt: 155)).contains("offerAccepted at 160.0"))
        let late = try city(answerAt: 155.001)
        #expect(
            offers(late) == [
                "offerSent at 95.0", "lateAnswerIgnored at 160.0", "timersReleased at 160.0",
                "offerTimedOut at 160.0", "offerSent at 160.0",
            ])
    }

    @Test("Timers wait until the messages of the outage are served, also when that takes time")
    func service() throws {
        let city = try city(answerAt: 110, service: .seconds(4))
        #expect(offers(city) == ["offerSent at 95.0", "offerAccepted at 164.0", "timersReleased at 164.0"])
    }

    /// A city whose server works on a backlog of 200 positions for 200 s after the outage.
    private func backlog(until end: Double, gateway: GatewayParameters = GatewayParameters()) throws -> TaxiCity {
        let city = try TaxiCity(
            outages: [Outage(.seconds(100), .seconds(end))], times: StatedTimes(kinds: [.position: .seconds(1)]),
            gateway: gateway)
        for _ in 1...200 {
            city.send(105, driver: 2, .driver(DriverID(2), .position(place: .origin, odometer: .zero)))
        }
        return city
    }

    @Test("A backlog after the outage does not stop the deadlines of offers made after it")
    func deadlineInBacklog() throws {
        let city = try backlog(
            until: 160, gateway: GatewayParameters(priorities: MessagePriorities([.position: 1])))
        city.call(161.5, 1)
        try city.run(until: 500)
        #expect(
            offers(city) == [
                "offerSent at 162.0", "offerTimedOut at 222.0", "offerSent at 222.0", "offerTimedOut at 282.0",
                "timersReleased at 360.0",
            ])
    }

    @Test(
        "An answer in the outage wins although its offer's deadline comes before the backlog is served; silence does not"
    )
    func answerInBacklog() throws {
        // Sent at 95 s, so due at 155 s: in an outage to 160 s, and in the backlog of one to 130 s.
        for end in [160, 130] as [Double] {
            let answered = try backlog(until: end)
            answered.call(95, 1)
            answered.send(110, driver: 1, .driver(DriverID(1), .answer(offer: OfferID(1), accept: true)))
            try answered.run(until: 500)
            #expect(
                offers(answered) == [
                    "offerSent at 95.0", "offerAccepted at \(end + 200)", "timersReleased at \(end + 200)",
                ])
            let silent = try backlog(until: end)
            silent.call(95, 1)
            try silent.run(until: end + 201)
            #expect(
                offers(silent) == [
                    "offerSent at 95.0", "timersReleased at \(end + 200)", "offerTimedOut at \(end + 200)",
                    "offerSent at \(end + 200)",
                ])
        }
    }

    @Test("A shift limit that falls due while the server works on its backlog is not put off")
    func limitInBacklog() throws {
        var parameters = TaxiParameters()
        parameters.shiftLimit = .seconds(170)
        let city = try TaxiCity(
            outages: Self.minute, times: StatedTimes(kinds: [.position: .seconds(1)]), parameters: parameters)
        for _ in 1...200 { city.send(105, driver: 2, .driver(DriverID(2), .position(place: .origin, odometer: .zero))) }
        try city.run(until: 500)
        #expect(city.story("shiftLimitReached") == ["shiftLimitReached at 180.0", "shiftLimitReached at 180.0"])
    }

    @Test("A kept deadline is gone when its offer ended meanwhile: the passenger gave up in the outage")
    func withdrawn() throws {
        let city = try TaxiCity(outages: Self.minute)
        city.call(95, 1)
        city.send(120, passenger: 1, .passenger(PassengerID(1), .abandon(request: RequestID(1))))
        try city.run(until: 500)
        #expect(offers(city) == ["offerSent at 95.0", "timersReleased at 160.0"])
        let released = city.list.records.compactMap {
            if case .server(.timersReleased(let count)) = $0.event { count } else { nil }
        }
        #expect(released == [0])
    }

    @Test("Kept timers fire in the order in which they fell due")
    func order() throws {
        let city = try TaxiCity(outages: Self.minute)
        city.call(95, 1)
        city.call(98, 2)
        try city.run(until: 161)
        let timedOut = city.list.records.compactMap { record -> Int32? in
            if case .taxi(.offerTimedOut(let offer, _, _)) = record.event { offer.number } else { nil }
        }
        #expect(timedOut == [1, 2])
        #expect(city.story("offerTimedOut") == ["offerTimedOut at 160.0", "offerTimedOut at 160.0"])
    }

    @Test("A shift limit that falls due in an outage comes at its end; a driver who logged out in it has none")
    func shiftLimit() throws {
        var parameters = TaxiParameters()
        parameters.shiftLimit = .seconds(120)
        let city = try TaxiCity(outages: Self.minute, parameters: parameters)
        city.send(140, driver: 2, .driver(DriverID(2), .logout))
        try city.run(until: 500)
        #expect(city.story("shiftLimitReached") == ["shiftLimitReached at 160.0"])
        let calm = try TaxiCity(outages: [], parameters: parameters)
        try calm.run(until: 500)
        #expect(calm.story("shiftLimitReached") == ["shiftLimitReached at 130.0", "shiftLimitReached at 130.0"])
    }

    @Test(
        "The input log holds the outage and the times of answers, so that a replay without a gateway gives the same events"
    )
    func inputLog() throws {
        let city = try city(answerAt: 110)
        let kept = TaxiMessage.control(
            .keptAnswer(driver: DriverID(1), offer: OfferID(1), accept: true, arrived: .seconds(110)))
        #expect(
            city.inputLog.records.suffix(4).map { $0.message as? TaxiMessage } == [
                .control(.down), .control(.restarted), kept, .control(.up),
            ])
        #expect(city.inputLog.records.suffix(4).map(\.time.inSeconds) == [100, 160, 160, 160])
        let (loop, list) = (CityLoop(), EventList())
        let log = EventLog(loop, batchSize: 1)
        log.add(list)
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: OneZone(), travel: MinuteWays(), policy: FirstInQueue(),
            parameters: TaxiParameters(), taxis: (1...2).map { TaxiRegistration(seats: 4, licence: $0, plate: $0) })
        for record in city.inputLog.records {
            let message = try #require(record.message as? TaxiMessage)
            loop.schedule(at: record.time, as: .arrival) { dispatcher.send(message) }
        }
        try loop.run(until: .seconds(219))
        log.flush()
        let taxi = city.list.records.filter { if case .taxi = $0.event { true } else { false } }
        #expect(list.records.map(\.event) == taxi.map(\.event))
        #expect(list.records.map(\.time) == taxi.map(\.time))
    }

    @Test("ACCOUNT-REG-17: a call at 5 s without a session is refused with notLoggedIn, and no offer is made")
    func noSession() throws {
        let city = try TaxiCity(outages: [])
        var call = Envelope.call(1)
        call.token = nil
        city.send(5, call)
        call.token = Session.passenger(1).token
        call.channel = .plain
        city.send(50, call)
        try city.run(until: 60)
        let refused = city.list.records.compactMap { record -> String? in
            if case .server(.messageRefused(_, _, _, _, _, _, _, let reason)) = record.event {
                return "\(reason) at \(record.time.inSeconds)"
            }
            return nil
        }
        #expect(refused == ["notLoggedIn at 5.0", "plainChannel at 50.0"])
        #expect(city.story("offerSent", "requestStored", "callRefused").isEmpty)
    }
}
