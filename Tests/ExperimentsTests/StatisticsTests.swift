// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams
import Testing

@testable import Experiments

@Suite struct StatisticsTests {
    /// Independent numbers with mean 0 and variance 1, nearly normal: twelve uniform numbers less 6.
    private func normal(_ stream: inout RandomStream) -> Double {
        (0..<12).reduce(0) { sum, _ in sum + stream.uniform() } - 6
    }

    private func stream(_ owner: UInt64) -> RandomStream {
        RandomStream(StreamKey(seed: 7), for: .test, of: owner)
    }

    @Test(
        "Student's t distribution has the quantiles of the tables",
        arguments: [
            (0.975, 1, 12.7062), (0.975, 9, 2.26216), (0.95, 4, 2.13185), (0.995, 29, 2.75639), (0.975, 1000, 1.96234),
        ])
    func quantiles(probability: Double, degrees: Int, value: Double) {
        #expect(abs(StudentT.quantile(probability, degrees: degrees) - value) < 1e-4 * value)
        #expect(abs(StudentT.twoSided(value, degrees: degrees) - 2 * (1 - probability)) < 1e-5)
    }

    /// Law, Simulation Modeling and Analysis, example 4.27: 1.34 +- 0.24 at 90 %.
    @Test("An interval is that of a worked example")
    func workedExample() throws {
        let values = [1.20, 1.50, 1.68, 1.89, 0.95, 1.49, 1.58, 1.55, 0.50, 1.09]
        let interval = try #require(Interval(values, level: 0.9))
        #expect(abs(interval.mean - 1.343) < 1e-12)
        #expect(abs(interval.sd * interval.sd - 0.17) < 0.005)
        #expect(abs((interval.halfWidth ?? 0) - 0.24) < 0.005)
        #expect(interval.holds(1.2) && !interval.holds(1.6))
        // In a unit that turns the sign, the half width stays one.
        let turned = interval.scaled(by: -2)
        #expect(turned.mean == -2 * interval.mean && turned.sd == 2 * interval.sd)
        #expect(turned.halfWidth == interval.halfWidth.map { 2 * $0 } && turned.low ?? 0 < turned.high ?? 0)
    }

    @Test("One value has no interval, equal values have one of no length, none have none")
    func edges() throws {
        #expect(Interval([]) == nil)
        let one = try #require(Interval([5]))
        #expect(one.halfWidth == nil && one.relativeHalfWidth == nil && one.mean == 5)
        let same = try #require(Interval([5, 5, 5]))
        #expect(same.halfWidth == 0 && same.relativeHalfWidth == 0)
        #expect(Interval([-1, 1])?.relativeHalfWidth == nil)
        // A large mean does not eat the spread.
        #expect(abs((Interval([1e9 + 1, 1e9 + 2, 1e9 + 3])?.sd ?? 0) - 1) < 1e-6)
    }

    @Test("95 % intervals over replications hold the true mean in 95 % of experiments", arguments: [3, 10, 30])
    func coverage(count: Int) {
        let experiments = 4000
        let held = (0..<experiments).count { experiment in
            var stream = stream(UInt64(experiment))
            return Interval((0..<count).map { _ in 3 + normal(&stream) })?.holds(3) ?? false
        }
        // Three standard errors of a share of 0.95: 0.0103.
        #expect(abs(Double(held) / Double(experiments) - 0.95) < 0.0104, "\(held) of \(experiments)")
    }

    @Test("95 % intervals by batch means hold the true mean of a correlated series; those of single values do not")
    func batchCoverage() {
        let experiments = 1000
        var held = 0
        var heldAlone = 0
        for experiment in 0..<experiments {
            var stream = stream(UInt64(experiment) + 10_000)
            var value = normal(&stream) / (1 - 0.64).squareRoot()
            let series = (0..<2000).map { _ in
                value = 0.8 * value + normal(&stream)
                return value
            }
            if BatchMeans(series)?.interval.holds(0) ?? false { held += 1 }
            if Interval(series)?.holds(0) ?? false { heldAlone += 1 }
        }
        let share = Double(held) / Double(experiments)
        #expect(share > 0.92 && share < 0.97, "\(share)")
        #expect(Double(heldAlone) / Double(experiments) < 0.6)
    }

    @Test("Batch means weigh their batches, and tell of batches that are too short")
    func batchMeans() throws {
        // 4 values of mean 2.5 and 2 values of mean 2: 14 / 6; residuals 10 - 4 * 14/6 = 2/3 and its opposite, by 3 values a
        // batch: sd = sqrt(2) * 2/9, error = 2/9, t(1) = 12.7062.
        let means = try #require(BatchMeans(sums: [10, 4], sizes: [4, 2]))
        #expect(abs(means.interval.mean - 14.0 / 6) < 1e-12)
        #expect(abs((means.interval.halfWidth ?? 0) - 12.7062 * 2 / 9) < 1e-4)
        #expect(BatchMeans([1, 2, 3], batches: 2) == nil)
        #expect(BatchMeans(sums: [0, 0], sizes: [0, 0]) == nil)
        #expect(BatchMeans(sums: [1, 0, 0], sizes: [1, 0, 0]) == nil)
        #expect(BatchMeans(sums: [1, 0, 2, 0], sizes: [1, 0, 1, 0])?.interval.mean == 1.5)
        // An odd step at the beginning is left out.
        #expect(BatchMeans([100, 1, 2, 3, 4], batches: 2)?.interval.mean == 2.5)
        let rising = try #require(BatchMeans((0..<200).map(Double.init)))
        #expect(rising.correlation > 0.7 && rising.isCorrelated)
        var stream = stream(3)
        #expect(try #require(BatchMeans((0..<2000).map { _ in normal(&stream) })).isCorrelated == false)
    }

