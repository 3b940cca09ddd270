// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
import CityModel
import RandomStreams
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A distribution and its cumulative distribution from GSL (or its formula, where GSL has none).
struct FitCase: Sendable, CustomTestStringConvertible {
    let distribution: Distribution
    let cumulative: @Sendable (Double) -> Double
    var testDescription: String { "\(distribution)" }

    init(_ distribution: Distribution, _ cumulative: @escaping @Sendable (Double) -> Double) {
        self.distribution = distribution
        self.cumulative = cumulative
    }

    /// A normal distribution with bounds: the conditional distribution.
    static func bounded(_ mean: Double, _ sd: Double, _ low: Double?, _ high: Double?) -> FitCase {
        func below(_ value: Double) -> Double { gsl_cdf_gaussian_P(value - mean, sd) }
        let bottom = low.map(below) ?? 0
        let top = high.map(below) ?? 1
        return FitCase(.normal(mean: mean, sd: sd, min: low, max: high)) {
            (gsl_cdf_gaussian_P($0 - mean, sd) - bottom) / (top - bottom)
        }
    }

    static let all: [FitCase] = [
        FitCase(.uniform(from: -3, to: 5)) { gsl_cdf_flat_P($0, -3, 5) },
        FitCase(.exponential(mean: 90)) { gsl_cdf_exponential_P($0, 90) },
        bounded(10, 2, nil, nil), bounded(10, 2, 8, nil), bounded(10, 2, nil, 12), bounded(10, 2, 9, 13),
        bounded(10, 2, 9.9, 10.2), bounded(10, 2, 15, nil), bounded(10, 2, nil, 6), bounded(10, 2, 16, 17),
        bounded(10, 2, 3, 4.5), bounded(0, 1, 0, nil),
        FitCase(.lognormal(mean: 600, sd: 300)) {
            let variance = log(1 + 0.25)
            return gsl_cdf_lognormal_P($0, log(600) - variance / 2, sqrt(variance))
        },
        FitCase(.lognormalMedian(median: 12, sigma: 0.6)) { gsl_cdf_lognormal_P($0, log(12), 0.6) },
        FitCase(.gamma(shape: 4, mean: 20)) { gsl_cdf_gamma_P($0, 4, 5) },
        FitCase(.gamma(shape: 0.7, mean: 20)) { gsl_cdf_gamma_P($0, 0.7, 20 / 0.7) },
        FitCase(.weibull(shape: 1.5, scale: 30)) { gsl_cdf_weibull_P($0, 30, 1.5) },
        FitCase(.triangular(min: 2, mode: 3, max: 7)) {
            $0 < 3 ? ($0 - 2) * ($0 - 2) / 5 : 1 - (7 - $0) * (7 - $0) / 20
        },
        FitCase(.triangular(min: 2, mode: 2, max: 7)) { 1 - (7 - $0) * (7 - $0) / 25 },
        FitCase(.triangular(min: 2, mode: 7, max: 7)) { ($0 - 2) * ($0 - 2) / 25 },
        FitCase(.mixture(distributions: [.exponential(mean: 5), .uniform(from: 10, to: 20)], weights: [3, 1])) {
            0.75 * gsl_cdf_exponential_P($0, 5) + 0.25 * gsl_cdf_flat_P($0, 10, 20)
        },
    ]
}

@Suite("Distributions")
struct DistributionTests {
    @Test("Draws follow the cumulative distribution (Kolmogorov-Smirnov, 1%)", arguments: FitCase.all)
    func fit(_ example: FitCase) {
        #expect(example.distribution.problem == nil)
        let count = 40_000
        var stream = RandomStream(StreamKey(seed: 7), for: .test, of: 3)
        let draws = (0..<count).map { _ in stream.draw(example.distribution) }
        let gap = largestGap(draws, cumulative: example.cumulative)
        #expect(gap < gapLimit(count), "gap \(gap)")
        #expect(draws.allSatisfy { $0 >= example.distribution.lowest })
    }

    @Test("Poisson draws fit the distribution (chi-square, 1%)", arguments: [0.3, 4.0, 25.0, 200.0])
    func poisson(_ mean: Double) {
        let count = 40_000
        var stream = RandomStream(StreamKey(seed: 8), for: .test, of: 1)
        // Each class expects at least five draws; the ends take the rest.
        let low = (0...1000).first { gsl_cdf_poisson_P(UInt32($0), mean) * Double(count) >= 5 } ?? 0
        let high = (0...1000).last { gsl_cdf_poisson_Q(UInt32($0), mean) * Double(count) >= 5 }.map { $0 + 1 } ?? 1
        var counts = [Int](repeating: 0, count: high - low + 1)
        for _ in 0..<count {
            let value = stream.draw(.poisson(mean: mean))
            #expect(value == value.rounded())
            counts[min(max(Int(value), low), high) - low] += 1
        }
        let expected = (low...high).map { value in
            let upTo = value == high ? 1 : gsl_cdf_poisson_P(UInt32(value), mean)
            return (upTo - (value == low ? 0 : gsl_cdf_poisson_P(UInt32(value - 1), mean))) * Double(count)
        }
        #expect(fits(counts, expected, freedom: counts.count - 1))
    }

    @Test("Table draws fit the weights (chi-square, 1%), and a weight of 0 is never drawn")
    func table() {
        let distribution = Distribution.table(values: [9, 1, 2, 3, 4], weights: [0, 7, 2, 0, 1])
        var stream = RandomStream(StreamKey(seed: 9), for: Purpose(4), of: 1)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<30_000 { counts[Int(stream.draw(distribution))] += 1 }
        #expect(counts[9] == 0 && counts[3] == 0)
        #expect(fits([counts[1], counts[2], counts[4]], [21_000, 6_000, 3_000], freedom: 2))
    }

    @Test(
        "The mean of many draws is the distribution's mean, within five standard errors",
        arguments: FitCase.all.map(\.distribution))
    func means(_ distribution: Distribution) {
        if case .normal(_, _, let low, let high) = distribution, low != nil || high != nil { return }
        var stream = RandomStream(StreamKey(seed: 10), for: .test, of: 1)
        let draws = (0..<20_000).map { _ in stream.draw(distribution) }
        let mean = draws.reduce(0, +) / 20_000
        let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19_999
        #expect(abs(mean - distribution.mean) < 5 * (variance / 20_000).squareRoot())
    }

    @Test("Edges: constants, equal bounds, spread 0, mean 0")
    func edges() {
        var stream = RandomStream(StreamKey(seed: 11), for: .test, of: 1)
        let before = stream.wordList
        #expect(stream.draw(.constant(4.5)) == 4.5)
        #expect(stream.draw(.normal(mean: 3, sd: 0, min: nil, max: 5)) == 3)
        #expect(stream.wordList == before)
        #expect(stream.draw(.uniform(from: 2, to: 2)) == 2)
        #expect(stream.draw(.poisson(mean: 0)) == 0)
        #expect(stream.draw(.lognormalMedian(median: 5, sigma: 0)) == 5)
        for _ in 0..<1000 {
            #expect(stream.draw(.uniform(from: 1e15, to: 1e15 + 1)) < 1e15 + 1)
            let value = stream.draw(.normal(mean: 0, sd: 1, min: 3.9, max: 3.9001))
            #expect(value >= 3.9 && value <= 3.9001)
        }
    }
}
