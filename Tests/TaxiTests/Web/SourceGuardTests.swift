// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityModel
import Testing

@testable import WebInterface

/// How many requests of any kind one sender may send.
@Suite struct SourceGuardTests {
    private let start = CityTime.seconds(100)

    private func request(_ source: SourceAddress, _ token: String? = nil) -> WebRequest {
        WebRequest(.get, "/", headers: token.map { ["authorization": "Bearer " + $0] } ?? [:], source: source)
    }

    /// How many of so many requests at one time are taken.
    private func taken(_ rules: inout SourceGuard, _ request: WebRequest, _ count: Int, at now: CityTime) -> Int {
        (0..<count).count { _ in rules.admits(request, at: now) }
    }

    @Test("a network may send so many at once, and so many a second; another one is not held up")
    func networks() {
        var rules = SourceGuard(RateLimit(interval: .seconds(0.5), burst: 10))
        #expect(taken(&rules, request(0x0a00_0001), 30, at: start) == 10)
        #expect(taken(&rules, request(0x0a00_0001), 30, at: start + .seconds(3)) == 6)
        #expect(taken(&rules, request(0x0a00_0002), 30, at: start) == 10)
        // Of IPv6 all of a network is one sender.
        let (one, other) = (
            SourceAddress(high: 0x2001_0db8_0000_0001, low: 1), SourceAddress(high: 0x2001_0db8_0000_0001, low: 2)
        )
        #expect(taken(&rules, request(one), 7, at: start) + taken(&rules, request(other), 7, at: start) == 10)
    }

    @Test("tokens of nobody are those of their network; a session that was seen is a sender of its own")
    func sessions() {
        var rules = SourceGuard(RateLimit(interval: .seconds(0.5), burst: 10))
        let guesses = (0..<30).count { rules.admits(request(1, "guess \($0)"), at: start) }
        #expect(guesses == 10)
        #expect(rules.isNew(request(1, "hers"), at: start))
        rules.learns(request(1, "hers"), isRight: true, at: start)
        #expect(!rules.isNew(request(1, "hers"), at: start))
        #expect(taken(&rules, request(1, "hers"), 30, at: start) == 10)
        // Wherever it comes from.
        #expect(taken(&rules, request(2, "hers"), 30, at: start) == 0)
        rules.learns(request(1, "hers"), isRight: false, at: start)
        #expect(rules.isNew(request(1, "hers"), at: start + .seconds(1)))
        #expect(taken(&rules, request(2, "hers"), 30, at: start) == 10)
    }

    @Test("a session that sends nothing for an hour is new again")
    func forgotten() {
        var rules = SourceGuard(RateLimit(interval: .seconds(0.5), burst: 10))
        rules.learns(request(1, "hers"), isRight: true, at: start)
        #expect(taken(&rules, request(1, "hers"), 1, at: start + .minutes(59)) == 1)
        #expect(!rules.isNew(request(1, "hers"), at: start + .minutes(118)))
        #expect(rules.isNew(request(1, "hers"), at: start + .minutes(120)))
    }
}
