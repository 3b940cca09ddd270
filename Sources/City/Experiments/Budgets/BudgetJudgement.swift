// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySlices
import ScenarioLanguage

/// A budget with what the replications say of it.
package struct BudgetJudgement: Sendable, Hashable {
    /// The stored baseline behind a limit.
    package struct Reference: Codable, Hashable, Sendable {
        package let file: String
        /// The metric's mean over its replications; the worst of them when each replication is judged.
        package let value: Double
        /// How much worse than that is still good, as a share of it.
        package let tolerance: Double
        /// Whether replications of the same seed and number were laid side by side.
        package let isPaired: Bool
    }

    package let budget: Budget
    package let unit: String
    /// What it comes to.
    package internal(set) var verdict = BudgetVerdict.undecided
    /// The limit in the metric's unit; nil when it could not be found.
    package internal(set) var limit: Double?
    /// The baseline behind the limit, if there is one.
    package internal(set) var reference: Reference?
    /// The mean over the replications, or the worst of them when each is judged; nil when nothing was measured.
    package internal(set) var measured: Double?
    /// The lower end of the interval of the mean. Beside a baseline: the limit plus the lower end of the interval of the
    /// difference from it.
    package internal(set) var low: Double?
    package internal(set) var high: Double?
    /// Standard deviation of one replication, or of its difference from the baseline's.
    package internal(set) var sd: Double?
    /// Replications that measured the metric.
    package internal(set) var count: Int
    /// Replications that were run.
    package let replications: Int
    /// About how many replications in all would decide; nil when decided, or when no practical number would.
    package internal(set) var needed: Int?
    /// Why it is undecided, beside an interval that holds the limit.
    package internal(set) var remark: String?
}

