// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting
import ScenarioLanguage
import Testing

@testable import Experiments

/// Judging budgets, with numbers worked out by hand.
@Suite struct BudgetJudgementTests {
    private func budget(_ bound: Budget.Bound, _ limit: Double, _ judging: Budget.Judging = .mean) -> Budget {
        var budget = Budget(metric: "wait.p95", bound: bound, limit: .amount(Amount(limit, .time)))
        budget.judging = judging
        return budget
    }

    private func judge(_ values: [Double?], _ budget: Budget) -> BudgetJudgement {
        BudgetJudge(values: values, seed: 1).judge(budget, unit: "s")
    }

    @Test("A mean is kept or broken when its whole interval is on one side, and undecided when it holds the limit")
    func interval() {
        // Mean 5, sd sqrt(2.5), t(4) = 2.776445: half width 1.963243.
        let values: [Double?] = [3, 4, 5, 6, 7]
        #expect(judge(values, budget(.atMost, 6.97)).verdict == .kept)
        #expect(judge(values, budget(.atMost, 6.96)).verdict == .undecided)
        #expect(judge(values, budget(.atMost, 3.04)).verdict == .undecided)
        #expect(judge(values, budget(.atMost, 3.03)).verdict == .broken)
        #expect(judge(values, budget(.atLeast, 3.03)).verdict == .kept)
        #expect(judge(values, budget(.atLeast, 6.97)).verdict == .broken)
        let found = judge(values, budget(.atMost, 6.5))
        #expect(found.measured == 5 && found.count == 5)
        #expect(abs((found.high ?? 0) - 6.963243) < 1e-5 && abs((found.low ?? 0) - 3.036757) < 1e-5)
    }

    @Test("Strict bounds do not hold at the limit itself, the others do")
    func strict() {
        let same: [Double?] = [5, 5, 5]
        #expect(judge(same, budget(.atMost, 5)).verdict == .kept)
        #expect(judge(same, budget(.below, 5)).verdict == .broken)
        #expect(judge(same, budget(.atLeast, 5)).verdict == .kept)
        #expect(judge(same, budget(.above, 5)).verdict == .broken)
        #expect(judge([4.9, 5], budget(.below, 5, .each)).verdict == .broken)
        #expect(judge([4.9, 5], budget(.atMost, 5, .each)).verdict == .kept)
    }

    @Test("Undecided gives the replications that would decide: the first number whose half width is below the distance")
    func needed() throws {
        // Mean 5, sd 1.581139, distance 1: t(11) 1.5811/sqrt(12) = 1.00459 is too wide, t(12) 1.5811/sqrt(13) = 0.95547 is not.
        let found = judge([3, 4, 5, 6, 7], budget(.atMost, 6))
        #expect(found.verdict == .undecided && found.needed == 13)
        #expect(try #require(found.adviceText).contains("about 13 replications would decide"))
        let near = judge([3, 4, 5, 6, 7], budget(.atMost, 5))
        #expect(near.verdict == .undecided && near.needed == nil)
        #expect(try #require(near.adviceText).contains("too close to the limit"))
        #expect(judge([3, 4, 5, 6, 7], budget(.atMost, 9)).adviceText == nil)
    }

    @Test("The replications that it asks for decide, when mean and spread stay", arguments: 1...200)
    func neededDecides(_ seed: Int) throws {
        // Values with the wanted mean and standard deviation exactly: the two halves of an even number, or none.
        let limit = 10 + Double(seed) / 37
        let first: [Double?] = [9, 11, 9, 11]
        let found = judge(first, budget(.atMost, limit))
        guard found.verdict == .undecided, let needed = found.needed else {
            #expect(found.verdict == .kept)
            return
        }
        let sd = 2 / 3.0.squareRoot()
        func verdict(_ count: Int) -> BudgetVerdict {
            // One value at each side of the mean and the rest on it would change the spread; so scale pairs to keep it.
            let pairs = count / 2
            let spread = sd * (Double(count - 1) / Double(2 * pairs)).squareRoot()
            var values = [Double?](repeating: 10 - spread, count: pairs)
            values += [Double?](repeating: 10 + spread, count: pairs)
            if count % 2 == 1 { values.append(10) }
            return judge(values, budget(.atMost, limit)).verdict
        }
        #expect(verdict(needed) == .kept)
        #expect(needed == 5 || verdict(needed - 1) == .undecided)
    }

