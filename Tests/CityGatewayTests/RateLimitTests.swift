// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import Testing

/// The token bucket of each sender, asked of the rules themselves.
@Suite struct RateLimitTests {
    private func rules(burst: Int32 = 3, most: Int = 65_536) -> GatewayRules {
        var rules = GatewayRules(
            GatewayParameters(
                workers: 1, queueBound: 1_000_000, rateLimit: RateLimit(interval: .seconds(2), burst: burst),
                mostAnonymous: most))
        for number in 1...9 as ClosedRange<Int32> { rules.open(.passenger(number)) }
        return rules
    }

    private func isLimited(_ rules: inout GatewayRules, _ envelope: Envelope, at seconds: Double) -> Bool {
        rules.arrive(envelope, at: .seconds(seconds), isOn: { _ in true }).contains {
            if case .refuse(_, _, .rateLimited, _) = $0 { true } else { false }
        }
    }

    @Test("A full bucket gives its burst at once, then one message every interval, to the nanosecond")
    func bucket() {
        var rules = rules()
        let times = [0, 0, 0, 0, 1.999_999_999, 2, 2, 3.999_999_999, 4, 9.999_999_999, 10, 10, 10]
        let limited = times.map { isLimited(&rules, .call(1), at: $0) }
        // After 4 it has none left; until 9.999999999 it gets two, at 10 the third.
        #expect(
            limited == [
                false, false, false, true, true, false, true, true, false, false, false, false, true,
            ])
    }

    @Test("Of IPv6 a whole network of 64 bits is one sender; an address of IPv4 is the same in both forms")
    func networks() throws {
        var rules = rules(burst: 1)
        func address(_ text: String) throws -> SourceAddress { try #require(SourceAddress(text)) }
        #expect(!isLimited(&rules, .anonymous(1, source: try address("2001:db8:1:2::5")), at: 0))
        #expect(isLimited(&rules, .anonymous(2, source: try address("2001:db8:1:2:ffff::9")), at: 0))
        #expect(!isLimited(&rules, .anonymous(3, source: try address("2001:db8:1:3::5")), at: 0))
        // One bit of the network apart, in each of its bits that networks differ in.
        for bit in 0..<61 {
            let other = SourceAddress(high: 0x2001_0db8_0001_0002 ^ 1 << bit, low: 5)
            guard bit > 0 else { continue }
            #expect(!isLimited(&rules, .anonymous(Int32(10 + bit), source: other), at: 0), "bit \(bit)")
        }
        #expect(!isLimited(&rules, .anonymous(4, source: try address("192.0.2.7")), at: 0))
        #expect(isLimited(&rules, .anonymous(5, source: try address("::ffff:192.0.2.7")), at: 0))
        #expect(!isLimited(&rules, .anonymous(6, source: try address("::1")), at: 0))
        #expect(isLimited(&rules, .anonymous(7, source: try address("127.0.0.1")), at: 0))
    }

    @Test("A sender is the account of the session; anonymous are their source address, or else their connection")
    func senders() {
        var rules = rules(burst: 1)
        // One account on two connections and two sessions is one sender.
        rules.open(.passenger(1, token: 77))
        #expect(!isLimited(&rules, .call(1), at: 0))
        var other = Envelope.call(1)
        other.token = Token(high: 1, low: 77)
        other.connection = .visitor(5)
        other.source = 9
        #expect(isLimited(&rules, other, at: 0))
        // Two accounts behind one source address are two.
        var second = Envelope.call(2)
        second.source = 9
        #expect(!isLimited(&rules, second, at: 0))
        // Anonymous senders behind one address are one; a false token does not help.
        #expect(!isLimited(&rules, .anonymous(1, source: 9), at: 0))
        var liar = Envelope.anonymous(2, source: 9)
        liar.token = Token(high: 4, low: 4)
        #expect(isLimited(&rules, liar, at: 0))
        #expect(!isLimited(&rules, .anonymous(2, source: 10), at: 0))
        #expect(!isLimited(&rules, .anonymous(3), at: 0))
        #expect(isLimited(&rules, .anonymous(3), at: 1))
        #expect(!isLimited(&rules, .anonymous(4), at: 1))
    }

    @Test("Messages over a plain channel take nothing from a bucket: nobody can empty that of somebody else")
    func plain() {
        var rules = rules(burst: 1)
        for _ in 0..<10 { #expect(!isLimited(&rules, .call(1, channel: .plain), at: 0)) }
        #expect(!isLimited(&rules, .call(1), at: 0))
    }

    @Test("The buckets of senders who are silent are dropped")
    func idle() {
        var rules = rules()
        for number in 1...20_000 as ClosedRange<Int32> { _ = isLimited(&rules, .anonymous(number), at: 1) }
        #expect(rules.rememberedCount == 20_000)
        // Full again after 2 s; each message drops two.
        for number in 1...10_000 { _ = isLimited(&rules, .anonymous(1), at: 10 + Double(number)) }
        #expect(rules.rememberedCount <= 2)
    }

    @Test("100 000 senders with an address each: no more places than allowed, and sessions keep their own")
    func anonymous() {
        var rules = rules(burst: 2, most: 1000)
        var passed = 0
        for number in 1...100_000 as ClosedRange<UInt32> {
            let time = Double(number) / 100_000
            if !isLimited(&rules, .anonymous(1, source: SourceAddress(ipv4: number)), at: time) { passed += 1 }
        }
        // The first thousand one each, the two of the shared place, and nothing more within a second.
        #expect(passed == 1002)
        #expect(rules.rememberedCount == 1001)
        #expect(!isLimited(&rules, .call(1), at: 1))
        #expect(!isLimited(&rules, .call(1), at: 1))
        #expect(isLimited(&rules, .call(1), at: 1))
    }
}
