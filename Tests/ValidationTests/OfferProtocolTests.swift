// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// Offers, refusals, silence and the deadline against the closed form.
@Suite struct OfferProtocolTests {
    @Test("The closed form gives the figures of the offer protocol")
    func formula() {
        let eager = OfferProtocol(accept: 0.7, refuse: 0.1, reaction: 8, deadline: 60)
        #expect(abs(eager.asked - 1.4286) < 1e-4)
        #expect(abs(eager.mean - 26.2857) < 1e-4)
        #expect(abs(eager.deviation - 37.0416) < 1e-4)
        #expect(eager.share(within: 91.9) < 0.95 && eager.share(within: 92) > 0.95)
        let keen = OfferProtocol(accept: 0.9, refuse: 0.05, reaction: 8, deadline: 60)
        #expect(abs(keen.mean - 11.7778) < 1e-4)
        #expect(keen.share(within: 67.9) < 0.95 && keen.share(within: 68) > 0.95)
    }

    /// What the city does, by replication.
    private func counters(
        _ exact: OfferProtocol, set values: [String] = [], policy: (any DispatchPolicy)? = nil
    ) throws -> [RequestCounter] {
        try TestCity(
            file: "Scenarios/validation/offer-protocol.yaml",
            set: [
                "drivers.cabs.count=40",
                "drivers.cabs.answer={reaction: \(exact.reaction) s, accept: \(exact.accept), refuse: \(exact.refuse)}",
                "warm-up=0 s", "length=\(Effort.isFull ? 36 : 9) h", "passengers.callers.arrivals.per-day=2000",
            ] + values
        ).replications(policy: policy)
    }

    /// Everything that speaks against the closed form.
    private func doubts(_ counters: [RequestCounter], _ exact: OfferProtocol) -> [String] {
        let precision = Effort.limit(coarse: 0.02)
        let times = counters.map(\.acceptances).filter { $0.count > 1 }
        guard times.count > 1 else { return ["nobody accepts"] }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        let answers = [
            Estimate(counters.map { Double($0.asked) / Double($0.acceptances.count) })
                .doubt(of: exact.asked, precision: precision).map { "asked: \($0)" },
            Estimate(times.map(mean)).doubt(of: exact.mean, precision: precision).map { "mean: \($0)" },
            Estimate(
                times.map { values in
                    let middle = mean(values)
                    return (mean(values.map { ($0 - middle) * ($0 - middle) })).squareRoot()
                }
            ).doubt(of: exact.deviation, precision: Effort.limit(coarse: 0.04)).map { "deviation: \($0)" },
            Estimate(times.map { values in mean(values.map { $0 <= exact.reaction + 1e-6 ? 1 : 0 }) })
                .doubt(of: exact.accept, precision: precision).map { "accepted by the first: \($0)" },
            Estimate(
                times.map { values in mean(values.map { $0 <= exact.deadline + 4 * exact.reaction + 1e-6 ? 1 : 0 }) }
            )
            .doubt(of: exact.share(within: exact.deadline + 4 * exact.reaction), precision: precision)
            .map { "within \(exact.deadline + 4 * exact.reaction) s: \($0)" },
        ]
        return answers.compactMap { $0 }
    }

    @Test(
        "TAXI-OFFER-06: drivers asked, mean, deviation and quantiles of the time to acceptance are those of the closed form",
        arguments: [(0.7, 0.1), (0.9, 0.05), (0.4, 0.3)])
    func closedForm(accept: Double, refuse: Double) throws {
        let exact = OfferProtocol(accept: accept, refuse: refuse, reaction: 8, deadline: 60)
        #expect(doubts(try counters(exact), exact) == [])
    }

    @Test("The check can fail: a deadline of 60 s read as 6 s is caught")
    func wrongDeadline() throws {
        let exact = OfferProtocol(accept: 0.7, refuse: 0.1, reaction: 5, deadline: 60)
        let found = doubts(try counters(exact, set: ["dispatch.offer-deadline=6 s"]), exact)
        #expect(found.contains { $0.hasPrefix("mean") })
        #expect(found.contains { $0.hasPrefix("deviation") })
        #expect(!found.contains { $0.hasPrefix("asked") })
    }

    @Test(
        "A rank of two drivers who accept with probability 1/2 aborts a quarter of the calls; asking refusers again is caught"
    )
    func refusers() throws {
        let city = try TestCity(
            """
            length: \(Effort.isFull ? 20 : 3) d
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {approach: 0 s, ride: 1 s}
            drivers:
              - name: cabs
                count: 2
                answer: {reaction: 0 s, accept: 50%, refuse: 50%}
            passengers:
              - name: callers
                arrivals: {per-day: 200}
            """)
        let right = Estimate(try city.replications().map(\.abortedShare))
        #expect(right.doubt(of: 0.25, precision: Effort.limit(coarse: 0.02)) == nil)
        let wrong = Estimate(try city.replications(4, policy: AsksAgain()).map(\.abortedShare))
        #expect(wrong.doubt(of: 0.25, precision: 0.02) != nil)
        #expect(wrong.mean < 0.01)
    }
}
