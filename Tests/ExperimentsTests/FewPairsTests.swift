// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Experiments

/// With few pairs and many differences: what the sentences tell is corrected by itself, and how many pairs would decide is said.
@Suite struct FewPairsTests {
    /// Three pairs whose differences are -1504 with the half width 146, as half of the taxis taken away gave.
    private let people = PairedDifference(
        metric: "calls.fulfilled", first: [6000, 6000, 6000], second: [-58.773, 0, 58.773].map { 4496 + $0 })
    /// A difference that nothing shows.
    private let noise = PairedDifference(metric: "wait.p95", first: [1, 2, 3], second: [1.1, 1.8, 3.1])

    @Test("Three pairs show -1504 +- 146 among the 21 differences that the sentences tell, and hide it among 154")
    func families() throws {
        let half = try #require(people.difference?.halfWidth)
        #expect(people.difference?.mean == -1504 && abs(half - 146) < 0.01)
        let all = [people] + [PairedDifference](repeating: noise, count: 153)
        #expect(all.corrected[0].finding == .onlyAlone)
        let apart = all.corrected(all.indices.map { $0 < 21 })
        #expect(apart[0].finding == .lower)
        // 21 times its own p-value, and the others are not corrected with it.
        #expect(abs((apart[0].correctedPValue ?? 0) - 21 * (people.pValue ?? 0)) < 1e-12)
        #expect(apart[60].correctedPValue == 1)
    }

    @Test("The pairs that it asks for show the difference among as many, when mean and spread stay")
    func needed() throws {
        let hidden = ([people] + [PairedDifference](repeating: noise, count: 153)).corrected[0]
        let needed = try #require(hidden.neededPairs(among: 154))
        #expect(needed == 4)
        let (difference, error) = (-1504.0, 58.773 / Double(needed).squareRoot())
        #expect(154 * StudentT.twoSided(difference / error, degrees: needed - 1) < 0.05)
        #expect(154 * StudentT.twoSided(difference / (58.773 / 3.0.squareRoot()), degrees: 2) > 0.05)
        #expect([people].corrected[0].neededPairs(among: 1) == nil)
        #expect(PairedDifference(metric: "", first: [1, 1], second: [1, 1]).neededPairs(among: 3) == nil)
        // Two equal differences: the sign test shows them among three from 1 + log2(60) pairs on.
        #expect(PairedDifference(metric: "", first: [1, 1], second: [0, 0]).corrected(3).neededPairs(among: 3) == 7)
    }

    @Test("What one variant alone measured has its mean, and what nobody measured has none")
    func measuredApart() {
        let one = PairedDifference(metric: "races.time.mean", first: [10, 12], second: [nil, nil])
        #expect(one.first?.mean == 11 && one.second == nil && one.finding == .notMeasured)
        let none = PairedDifference(metric: "races.time.mean", first: [nil, nil], second: [nil, nil])
        #expect(none.first == nil && none.second == nil)
    }
}

extension PairedDifference {
    /// The same, corrected as one of several that show nothing.
    fileprivate func corrected(_ count: Int) -> PairedDifference {
        ([self]
            + [PairedDifference](
                repeating: PairedDifference(metric: "", first: [1, 1], second: [1, 1]), count: count - 1)).corrected[0]
    }
}