    @Test("The sequential rule's 95 % intervals hold the true mean in some 93 % of experiments, as the docs say")
    func sequentialCoverage() throws {
        let target = try HalfWidthTarget(metric: "wait.mean", share: 0.1)
        let experiments = 2000
        var held = 0
        var counts = 0
        for experiment in 0..<experiments {
            var stream = stream(UInt64(experiment) + 90_000)
            var values: [Double?] = (0..<10).map { _ in 10 + 3 * normal(&stream) }
            while !target.isReached(by: [values], least: 10, level: 0.95) { values.append(10 + 3 * normal(&stream)) }
            counts += values.count
            if Interval(values.compactMap(\.self))?.holds(10) ?? false { held += 1 }
        }
        let share = Double(held) / Double(experiments)
        #expect(share > 0.91 && share < 0.95, "\(share)")
        // A fixed number would need t(n - 1) 3 / sqrt(n) <= 1: 38 replications.
        #expect((30...40).contains(counts / experiments), "\(counts / experiments)")
    }

    @Test("A metric that fewer than the least number of replications measured is not precise enough")
    func rarelyMeasured() throws {
        let target = try HalfWidthTarget(text: "wait.mean=10%")
        let values: [Double?] = [5, 5, nil, nil, nil, nil]
        #expect(!target.isReached(by: [values], least: 3, level: 0.95))
        #expect(target.isReached(by: [values], least: 2, level: 0.95))
        #expect(!target.isReached(by: [values, values], least: 3, level: 0.95))
    }

