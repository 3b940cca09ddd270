// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// A hundred times the load for a minute: what the rate limit and the bounds are for.
@Suite struct FloodTests {
    /// What honest senders and flooders got.
    private struct Result {
        var honest: [TimeSpan] = []
        var refusals: [ServerRefusal: Int] = [:]
        var floodServed = 0
        var floodRefusals: [ServerRefusal: Int] = [:]
        var state: GatewayRules

        var honestRefused: Int { refusals.values.reduce(0, +) }
        var p95: TimeSpan { honest.sorted()[honest.count * 95 / 100] }
        var slowest: TimeSpan { honest.max() ?? .longest }
        /// PERF-03, PERF-04, and nobody turned away.
        var keepsTargets: Bool {
            honestRefused == 0 && honest.count > 2000 && p95 < .seconds(5) && slowest < .seconds(10)
        }
    }

    /// Counts by the connection's number: honest senders are drivers, flooders are not.
    private final class Count: RecordObserver {
        var result: Result

        init(_ state: GatewayRules) {
            result = Result(state: state)
        }

        func observe(_ records: ArraySlice<EventRecord>) {
            for record in records {
                switch record.event {
                case .server(.messageAnswered(_, .position, _, _, _, let arrived, _, _)):
                    result.honest.append(record.time - arrived)
                case .server(.messageAnswered): result.floodServed += 1
                case .server(.messageRefused(_, .position, _, _, _, _, _, let reason)):
                    result.refusals[reason, default: 0] += 1
                case .server(.messageRefused(_, _, _, _, _, _, _, let reason)):
                    result.floodRefusals[reason, default: 0] += 1
                default: break
                }
            }
        }
    }

    /// 20 honest messages a second for two minutes, of 100 drivers; in the second half of the first minute to the middle of
    /// the second a flood of 2000 a second. Four workers at 50 ms: the honest load is a quarter of what they can do.
    private func flood(
        limit: RateLimit?, flooder: @escaping @Sendable (Int) -> Envelope, anonymous: RateLimit? = nil,
        mostAnonymous: Int = 65_536
    ) throws -> Result {
        let loop = CityLoop()
        let log = EventLog(loop)
        let gateway = Gateway(
            loop: loop, log: log,
            parameters: GatewayParameters(
                workers: 4, queueBound: 5000, timeOut: .seconds(60), rateLimit: limit,
                anonymousLimit: anonymous, mostAnonymous: mostAnonymous),
            times: StatedTimes(all: .milliseconds(50)))
        let count = Count(gateway.onLoop { $0.state })
        log.add(count)
        let services = ScriptedServices(loop)
        services.forgetAll()
        gateway.connect(services, services)
        for number in 1...100 as ClosedRange<Int32> {
            gateway.open(.driver(number))
            gateway.open(.passenger(number))
        }
        for step in 0..<2400 {
            loop.schedule(at: .seconds(Double(step) * 0.05), as: .arrival) {
                gateway.arrive(.position(Int32(1 + step % 100)))
            }
        }
        // In bunches of 20, so that one driver's position stands between them.
        for bunch in 0..<6000 {
            loop.schedule(at: .seconds(30 + Double(bunch) * 0.01), as: .arrival) {
                for number in 0..<20 { gateway.arrive(flooder(bunch * 20 + number)) }
            }
        }
        try loop.run(until: .seconds(200))
        log.finish(at: loop.now)
        count.result.state = gateway.onLoop { $0.state }
        return count.result
    }

    private static let limit = RateLimit(interval: .seconds(1), burst: 10)

    @Test("A flood from one address: honest senders keep their targets, the flooder is refused, memory stays bounded")
    func oneSource() throws {
        let result = try flood(limit: Self.limit) { _ in .anonymous(1, source: 1) }
        #expect(result.keepsTargets)
        #expect(result.honest.count == 2400)
        // Ten at once and one a second.
        #expect(result.floodServed == 69 && result.floodRefusals == [.rateLimited: 120_000 - 69])
        #expect(result.state.peakInside < 30)
        #expect(result.state.rememberedCount <= 102)
    }

    @Test("A flood with a session is held by its account, from how many addresses it may come")
    func oneAccount() throws {
        let result = try flood(limit: Self.limit) { number in
            var call = Envelope.call(1)
            call.source = SourceAddress(ipv4: UInt32(number + 1))
            return call
        }
        #expect(result.keepsTargets)
        #expect(result.floodServed == 69 && result.floodRefusals == [.rateLimited: 120_000 - 69])
    }

    @Test("A flood from 30 addresses: each gets its share, and honest senders keep their targets")
    func manySources() throws {
        let result = try flood(limit: Self.limit) { .anonymous(1, source: SourceAddress(ipv4: UInt32(1 + $0 % 30))) }
        #expect(result.keepsTargets)
        #expect(result.floodServed <= 30 * 70)
    }