/// Judges budgets.
///
/// A mean is judged by its two-sided interval over the replications: kept when all of the interval is on the right side of
/// the limit, broken when all of it is on the wrong side, undecided otherwise. So at most `(1 - confidence) / 2` of the
/// judgements of a metric whose true mean is on the wrong side say "kept", and the same the other way round.
package struct BudgetJudge: Sendable {
    /// Values of a metric by replication, nil where it was not measured.
    package let values: [Double?]
    /// The seed of the replications.
    package let seed: UInt64
    /// Of a share, how many each replication counted; nil where nothing is counted.
    package var units: [Double?]?

    /// Takes the values of a metric.
    package init(values: [Double?], seed: UInt64, units: [Double?]? = nil) {
        self.values = values
        self.seed = seed
        self.units = units
    }

    /// Judges a budget on these values.
    ///
    /// - Parameters:
    ///   - budget: the budget.
    ///   - unit: the metric's unit.
    ///   - baseline: the stored values and their file, for a limit that is a baseline.
    package func judge(_ budget: Budget, unit: String, baseline: (stored: Baseline, file: String)? = nil)
        -> BudgetJudgement
    {
        let measured = values.compactMap { $0 }
        var draft = BudgetJudgement(budget: budget, unit: unit, count: measured.count, replications: values.count)
        switch budget.limit {
        case _ where measured.isEmpty: draft.remark = "the metric was not measured"
        case .amount(let amount):
            if let limit = amount.value(in: unit) {
                judge(against: limit, measured, &draft)
            } else {
                draft.remark = "the limit is not in the metric's unit"
            }
        case .baseline:
            if let baseline {
                judge(against: baseline.stored, file: baseline.file, measured, &draft)
            } else {
                draft.remark = "there is no baseline"
            }
        }
        return draft
    }

    private func judge(against limit: Double, _ measured: [Double], _ draft: inout BudgetJudgement) {
        draft.limit = limit
        switch draft.budget.judging {
        case .each: judgeEach(against: limit, measured, &draft)
        case .mean:
            let (metric, level) = (draft.budget.metric, draft.budget.confidence)
            guard let interval = Interval(of: metric, values, units: units, level: level) else { return }
            draft.measured = interval.mean
            draft.take(interval, around: limit, moved: 0)
            draft.keepToShares()
            if draft.verdict == .undecided, let half = interval.halfWidth, half > 0, interval.sd == 0 {
                draft.needed = SaturatedShare.needed(
                    distance: abs(interval.mean - limit), replications: interval.count,
                    units: ShareUnits.sum(of: units, where: values), level: level)
            }
        }
    }

    /// The worst replication speaks for all of them.
    private func judgeEach(against limit: Double, _ measured: [Double], _ draft: inout BudgetJudgement) {
        guard let worst = Self.worst(of: measured, draft.budget.bound) else { return }
        draft.measured = worst
        draft.verdict = .of(worst, draft.budget.bound, limit)
        if draft.verdict == .kept, measured.count < values.count {
            draft.verdict = .undecided
            draft.remark = "\(values.count - measured.count) of \(values.count) replications did not measure the metric"
        }
    }

    private static func worst(of values: [Double], _ bound: Budget.Bound) -> Double? {
        bound.isUpper ? values.max() : values.min()
    }

    private func judge(against baseline: Baseline, file: String, _ measured: [Double], _ draft: inout BudgetJudgement) {
        let stored = baseline.metrics[draft.budget.metric] ?? []
        let known = stored.compactMap { $0 }
        guard let center = Interval(known) else {
            draft.remark = "the baseline does not contain the metric"
            return
        }
        let (budget, isUpper) = (draft.budget, draft.budget.bound.isUpper)
        func moved(_ value: Double) -> Double { value + (isUpper ? 1 : -1) * budget.tolerance * abs(value) }
        if budget.judging == .each {
            let worst = Self.worst(of: known, budget.bound) ?? center.mean
            draft.reference = .init(file: file, value: worst, tolerance: budget.tolerance, isPaired: false)
            draft.limit = moved(worst)
            return judgeEach(against: moved(worst), measured, &draft)
        }
        // The tolerance is the same factor for every pair, so that the mean of the limits is the limit of the mean.
        let factor = 1 + (isUpper == (center.mean >= 0) ? budget.tolerance : -budget.tolerance)
        let pairs = baseline.seed == String(seed) ? zip(values, stored).compactMap(Self.pair) : []
        if pairs.count >= 2 {
            guard let difference = Interval(pairs.map { $0.0 - factor * $0.1 }, level: budget.confidence),
                let ours = Interval(pairs.map(\.0)), let theirs = Interval(pairs.map(\.1))
            else { return }
            draft.count = pairs.count
            draft.measured = ours.mean
            draft.reference = .init(file: file, value: theirs.mean, tolerance: budget.tolerance, isPaired: true)
            draft.take(difference, around: factor * theirs.mean, moved: factor * theirs.mean)
            if let needed = draft.needed, needed > stored.count {
                draft.remark = "the baseline holds \(stored.count) replications; as many are needed"
            }
        } else {
            guard let ours = Interval(measured) else { return }
            draft.measured = ours.mean
            draft.reference = .init(file: file, value: center.mean, tolerance: budget.tolerance, isPaired: false)
            judgeApart(ours, center, factor, &draft)
        }
    }

    private static func pair(_ one: Double?, _ other: Double?) -> (Double, Double)? {
        if let one, let other { (one, other) } else { nil }
    }

    /// Two independent sets of replications: Welch's interval of the difference, with the degrees of freedom rounded down.
    /// Source: Law, Simulation Modeling and Analysis, 5th edition, section 10.2.2.
    private func judgeApart(_ ours: Interval, _ theirs: Interval, _ factor: Double, _ draft: inout BudgetJudgement) {
        let limit = factor * theirs.mean
        draft.limit = limit
        guard ours.count >= 2, theirs.count >= 2 else {
            draft.remark =
                ours.count < 2
                ? "one replication has no interval" : "the baseline has one replication only, and another seed"
            draft.needed = ours.count < 2 && theirs.count >= 2 ? 2 : nil
            return
        }
        let first = ours.sd * ours.sd / Double(ours.count)
        let second = factor * factor * theirs.sd * theirs.sd / Double(theirs.count)
        let error = (first + second).squareRoot()
        let degrees = WelchDegrees.of(first, ours.count - 1, second, theirs.count - 1)
        let half = error > 0 ? StudentT.quantile(0.5 + draft.budget.confidence / 2, degrees: degrees) * error : 0
        draft.sd = ours.sd
        draft.low = ours.mean - half
        draft.high = ours.mean + half
        draft.verdict = .of(low: ours.mean - half, high: ours.mean + half, draft.budget.bound, limit)
        guard draft.verdict == .undecided else { return }
        draft.needed = DecidingCount.needed(
            distance: abs(ours.mean - limit), sd: ours.sd, fixed: (second, theirs.count - 1),
            confidence: draft.budget.confidence)
        if draft.needed == nil, second > 0 { draft.remark = "the baseline has too few replications" }
    }
}

extension BudgetJudgement {
    /// Of a share the interval ends at 0 and at the whole.
    fileprivate mutating func keepToShares() {
        guard unit == "share", let low, let high, let limit else { return }
        (self.low, self.high) = (max(0, low), min(1, high))
        if verdict == .undecided { verdict = .of(low: max(0, low), high: min(1, high), budget.bound, limit) }
    }

    /// Takes the verdict of an interval. `moved` is what the interval is away from the values that are shown: a difference
    /// is judged against 0 and shown around the limit.
    fileprivate mutating func take(_ interval: Interval, around limit: Double, moved: Double) {
        self.limit = limit
        guard let low = interval.low, let high = interval.high else {
            remark = "one replication has no interval"
            needed = 2
            return
        }
        sd = interval.sd
        self.low = low + moved
        self.high = high + moved
        verdict = .of(low: low, high: high, budget.bound, limit - moved)
        guard verdict == .undecided else { return }
        needed = DecidingCount.needed(
            distance: abs(interval.mean - (limit - moved)), sd: interval.sd, confidence: interval.level)
    }
}
