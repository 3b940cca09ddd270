// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import TaxiRules
import Testing

@Suite struct LinkTests {
    @Test("PERF-17: a 20 kB answer takes exactly 0.08 s on a link of 2 Mb/s, beside the link's delay")
    func worstLink() {
        #expect(LinkModel.worst.transferTime(bytes: 20_000) == .milliseconds(80))
        let far = LinkModel(bitsPerSecond: 2_000_000, delay: .milliseconds(150))
        #expect(far.latency(bytes: 20_000) == .milliseconds(230))
        #expect(far.latency(bytes: 0) == .milliseconds(150))
    }

    @Test(
        "Transfer times are rounded to the nearest nanosecond, and need no more than 64 bits",
        arguments: [
            (1, 3_000_000_000, 3), (3, 7_000_000_000, 3), (.max, 2, 8_589_934_588_000_000_000), (0, 1, 0),
        ] as [(Int32, Int64, Int64)])
    func rounding(bytes: Int32, rate: Int64, nanoseconds: Int64) {
        #expect(LinkModel(bitsPerSecond: rate).transferTime(bytes: bytes).nanoseconds == nanoseconds)
    }

    @Test("Every kind has a size both ways, and pages on the web are those of PERF-17")
    func sizes() {
        for kind in MessageType.allOfTaxi {
            #expect(MessageSizes.assumed.request(kind) > 0)
            #expect(MessageSizes.assumed.answer(kind, to: .mobile) > 0)
            #expect(MessageSizes.assumed.answer(kind, to: .web) == 20_000)
        }
    }
}
