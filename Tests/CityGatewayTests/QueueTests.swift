// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// How messages wait and are served.
@Suite struct QueueTests {
    /// Positions after calls.
    private static let callsFirst = MessagePriorities([.position: 1])

    @Test("Messages are served in the order of arrival, as many at a time as there are workers")
    func order() throws {
        let city = GatewayCity(GatewayParameters(workers: 2), times: StatedTimes(all: .seconds(10)))
        for second in 1...5 as ClosedRange<Int32> { city.send(Double(second), .call(second)) }
        try city.run()
        #expect(city.answers == ["1 at 11.0", "2 at 12.0", "3 at 21.0", "4 at 22.0", "5 at 31.0"])
        guard case .messageAnswered(_, _, _, _, let account, let arrived, let started, let waiting) = city.events[4]
        else {
            Issue.record("no answer")
            return
        }
        #expect(account == AccountID(5) && arrived == .seconds(5) && started == .seconds(21) && waiting == 2)
        let served = city.services.onLoop { $0.served }
        #expect(served.map(\.session) == (1...5).map { Session.passenger($0) })
        #expect(served.map(\.time) == city.outcomes.map(\.time))
        #expect(city.services.onLoop { $0.reported.map(\.answer) } == Array(repeating: .taken(.call), count: 5))
    }

    @Test("A service of no time is done in the turn in which the message arrives, and so is a whole queue of them")
    func noTime() throws {
        let city = GatewayCity(times: StatedTimes(kinds: [.position: .seconds(1)]))
        city.send(1, .position(1), .call(1), .call(2), .call(3))
        city.send(4, .call(4))
        try city.run()
        #expect(city.answers == ["1 at 2.0", "2 at 2.0", "3 at 2.0", "4 at 2.0", "5 at 4.0"])
        // The loop ran no other turns than two arrivals and one end of a service.
        #expect(city.loop.turn == 3)
    }

    @Test("A class of higher priority goes first, but does not break off a service")
    func priorities() throws {
        let city = GatewayCity(
            GatewayParameters(priorities: Self.callsFirst), times: StatedTimes(all: .seconds(10)))
        city.send(1, .position(1), .position(2))
        city.send(2, .call(1))
        city.send(3, .position(3))
        city.send(12, .call(2))
        try city.run()
        #expect(city.answers == ["1 at 11.0", "3 at 21.0", "5 at 31.0", "2 at 41.0", "4 at 51.0"])
    }

    @Test("A full class refuses; another class has its own room")
    func bound() throws {
        let city = GatewayCity(
            GatewayParameters(queueBound: 2, priorities: Self.callsFirst), times: StatedTimes(all: .seconds(10)))
        city.send(1, .position(1), .position(2), .position(3), .position(4))
        city.send(2, .call(1), .call(2), .call(3))
        city.send(12, .call(4))
        try city.run()
        #expect(city.outcomes.filter { $0.refusal != nil }.map(\.message) == [4, 7])
        #expect(city.refusals == [.serverBusy, .serverBusy])
        #expect(city.outcomes.filter { $0.refusal == nil }.map(\.message) == [1, 5, 6, 8, 2, 3])
        #expect(city.outcomes.first { $0.message == 4 }?.time == .seconds(1))
    }

    @Test("A message whose patience ends is refused at that instant; one whose turn comes then is served")
    func timeOut() throws {
        let city = GatewayCity(
            GatewayParameters(timeOut: .seconds(15), priorities: Self.callsFirst),
            times: StatedTimes(all: .seconds(10)))
        // The second position would begin at 21, the call takes that place.
        city.send(1, .position(1), .position(2))
        city.send(3, .call(1))
        city.send(6, .call(2))
        city.send(7, .call(3))
        try city.run()
        #expect(city.answers == ["1 at 11.0", "3 at 21.0", "4 at 31.0"])
        let refused = city.outcomes.filter { $0.refusal != nil }
        #expect(refused.map(\.message) == [2, 5] && refused.map(\.refusal) == [.timedOut, .timedOut])
        #expect(refused.map(\.time) == [.seconds(16), .seconds(22)])
        #expect(city.services.onLoop { $0.reported.map(\.time) } == [11, 16, 21, 22, 31].map { CityTime.seconds($0) })
    }

    @Test(
        "A session that ends while its message waits or is served: the message is refused and its service does nothing")
    func sessionEnds() throws {
        let city = GatewayCity(times: StatedTimes(all: .seconds(10)))
        city.send(1, .call(1), .call(2), .call(3))
        city.plan(5) { $0.closeSessions(of: AccountID(1)) }
        city.plan(6) { $0.close(Session.passenger(2).token) }
        try city.run()
        #expect(city.refusals == [.notLoggedIn, .notLoggedIn])
        #expect(city.outcomes.map(\.time) == [.seconds(11), .seconds(21), .seconds(31)])
        #expect(city.services.onLoop { $0.served.map(\.envelope.connection) } == [.passenger(PassengerID(3))])
    }

    @Test("A service may close sessions while it answers: later messages of them are refused")
    func logout() throws {
        let city = GatewayCity(times: StatedTimes(all: .seconds(10)))
        let gateway = city.gateway
        city.services.whenServed {
            if case .logout = $0.message as? AccountMessage, let token = $0.token { gateway.close(token) }
        }
        city.send(1, .account(1, .logout), .call(1), .call(2))
        try city.run()
        #expect(city.refusals == [.notLoggedIn])
        #expect(city.answers == ["1 at 11.0", "3 at 31.0"])
    }

    @Test("The first message of a connection takes the set-up of its encryption as well, and one after a long silence")
    func setUp() throws {
        let city = GatewayCity(
            GatewayParameters(workers: 9, tlsSetUp: .seconds(3), keepAlive: .seconds(60)),
            times: StatedTimes(all: .seconds(10)))
        city.send(1, .call(1), .call(1), .position(1))
        city.send(50, .call(1))
        city.send(105, .call(1))
        city.send(165, .call(1))
        try city.run()
        #expect(
            city.answers == [
                "2 at 11.0", "1 at 14.0", "3 at 14.0", "4 at 60.0", "5 at 115.0", "6 at 178.0",
            ])
    }

    @Test("Each message has its own time of service, by its kind")
    func kinds() throws {
        let city = GatewayCity(
            GatewayParameters(workers: 3),
            times: StatedTimes(kinds: [.call: .seconds(2), .position: .seconds(1), .profile: .seconds(5)]))
        city.send(1, .call(1), .position(1), .account(1, .viewProfile))
        try city.run()
        #expect(city.answers == ["2 at 2.0", "1 at 3.0", "3 at 6.0"])
    }
}