    @Test("A flood with a new address for each message: memory stays bounded, but honest senders wait with it")
    func newSources() throws {
        let result = try flood(
            limit: Self.limit, flooder: { .anonymous(1, source: SourceAddress(ipv4: UInt32(1 + $0))) },
            mostAnonymous: 300)
        #expect(result.state.rememberedCount <= 501)
        #expect(result.state.peakInside <= 5004)
        #expect(result.floodServed < 25_000 && !result.keepsTargets)
    }

    @Test("With a limit for all anonymous together that flood is held too, and honest senders keep their targets")
    func newSourcesTogether() throws {
        let result = try flood(
            limit: Self.limit, flooder: { .anonymous(1, source: SourceAddress(ipv4: UInt32(1 + $0))) },
            anonymous: RateLimit(interval: .milliseconds(100), burst: 20))
        #expect(result.keepsTargets)
        // Twenty at once and ten a second for a minute: the first at 30 s, the last at 89.99 s.
        #expect(result.floodServed == 20 + 599 && result.floodRefusals == [.rateLimited: 120_000 - 619])
        #expect(result.state.rememberedCount <= 400)
    }

    @Test("One anonymous who sends too much takes nothing from what all anonymous have in common")
    func oneAmongAnonymous() throws {
        let result = try flood(
            limit: Self.limit,
            flooder: { .anonymous(1, source: $0 % 100 == 0 ? SourceAddress(ipv4: UInt32(2 + $0)) : 1) },
            anonymous: RateLimit(interval: .milliseconds(25), burst: 20))
        // One in a hundred is another one, 20 a second; beside them the limit of the one who floods.
        #expect(result.floodServed == 1200 + 69)
        #expect(result.keepsTargets)
    }

    @Test("A flood over a plain channel, or of false sessions, costs no worker anything even without a limit")
    func cheap() throws {
        let plain = try flood(limit: nil) { _ in .call(1, channel: .plain) }
        #expect(plain.keepsTargets && plain.floodRefusals == [.plainChannel: 120_000])
        let liars = try flood(limit: nil) { _ in
            var call = Envelope.call(1)
            call.token = Token(high: 9, low: 9)
            return call
        }
        #expect(liars.keepsTargets && liars.floodRefusals == [.notLoggedIn: 120_000])
    }

    @Test("The check can fail: without a rate limit the flood costs honest senders their targets, but not more memory")
    func unlimited() throws {
        let result = try flood(limit: nil) { _ in .anonymous(1, source: 1) }
        #expect(!result.keepsTargets)
        #expect(result.honestRefused > 100 && result.slowest > .seconds(10))
        #expect(result.state.peakInside == 5004)
    }

    @Test("An urgent class, as that of SOS messages, waits for one service at most while the others are saturated")
    func urgentClass() throws {
        let priorities = MessagePriorities([.offerAnswer: 0], others: 1)
        func waits(saturated: Bool) throws -> [TimeSpan] {
            let city = GatewayCity(
                GatewayParameters(workers: 1, queueBound: 100, priorities: priorities),
                times: StatedTimes(kinds: [.call: .seconds(2), .offerAnswer: .seconds(1)]))
            var urgent = Envelope.position(1)
            urgent.message = TaxiMessage.driver(DriverID(1), .answer(offer: OfferID(1), accept: true))
            for second in 0..<600 where saturated { city.send(Double(second), .call(1)) }
            for second in 0..<60 { city.send(Double(second) * 10 + 0.5, urgent) }
            try city.run()
            return city.outcomes.filter { $0.kind == .offerAnswer && $0.refusal == nil }
                .map { ($0.started ?? .never) - $0.arrived }
        }
        let busy = try waits(saturated: true)
        #expect(busy.count == 60 && busy.allSatisfy { $0 <= .seconds(2) })
        #expect(try waits(saturated: false).allSatisfy { $0 == .zero })
    }

    @Test(
        "A second gateway with workers of its own, as SOS traffic will have one, is as fast with the taxi gateway saturated"
    )
    func ownPath() throws {
        func delays(saturated: Bool) throws -> [CityTime] {
            let city = GatewayCity(
                GatewayParameters(workers: 1, queueBound: 100), times: StatedTimes(all: .seconds(2)))
            let log = EventLog(city.loop, batchSize: 1)
            let services = ScriptedServices(city.loop)
            let own = Gateway(
                loop: city.loop, log: log, parameters: GatewayParameters(needsSessions: false),
                times: StatedTimes(all: .milliseconds(300)))
            own.connect(services, services)
            for second in 0..<600 where saturated { city.send(Double(second), .call(1), .call(2), .call(3)) }
            for second in 0..<60 {
                // Stands for an SOS message: the gateway knows no kind of the health service yet.
                city.loop.schedule(at: .seconds(Double(second) * 10 + 0.5), as: .arrival) { own.arrive(.position(1)) }
            }
            try city.run()
            #expect(city.refusals.contains(.serverBusy) == saturated)
            return services.onLoop { $0.served.map(\.time) }
        }
        #expect(try delays(saturated: true) == delays(saturated: false))
        #expect(try delays(saturated: true).first == .seconds(0.8))
    }
}