    @Test("Side by side it is the paired difference that must be precise, as a share of the first one's mean")
    func pairedRule() throws {
        let target = try HalfWidthTarget(text: "wait.mean=5%")
        let first: [Double?] = [50, 100, 150, 100]
        let near = first.map { $0.map { $0 + ($0 > 60 ? 1 : 2) } }
        #expect(!target.isReached(by: [first], least: 2, level: 0.95))
        #expect(target.isReached(by: [first, near], least: 2, level: 0.95))
        // Differences 2, 1, 1, 1: sd 0.5, half width 3.18245 * 0.25 = 0.79561 of a mean of 100.
        let width = try #require(HalfWidthTarget.pairedHalfWidth(of: "wait.mean", first, near, level: 0.95))
        #expect(width.pairs == 4 && abs((width.share ?? 0) - 0.0079561) < 1e-6)
        // One variant that is not precise is enough to go on.
        #expect(
            !target.isReached(by: [first, near, first.reversed().map { $0.map { $0 * $0 } }], least: 2, level: 0.95))
    }

    @Test("MSER-5 leaves out a beginning of another level, nothing of a steady series, and says when it cannot tell")
    func warmUp() {
        var stream = stream(1)
        let steady = (0..<500).map { _ in 10 + normal(&stream) }
        let rising = (0..<500).map { index in (index < 100 ? Double(index) / 10 : 10) + 0.1 * normal(&stream) }
        let climbing = (0..<500).map { Double($0) }
        #expect((WarmUpRule.mser5(steady) ?? 999) <= 125)
        let found = WarmUpRule.mser5(rising) ?? 0
        #expect((90...125).contains(found) && found % 5 == 0, "\(found)")
        #expect(WarmUpRule.mser5(climbing) == nil)
        #expect(WarmUpRule.mser5([1, 2, 3]) == nil)
    }

    /// The values are those of R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
    @Test("Holm's correction gives the known values")
    func holm() {
        let corrected = HolmCorrection.correct([0.01, 0.04, 0.03, 0.005])
        #expect(zip(corrected, [0.03, 0.06, 0.06, 0.02]).allSatisfy { abs($0 - $1) < 1e-12 }, "\(corrected)")
        #expect(HolmCorrection.correct([0.9, 0.9]) == [1, 1])
        #expect(HolmCorrection.correct([]) == [])
    }

    @Test("Paired differences have the interval of the differences and say how much variance pairing removed")
    func paired() throws {
        let first: [Double?] = [10, 20, 30, nil, 40]
        let second: [Double?] = [11, 22, 31, 5, 42]
        let paired = PairedDifference(metric: "wait.mean", first: first, second: second)
        let difference = try #require(paired.difference)
        #expect(difference.count == 4 && difference.mean == 1.5)
        #expect(paired.finding == .higher)
        // var(first) = 166.7, var(second) = 173.7 (of 11, 22, 31, 42), var(difference) = 1/3.
        #expect(abs((paired.varianceRemoved ?? 0) - (1 - (1.0 / 3) / (500.0 / 3 + 521.0 / 3))) < 1e-9)
        #expect(PairedDifference(metric: "m", first: [1, 2], second: [2, 1]).finding == .noDifferenceShown)
        #expect(PairedDifference(metric: "m", first: [1, 2], second: [1, 2]).finding == .noDifferenceShown)
        #expect(PairedDifference(metric: "m", first: [nil, 2], second: [0, 1]).finding == .notMeasured)
    }

    @Test("Equal differences, as counts have, are judged by the sign test: two of them show nothing")
    func equalDifferences() {
        func lower(_ pairs: Int) -> PairedDifference {
            // Numbers with rounding in them: the differences are equal but for the last bits.
            PairedDifference(
                metric: "m", first: (0..<pairs).map { 0.1 * Double($0) },
                second: (0..<pairs).map { 0.1 * Double($0) - 0.3 }
            )
        }
        #expect(lower(2).pValue == 0.5 && lower(2).finding == .onlyAlone)
        #expect(lower(8).pValue == 0.0078125 && lower(8).finding == .lower)
        #expect(
            [lower(8), lower(8), lower(8), lower(8), lower(8), lower(8), lower(8)].corrected[0].finding == .onlyAlone)
        #expect(PairedDifference(metric: "m", first: [3, 3], second: [3, 3]).pValue == 1)
    }

    @Test("Of 20 metrics without any difference, one or more is called different in at most 5 % of experiments")
    func familyError() {
        let experiments = 1000
        var wrong = 0
        var wrongAlone = 0
        for experiment in 0..<experiments {
            var stream = stream(UInt64(experiment) + 50_000)
            let all = (0..<20).map { metric in
                PairedDifference(
                    metric: "\(metric)", first: (0..<8).map { _ in normal(&stream) },
                    second: (0..<8).map { _ in normal(&stream) })
            }
            if all.contains(where: { $0.finding != .noDifferenceShown }) { wrongAlone += 1 }
            if all.corrected.contains(where: { [.lower, .higher].contains($0.finding) }) { wrong += 1 }
        }
        #expect(Double(wrong) / Double(experiments) < 0.07, "\(wrong)")
        #expect(Double(wrongAlone) / Double(experiments) > 0.5, "\(wrongAlone)")
    }

    @Test("On steady series MSER-5 leaves something out in some 5 of 100 cases, on a beginning far off in nearly all")
    func steadySeries() {
        let experiments = 400
        var found = (steady: 0, biased: 0)
        for experiment in 0..<experiments {
            var stream = stream(UInt64(experiment) + 130_000)
            let steady = (0..<200).map { _ in 10 + normal(&stream) }
            var bias = 5.0
            let biased = steady.map { value in
                bias *= 0.9
                return value - bias
            }
            if WarmUpRule.mser5(steady) != 0 { found.steady += 1 }
            if let left = WarmUpRule.mser5(biased), left > 0, left <= 100 { found.biased += 1 }
        }
        #expect(Double(found.steady) / Double(experiments) < 0.09, "\(found.steady)")
        #expect(Double(found.biased) / Double(experiments) > 0.9, "\(found.biased)")
    }

    @Test("MSER looks for the truncation in the first half only: a few like values at the end are no steady state")
    func firstHalf() {
        // The last ten are alike by chance; over all of the series leaving out the first 30 would be best.
        var stream = stream(9)
        let values = (0..<30).map { _ in 10 + 3 * normal(&stream) } + (0..<10).map { _ in 10 + 0.01 * normal(&stream) }
        #expect((WarmUpRule.truncation(of: values) ?? 0) < 20)
        let shifted = (0..<40).map { ($0 < 8 ? 0 : 10) + normal(&stream) }
        #expect((8..<20).contains(WarmUpRule.truncation(of: shifted) ?? 0))
        #expect(WarmUpRule.isBiased(shifted) && !WarmUpRule.isBiased([Double](repeating: 3, count: 40)))
        #expect(WarmUpRule.isBiased([Double](repeating: 1, count: 20) + [Double](repeating: 3, count: 20)))
        #expect(WarmUpRule.truncation(of: (0..<40).map(Double.init)) == nil)
    }
}

extension BatchMeans {
    /// Cuts the values of a series into batches; nil when there are fewer than two values a batch.
    ///
    /// What is left over after whole batches is left out at the beginning, next to the warm-up.
    ///
    /// - Parameters:
    ///   - values: evenly spaced values.
    ///   - batches: how many batches, 2 or more; 10 to 30 are usual.
    ///   - level: of the interval, above 0 and below 1.
    fileprivate init?(_ values: [Double], batches: Int = 20, level: Double = 0.95) {
        precondition(batches >= 2, "\(batches) batches")
        let length = values.count / batches
        guard length >= 2 else { return nil }
        var sums = [Double](repeating: 0, count: batches)
        for (index, value) in values.dropFirst(values.count - length * batches).enumerated() {
            sums[index / length] += value
        }
        self.init(sums: sums, sizes: sums.map { _ in Double(length) }, level: level)
    }
}
