// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import ScenarioFile
import ScenarioLanguage
import Testing

@testable import Experiments

/// Shares that are 0, or the whole, in every replication: nothing happened, and nothing is certain.
@Suite struct SaturatedShareTests {
    private let share = "calls.abortRate"

    @Test("0 of 4 000 calls in 10 replications is compatible with up to 0.092 %: Clopper and Pearson, some 3.7 of them")
    func many() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 10, units: 4000, level: 0.95))
        // 1 - 0.025^(1 / 4000)
        #expect(abs(half - 0.000_921_8) < 1e-6)
        // One side of 95 %, which is two sides of 90 %: the rule of three, 3 / 4000.
        let one = try #require(SaturatedShare.halfWidth(replications: 10, units: 4000, level: 0.9))
        #expect(abs(one - 3.0 / 4000) < 0.01 * 3 / 4000)
    }

    @Test("Two replications with 20 calls: as wide as one event would have made it, (1 + 12.706) / 20")
    func few() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 2, units: 20, level: 0.95))
        #expect(abs(half - 13.7062 / 20) < 1e-4)
        // The t interval of 1 event among 10 calls of one replication, none of the other: its end is the same.
        let seen = try #require(Interval([0.1, 0]))
        #expect(abs((seen.high ?? 0) - half) < 1e-4)
    }

    @Test("Without a number of what is counted a replication is one: 1 - 0.025^(1 / n), and no bound is above it")
    func replications() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 10, units: nil, level: 0.95))
        #expect(abs(half - 0.308_497) < 1e-6)
        #expect(SaturatedShare.halfWidth(replications: 10, units: 10, level: 0.95) == half)
        #expect(SaturatedShare.halfWidth(replications: 1, units: 100, level: 0.95) == nil)
    }

    @Test("It applies to shares of events at an end alone: not to times, counts, shares of time, nor between the ends")
    func which() throws {
        let units: [Double?] = [100, 100, 100]
        let none = try #require(Interval(of: share, [0, 0, 0], units: units))
        #expect(none.mean == 0 && (none.halfWidth ?? 0) > 0.01)
        let all = try #require(Interval(of: "processing.under5s", [1, nil, 1], units: [100, nil, 100]))
        #expect(all.mean == 1 && all.count == 2 && abs((all.halfWidth ?? 0) - 13.7062 / 200) < 1e-4)
        #expect(Interval(of: share, [0.5, 0.5, 0.5], units: units)?.halfWidth == 0)
        #expect(Interval(of: "drivers.share.offShift", [0, 0, 0], units: nil)?.halfWidth == 0)
        #expect(Interval(of: "calls.aborted", [0, 0, 0], units: nil)?.halfWidth == 0)
        #expect(Interval(of: share, [0, 0, 0.1], units: units) == Interval([0, 0, 0.1]))
    }

    @Test("Of 4 000 experiments without an event, whose true share is at the bound, at most 2.5 in 100 look like this")
    func coverage() throws {
        // With a true share p of independent calls, nothing happens in n calls with the probability (1 - p)^n.
        for (replications, calls) in [(2, 10.0), (10, 40), (10, 400), (50, 20)] {
            let units = Double(replications) * calls
            let half = try #require(SaturatedShare.halfWidth(replications: replications, units: units, level: 0.95))
            #expect(pow(1 - half, units) <= 0.025 + 1e-9)
        }
    }

    @Test("Every share is one of something that is counted, or a replication counts as one, and the paths exist")
    func paths() {
        for path in MetricPath.all {
            guard let units = ShareUnits.path(of: path) else { continue }
            #expect(ShareUnits.isOfEvents(path), "\(path)")
            #expect(MetricPath.all.contains(units), "\(path): \(units)")
        }
        #expect(ShareUnits.path(of: "ambulances.response.2.in8") == "ambulances.calls.2")
        #expect(ShareUnits.path(of: "processing.calls.under5s") == "processing.calls.count")
    }

    // MARK: Decisions

    private func judge(_ values: [Double?], units: [Double?]?, _ bound: Budget.Bound, _ limit: String) throws
        -> BudgetJudgement
    {
        let budget = Budget(metric: share, bound: bound, limit: .amount(try Amount(text: limit)))
        return BudgetJudge(values: values, seed: 1, units: units).judge(budget, unit: "share")
    }

    @Test("A budget of 0.1 % is not kept because nothing happened to twenty calls, and is when many had the chance")
    func budget() throws {
        let few = try judge([0, 0], units: [9, 11], .atMost, "0.1%")
        #expect(few.verdict == .undecided && few.low == 0 && abs((few.high ?? 0) - 0.68531) < 1e-4)
        let needed = try #require(few.needed)
        // 3.69 of 10 calls a replication are below 0.1 % from 369 replications on.
        #expect((360...380).contains(needed))
        let enough = [Double?](repeating: 0, count: needed)
        #expect(try judge(enough, units: enough.map { _ in 10 }, .atMost, "0.1%").verdict == .kept)
        #expect(
            try judge(enough.dropLast(), units: enough.dropLast().map { _ in 10 }, .atMost, "0.1%").verdict
                == .undecided)
        #expect(try judge([0, 0, 0, 0], units: [900, 900, 900, 900], .atMost, "1%").verdict == .kept)
        #expect(try judge([1, 1], units: [10, 10], .atLeast, "99%").verdict == .undecided)
        #expect(try judge([1, 1], units: [10, 10], .atLeast, "99%").high == 1)
        #expect(try judge([1, 1, 1, 1], units: [900, 900, 900, 900], .atMost, "50%").verdict == .broken)
        // What cannot be below 0 keeps a bound of 0.
        #expect(try judge([0, 0], units: [9, 11], .atLeast, "0%").verdict == .kept)
    }

    @Test("A rule that waits for precision does not stop because nothing happened")
    func untilHalfWidth() throws {
        let target = try HalfWidthTarget(text: "calls.abortRate=5%")
        let none = [Double?](repeating: 0, count: 10), units = [Double?](repeating: 10, count: 10)
        #expect(!target.isReached(by: [none], units: [units], least: 10, level: 0.95))
        #expect(!target.isReached(by: [none, none], units: [units, units], least: 10, level: 0.95))
        // All of them, of many: 3.7 of 40 000 is precise.
        let all = try HalfWidthTarget(text: "processing.under5s=5%")
        let most = none.map { _ in Double?(1) }
        #expect(all.isReached(by: [most], units: [most.map { _ in 4000 }], least: 10, level: 0.95))
    }

    @Test("Two variants in which nothing happened: the difference is not known to be 0")
    func paired() {
        let none: [Double?] = [0, 0, 0, 0], units: [Double?] = [50, 50, 50, 50]
        let found = Comparison.paired(share, none, none, level: 0.95, units: (units, units))
        let half = SaturatedShare.halfWidth(replications: 4, units: 200, level: 0.95)
        #expect(found.difference?.halfWidth == half && found.first?.halfWidth == half)
        #expect(found.finding == .noDifferenceShown)
    }
}
