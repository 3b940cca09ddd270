// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@Suite("Checks of a distribution's parameters")
struct DistributionProblemTests {
    @Test(
        "Wrong parameters are named",
        arguments: [
            (.constant(.nan), "every parameter must be a finite number"),
            (.uniform(from: 2, to: 1), "`from` must not be above `to`"),
            (.uniform(from: -1.7e308, to: 1.7e308), "every parameter must be a finite number"),
            (.exponential(mean: 0), "mean must be above 0"),
            (.exponential(mean: .infinity), "mean must be above 0"),
            (.normal(mean: 0, sd: -1, min: nil, max: nil), "sd must be 0 or more"),
            (.normal(mean: .nan, sd: 1, min: nil, max: nil), "every parameter must be a finite number"),
            (.normal(mean: 0, sd: 1, min: 1, max: 1), "min must be below max"),
            (.normal(mean: 0, sd: 1, min: .nan, max: nil), "min must be below max"),
            (.normal(mean: 0, sd: 0, min: 1, max: nil), "with sd 0 the mean must lie between min and max"),
            (
                .normal(mean: 0, sd: 1, min: 4.5, max: nil),
                "min and max must leave a part of the distribution within 4 sd of its mean"
            ),
            (.lognormal(mean: 0, sd: 1), "mean must be above 0"),
            (.lognormal(mean: 1, sd: 0), "sd must be above 0"),
            (.lognormalMedian(median: -1, sigma: 1), "median must be above 0"),
            (.lognormalMedian(median: 1, sigma: -1), "sigma must be 0 or more"),
            (.gamma(shape: 0, mean: 1), "shape must be above 0"),
            (.weibull(shape: 1, scale: 0), "scale must be above 0"),
            (.triangular(min: 1, mode: 0, max: 2), "min <= mode <= max and min < max are needed"),
            (.triangular(min: 1, mode: 1, max: 1), "min <= mode <= max and min < max are needed"),
            (.poisson(mean: -1), "mean must be between 0 and 1e9"),
            (.poisson(mean: .nan), "mean must be between 0 and 1e9"),
            (.table(values: [], weights: []), "at least one entry is needed"),
            (.table(values: [1, 2], weights: [1]), "there must be one weight for each entry"),
            (.table(values: [1, 2], weights: [1, -1]), "weights must be 0 or more"),
            (.table(values: [1, 2], weights: [0, 0]), "at least one weight must be above 0"),
            (.mixture(distributions: [.exponential(mean: -1)], weights: [1]), "mean must be above 0"),
            (.mixture(distributions: [.constant(1)], weights: []), "there must be one weight for each entry"),
        ] as [(Distribution, String)])
    func wrong(_ distribution: Distribution, _ problem: String) {
        #expect(distribution.problem == problem)
    }

    @Test("Right parameters at the edge pass")
    func right() {
        let distributions: [Distribution] = [
            .constant(-1), .uniform(from: 1, to: 1), .normal(mean: 0, sd: 1, min: 4, max: nil),
            .normal(mean: 0, sd: 0, min: 0, max: nil), .poisson(mean: 0), .triangular(min: 0, mode: 0, max: 1),
            .lognormalMedian(median: 1, sigma: 0), .table(values: [3], weights: [0.1]),
            .mixture(distributions: [.constant(1), .constant(2)], weights: [0, 1]),
        ]
        for distribution in distributions { #expect(distribution.problem == nil, "\(distribution)") }
    }

    @Test("Lowest value and mean of a mixture leave out distributions of weight 0")
    func lowest() {
        let distribution = Distribution.mixture(
            distributions: [.constant(-5), .constant(2), .uniform(from: 1, to: 3)], weights: [0, 1, 3])
        #expect(distribution.lowest == 1)
        #expect(distribution.mean == 2)
        #expect(Distribution.table(values: [7, 4], weights: [1, 0]).lowest == 7)
    }
}