    @Test("One replication decides nothing of a mean, and every replication of `each`")
    func oneReplication() throws {
        let mean = judge([5], budget(.atMost, 600))
        #expect(mean.verdict == .undecided && mean.needed == 2 && mean.measured == 5)
        #expect(try #require(mean.adviceText).contains("one replication has no interval"))
        #expect(judge([5], budget(.atMost, 600, .each)).verdict == .kept)
        #expect(judge([5, 5, 601], budget(.atMost, 600, .each)).verdict == .broken)
        #expect(judge([5, 5, 601], budget(.atMost, 600, .each)).measured == 601)
        #expect(judge([5, 9, 7], budget(.atLeast, 6, .each)).measured == 5)
    }

    @Test("What was not measured is never kept")
    func notMeasured() {
        #expect(judge([nil, nil], budget(.atMost, 600)).verdict == .undecided)
        #expect(judge([nil, 5], budget(.atMost, 600, .each)).verdict == .undecided)
        #expect(judge([nil, 700], budget(.atMost, 600, .each)).verdict == .broken)
        #expect(judge([], budget(.atMost, 600)).remark == "the metric was not measured")
    }

    @Test("A true mean on the wrong side is called kept in at most (1 - confidence) / 2 of 4000 checks")
    func errorRate() {
        // A true mean of 10 with limit 10: "kept" is wrong for `below`. 2.5 % expected; 4000 checks give +- 0.25 %.
        var state: UInt64 = 7
        func uniform() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
        }
        var kept = 0
        for _ in 0..<4000 {
            // Sums of twelve uniform numbers are about normal, with mean 6 and sd 1.
            let values = (0..<10).map { _ in Optional((0..<12).reduce(4.0) { sum, _ in sum + uniform() }) }
            if judge(values, budget(.below, 10)).verdict == .kept { kept += 1 }
        }
        #expect((70...130).contains(kept), "\(kept)")
    }

    // MARK: - Baselines

    private func baseline(_ values: [Double?], seed: UInt64 = 1) -> (stored: Baseline, file: String) {
        let context = RunContext(name: "x", start: .epoch, end: .seconds(1), seed: seed)
        var stored = Baseline(ReplicationSet(context: context, replications: [], ending: .complete))
        stored.metrics["wait.p95"] = values
        return (stored, "b.json")
    }

    private func relative(_ bound: Budget.Bound, _ tolerance: Double, _ judging: Budget.Judging = .mean) -> Budget {
        var budget = Budget(metric: "wait.p95", bound: bound, limit: .baseline)
        budget.tolerance = tolerance
        budget.judging = judging
        return budget
    }

    @Test("The same values as the baseline keep a budget without tolerance, however much they spread")
    func unchanged() {
        let values: [Double?] = [100, 200, 300, nil]
        let found = BudgetJudge(values: values, seed: 1).judge(
            relative(.atMost, 0), unit: "s", baseline: baseline(values))
        #expect(found.verdict == .kept && found.limit == 200 && found.reference?.isPaired == true && found.count == 3)
    }

    @Test("Replications of the same seed are paired: a change that is small beside the spread is seen")
    func paired() {
        let before: [Double?] = [100, 200, 300, 400]
        let after: [Double?] = [111, 221, 332, 441]  // 10 to 11 % more.
        let judge = BudgetJudge(values: after, seed: 1)
        #expect(judge.judge(relative(.atMost, 0.05), unit: "s", baseline: baseline(before)).verdict == .broken)
        #expect(judge.judge(relative(.atMost, 0.15), unit: "s", baseline: baseline(before)).verdict == .kept)
        #expect(judge.judge(relative(.atLeast, 0), unit: "s", baseline: baseline(before)).verdict == .kept)
        // With another seed they are anonymous senders, and the spread hides the change.
        let apart = judge.judge(relative(.atMost, 0.05), unit: "s", baseline: baseline(before, seed: 2))
        #expect(apart.verdict == .undecided && apart.reference?.isPaired == false)
    }

    @Test("When more replications would decide than the baseline holds, this is said")
    func shortBaseline() throws {
        let found = BudgetJudge(values: [100, 214, 296, 405], seed: 1).judge(
            relative(.atMost, 0.01), unit: "s", baseline: baseline([100, 200, 300, 400]))
        #expect(found.verdict == .undecided && (found.needed ?? 0) > 4)
        #expect(
            try #require(found.adviceText).hasPrefix("the baseline holds 4 replications; as many are needed; about "))
    }

    @Test("Below 0, a tolerance still makes the limit looser")
    func negative() {
        let before: [Double?] = [-100, -101, -99]
        let judge = BudgetJudge(values: [-97, -98, -96], seed: 1)
        let found = judge.judge(relative(.atMost, 0.1), unit: "s", baseline: baseline(before))
        #expect(found.verdict == .kept && abs((found.limit ?? 0) + 90) < 1e-9)
        #expect(judge.judge(relative(.atMost, 0), unit: "s", baseline: baseline(before)).verdict == .broken)
        #expect(
            judge.judge(relative(.atLeast, 0.1), unit: "s", baseline: baseline(before)).limit.map { $0.rounded() }
                == -110)
    }

    @Test("The worst replication is laid beside the baseline's worst")
    func eachAgainstBaseline() {
        let judge = BudgetJudge(values: [5, 12], seed: 1)
        #expect(judge.judge(relative(.atMost, 0.1, .each), unit: "s", baseline: baseline([3, 10])).verdict == .broken)
        #expect(judge.judge(relative(.atMost, 0.2, .each), unit: "s", baseline: baseline([3, 10])).verdict == .kept)
    }

    @Test("Welch's interval of two independent sets, worked out by hand")
    func welch() throws {
        // Means 20 and 10, variances 10/3 * 4 and ..., n = 4 each: se = sqrt(20/3/4 * 2) = 1.825742, df = 6, t = 2.446912.
        let found = BudgetJudge(values: [17, 19, 21, 23], seed: 1).judge(
            relative(.atMost, 0), unit: "s", baseline: baseline([7, 9, 11, 13], seed: 2))
        #expect(found.verdict == .broken && found.limit == 10)
        #expect(abs((try #require(found.high)) - (20 + 2.446912 * 1.825742)) < 1e-4)
    }

    @Test(
        "Beside a baseline of another seed the replications that it asks for decide, the baseline's own doubt included")
    func welchAdvice() throws {
        let stored: [Double?] = [95, 105, 97, 103, 94, 106]
        let limit = baseline(stored, seed: 2)
        // Pairs around a mean of 112, moved so that the spread stays what it is for any even number.
        func judge(_ count: Int) -> BudgetJudgement {
            let spread = 10 * (Double(count - 1) / Double(count)).squareRoot()
            let values = (0..<count).map { Optional(112 + ($0 % 2 == 0 ? spread : -spread)) }
            return BudgetJudge(values: values, seed: 1).judge(relative(.atMost, 0.05), unit: "s", baseline: limit)
        }
        let found = judge(4)
        #expect(found.verdict == .undecided && found.reference?.isPaired == false)
        let needed = try #require(found.needed)
        #expect(needed > 4)
        // The next even numbers on both sides.
        #expect(judge(needed + needed % 2).verdict == .broken, "\(needed)")
        #expect(judge(needed - 2 + needed % 2).verdict == .undecided, "\(needed)")
    }
}
