// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// What an outage does to the messages and to the services' timers.
@Suite struct OutageTests {
    private static let minute = [Outage(.seconds(100), .seconds(160))]
    private static let callsFirst = MessagePriorities([.position: 1])

    /// The facts of outages with their seconds.
    private func story(_ city: GatewayCity) -> [String] {
        city.list.records.compactMap { record in
            let time = record.time.inSeconds
            switch record.event {
            case .server(.serverDown): return "down at \(time)"
            case .server(.serverUp(let waiting)): return "up at \(time) with \(waiting)"
            case .server(.timersReleased): return "released at \(time)"
            case .server(.messageAnswered(let message, _, _, _, _, _, _, _)): return "\(message) at \(time)"
            case .server(.messageRefused(let message, _, _, _, _, _, _, let reason)):
                return "\(message) \(reason) at \(time)"
            default: return nil
            }
        }
    }

    @Test("Nothing is answered in an outage: what is in service begins anew after it, what waits keeps its order")
    func outage() throws {
        let city = GatewayCity(
            GatewayParameters(workers: 2, priorities: Self.callsFirst), times: StatedTimes(all: .seconds(10)),
            outages: Self.minute)
        city.send(85, .call(1))
        city.send(95, .position(1), .position(2))
        city.send(120, .position(3))
        city.send(150, .call(2))
        city.send(165, .call(3))
        try city.run()
        #expect(
            story(city) == [
                "1 at 95.0", "down at 100.0", "up at 160.0 with 4", "2 at 170.0", "3 at 170.0", "5 at 180.0",
                "6 at 180.0", "4 at 190.0", "released at 190.0",
            ])
        #expect(city.services.onLoop { $0.holds } == [.seconds(100)])
        #expect(city.services.onLoop { $0.releases } == [.seconds(190)])
        #expect(city.services.onLoop { $0.served.count } == 6)
        #expect(city.events.contains(.timersReleased(count: 7)))
    }

    @Test("With services of no time all that waited is answered at the end of the outage, and the timers fire then")
    func noTime() throws {
        let city = GatewayCity(outages: Self.minute)
        city.send(99, .call(1))
        city.send(110, .call(2))
        city.send(130, .call(3))
        city.send(161, .call(4))
        try city.run()
        #expect(
            story(city) == [
                "1 at 99.0", "down at 100.0", "up at 160.0 with 2", "2 at 160.0", "3 at 160.0", "released at 160.0",
                "4 at 161.0",
            ])
    }

    @Test("What happens at the very beginning still happens, what arrives at the very end waits with the others")
    func edges() throws {
        let city = GatewayCity(times: StatedTimes(kinds: [.call: .seconds(10)]), outages: Self.minute)
        city.send(90, .call(1))
        city.send(100, .position(1))
        city.send(160, .position(2))
        try city.run()
        #expect(
            story(city) == [
                "1 at 100.0", "2 at 100.0", "down at 100.0", "up at 160.0 with 1", "3 at 160.0", "released at 160.0",
            ])
    }

    @Test("An empty server: timers are held for the outage alone")
    func empty() throws {
        let city = GatewayCity(outages: Self.minute)
        try city.run()
        #expect(story(city) == ["down at 100.0", "up at 160.0 with 0", "released at 160.0"])
        #expect(city.services.onLoop { $0.restarts }.isEmpty)
    }

    @Test("A second outage before all have been answered: timers are held again, every message is answered once")
    func second() throws {
        let city = GatewayCity(
            times: StatedTimes(all: .seconds(10)),
            outages: Self.minute + [Outage(.seconds(175), .seconds(200))])
        city.send(110, .call(1), .call(2), .call(3))
        city.send(180, .call(4))
        try city.run()
        #expect(
            story(city) == [
                "down at 100.0", "up at 160.0 with 3", "1 at 170.0", "down at 175.0", "up at 200.0 with 3",
                "2 at 210.0", "3 at 220.0", "4 at 230.0", "released at 230.0",
            ])
        #expect(city.services.onLoop { $0.holds } == [.seconds(100), .seconds(175)])
        #expect(city.services.onLoop { $0.restarts } == [.seconds(160), .seconds(200)])
        #expect(city.services.onLoop { $0.releases } == [.seconds(230)])
    }

    @Test("Waiting in an outage uses up no patience; waiting before and after it does")
    func patience() throws {
        let city = GatewayCity(
            GatewayParameters(timeOut: .seconds(15)), times: StatedTimes(all: .seconds(20)), outages: Self.minute)
        // In service until the outage, and again from 160 to 180.
        city.send(95, .call(1))
        city.send(96, .call(2))
        city.send(150, .call(3))
        city.send(170, .call(4))
        try city.run()
        // 4 s before and 11 s after the outage; 15 s after it; served before 185.
        #expect(
            story(city) == [
                "down at 100.0", "up at 160.0 with 3", "2 timedOut at 171.0", "3 timedOut at 175.0", "1 at 180.0",
                "released at 180.0", "4 at 200.0",
            ])
    }

    @Test(
        "In an outage plain channels, too many messages and a full queue are turned away, all else waits for its check")
    func checks() throws {
        let city = GatewayCity(
            GatewayParameters(queueBound: 3, rateLimit: RateLimit(interval: .seconds(5), burst: 1)),
            outages: Self.minute)
        city.send(110, .call(1, channel: .plain))
        city.send(111, .call(1))
        city.send(112, .call(1))
        var anonymous = Envelope.call(2)
        anonymous.token = nil
        city.send(113, anonymous)
        city.send(114, .call(3))
        city.send(115, .call(4))
        city.plan(120) { $0.close(Session.passenger(3).token) }
        try city.run()
        #expect(
            story(city) == [
                "down at 100.0", "1 plainChannel at 110.0", "3 rateLimited at 112.0", "6 serverBusy at 115.0",
                "up at 160.0 with 3", "2 at 160.0", "4 notLoggedIn at 160.0", "5 notLoggedIn at 160.0",
                "released at 160.0",
            ])
    }

    @Test("After an outage a message that fails its check costs no worker any time")
    func checkedFirst() throws {
        let city = GatewayCity(times: StatedTimes(all: .seconds(10)), outages: Self.minute)
        var anonymous = Envelope.call(1)
        anonymous.token = nil
        city.send(110, anonymous, anonymous, .call(2))
        try city.run()
        #expect(
            story(city).suffix(4) == [
                "1 notLoggedIn at 160.0", "2 notLoggedIn at 160.0", "3 at 170.0", "released at 170.0",
            ])
    }

    @Test("If all that waited is refused, the timers fire all the same")
    func allRefused() throws {
        let city = GatewayCity(GatewayParameters(workers: 3), outages: Self.minute)
        for number in 1...5 as ClosedRange<Int32> { city.send(110, .call(number)) }
        city.plan(120) { gateway in for number in 1...5 { gateway.closeSessions(of: AccountID(number)) } }
        city.send(170, .call(6), .call(7), .call(8))
        try city.run()
        #expect(story(city).filter { $0.hasSuffix("notLoggedIn at 160.0") }.count == 5)
        #expect(story(city).suffix(4) == ["released at 160.0", "6 at 170.0", "7 at 170.0", "8 at 170.0"])
    }

    @Test("A message that is served while timers are held says when it reached the server")
    func reached() throws {
        let city = GatewayCity(times: StatedTimes(all: .seconds(3)), outages: Self.minute)
        var answer = Envelope.position(1)
        let message = TaxiMessage.driver(DriverID(1), .answer(offer: OfferID(5), accept: true))
        answer.message = message
        for second in [50, 98, 110, 161, 180] as [Double] { city.send(second, answer) }
        try city.run()
        let served = city.services.onLoop { $0.served.map(\.envelope) }
        #expect(served.compactMap { $0.message as? TaxiMessage } == Array(repeating: message, count: 5))
        #expect(served.map(\.reached) == [nil, .seconds(98), .seconds(110), nil, nil])
        #expect(city.services.onLoop { $0.releases } == [.seconds(166)])
    }

    @Test("What is inside when the service ends is noted, message by message in order of arrival, and nothing after it")
    func leftInside() throws {
        let city = GatewayCity(
            GatewayParameters(priorities: Self.callsFirst), times: StatedTimes(all: .seconds(10)), outages: Self.minute)
        city.send(95, .call(1))
        city.send(96, .position(1), .call(2))
        city.send(120, .call(3))
        city.plan(130) {
            $0.close()
            $0.close()
        }
        city.send(140, .call(4))
        try city.run()
        let left = city.list.records.compactMap { record -> String? in
            guard
                case .server(
                    .messageLeft(let message, let kind, _, _, let account, let arrived, let started, let waiting)) =
                    record.event
            else { return nil }
            let begun = started.map { "\($0.inSeconds)" } ?? "-"
            return "\(message) \(kind) of \(account?.number ?? 0): \(arrived.inSeconds) \(begun) \(waiting)"
        }
        #expect(
            left == [
                "1 call of 1: 95.0 95.0 0", "2 position of 1001: 96.0 - 0", "3 call of 2: 96.0 - 1",
                "4 call of 3: 120.0 - 2",
            ])
        #expect(city.list.records.last?.time == .seconds(130) && city.outcomes.isEmpty)
    }

    @Test("A message whose session ends during its service is refused after it, and says when it was begun")
    func refusedAfterService() throws {
        let city = GatewayCity(times: StatedTimes(all: .seconds(10)))
        city.send(20, .call(1), .call(2))
        city.plan(25) { $0.closeSessions(of: AccountID(1)) }
        city.plan(25) { $0.closeSessions(of: AccountID(2)) }
        try city.run()
        let started = city.events.compactMap { event -> CityTime?? in
            if case .messageRefused(_, _, _, _, _, _, let started, .notLoggedIn) = event { .some(started) } else { nil }
        }
        #expect(started == [.seconds(20), .seconds(30)])
    }

    // MARK: Plans

    @Test("Listed outages may come in any order, touch and overlap")
    func listed() {
        func outage(_ begin: Int, _ end: Int) -> Outage { Outage(.seconds(begin), .seconds(end)) }
        var plan = ListedOutages([outage(50, 60), outage(10, 20), outage(15, 30), outage(30, 31), outage(40, 40)])
        #expect(plan.next(after: .seconds(5)) == outage(10, 31))
        #expect(plan.next(after: .seconds(31)) == outage(50, 60))
        #expect(plan.next(after: .seconds(60)) == nil)
        var late = ListedOutages([outage(1, 2), outage(3, 10)])
        #expect(late.next(after: .seconds(5)) == outage(3, 10))
    }

    @Test("Drawn outages follow each other with up and down times in turn")
    func drawn() {
        struct Steps: OutageSpans {
            var count = 0
            mutating func nextUp() -> TimeSpan {
                count += 1
                return .seconds(100 * count)
            }
            mutating func nextDown() -> TimeSpan { .seconds(count) }
        }
        var plan = DrawnOutages(Steps())
        #expect(plan.next(after: .seconds(10)) == Outage(.seconds(110), .seconds(111)))
        #expect(plan.next(after: .seconds(111)) == Outage(.seconds(311), .seconds(313)))
    }

    // MARK: Availability

    /// The outages that a log holds.
    private func outages(_ city: GatewayCity) -> [Outage] {
        var began: CityTime?
        return city.list.records.compactMap { record in
            switch record.event {
            case .server(.serverDown): began = record.time
            case .server(.serverUp): return began.map { Outage($0, record.time) }
            default: break
            }
            return nil
        }
    }

    @Test("AVAIL-01: in 30 days 14.4 h of outages pass, and a nanosecond more fails", arguments: [0, 1] as [Int64])
    func availability(extra: Int64) throws {
        // 48 outages of 18 min.
        var planned = (0..<48).map { number in
            Outage(.seconds(36_000 + 54_000 * number), .seconds(36_000 + 54_000 * number + 1080))
        }
        planned[20].end = planned[20].end + TimeSpan(nanoseconds: extra)
        let city = GatewayCity(outages: planned)
        let end = CityTime.seconds(30 * 86_400)
        try city.run(until: end.inSeconds)
        let measured = Availability(of: outages(city), from: .epoch, to: end)
        #expect(measured.total == .hours(720))
        #expect(measured.down == .seconds(51_840) + TimeSpan(nanoseconds: extra))
        #expect(measured.holds(downPercent: 2) == (extra == 0))
        if extra == 0 { #expect(measured.share == 0.98) }
    }

    @Test("Outages are cut to the run whose availability they are counted for")
    func cut() {
        let outages = [Outage(.seconds(0), .seconds(20)), Outage(.seconds(90), .seconds(200))]
        let measured = Availability(of: outages, from: .seconds(10), to: .seconds(110))
        #expect(measured == Availability(total: .seconds(100), down: .seconds(30)))
        #expect(measured.share == 0.7)
    }
}
