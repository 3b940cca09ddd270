// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension ValueFormat where Value == Distribution {
    /// A distribution of chance for a quantity. A bare value is that value always.
    package static func distribution(_ quantity: Quantity) -> ValueFormat<Distribution> {
        let isClock = quantity.name == Quantity.clock.name
        let value = ValueFormat<Double>.quantity(quantity)
        let choice = ValueFormat.choice(
            quantity.distributionName, "a distribution",
            "A distribution of \(quantity.article).",
            plain: (
                value.converted({ .constant($0) }, back: { $0.constantValue }), "always the same", quantity.example
            ),
            isPlain: { if case .constant = $0 { true } else { false } },
            cases: { isClock ? boundedCases(quantity) : boundedCases(quantity) + openCases(quantity) })
        return ValueFormat(
            choice.form,
            read: { item, reading in
                guard let distribution = choice.read(item, reading) else { return nil }
                if let problem = distribution.problem {
                    reading.fault(item.location, problem)
                    return nil
                }
                return distribution
            },
            write: choice.write)
    }

    /// Distributions that make sense for clock times too.
    private static func boundedCases(_ quantity: Quantity) -> [Case<Distribution>] {
        let value = ValueFormat<Double>.quantity(quantity)
        let spread = ValueFormat<Double>.quantity(quantity.name == Quantity.clock.name ? .time : quantity)
        let x = quantity.example
        @Sendable func y() -> String { (try? quantity.parse(x)).map { quantity.write($0 * 2) } ?? x }
        return [
            Case(
                "uniform", "uniform between two bounds", example: "uniform: {from: \(x), to: \(y())}",
                {
                    .parameters(
                        "uniform", [("from", value, true, "Lower bound."), ("to", value, true, "Upper bound.")])
                },
                make: { .uniform(from: $0("from"), to: $0("to")) },
                part: {
                    if case .uniform(let low, let high) = $0 { Parameters(["from": low, "to": high]) } else { nil }
                }),
            Case(
                "normal", "normal, cut off at `min` (0 when not given) and `max`",
                example: "normal: {mean: \(x), sd: \(quantity.name == Quantity.clock.name ? "20 min" : x)}",
                {
                    .parameters(
                        "normal",
                        [
                            ("mean", value, true, "Mean before the cut."),
                            ("sd", spread, true, "Standard deviation before the cut."),
                            ("min", value, false, "Lower bound; 0 when not given."),
                            ("max", value, false, "Upper bound."),
                        ])
                },
                make: { .normal(mean: $0("mean"), sd: $0("sd"), min: $0["min"] ?? 0, max: $0["max"]) },
                part: {
                    guard case .normal(let mean, let sd, let low, let high) = $0 else { return nil }
                    return Parameters(["mean": mean, "sd": sd, "min": low, "max": high])
                }),
            Case(
                "triangular", "rising to a mode, then falling",
                example: "triangular: {min: \(x), mode: \(x), max: \(y())}",
                {
                    .parameters(
                        "triangular",
                        [
                            ("min", value, true, "Lower bound."), ("mode", value, true, "Most likely value."),
                            ("max", value, true, "Upper bound."),
                        ])
                },
                make: { .triangular(min: $0("min"), mode: $0("mode"), max: $0("max")) },
                part: {
                    guard case .triangular(let low, let mode, let high) = $0 else { return nil }
                    return Parameters(["min": low, "mode": mode, "max": high])
                }),
            Case(
                "table", "one of these values, by weight", example: "table: {\(x): 60%, ...}",
                { .valueTable(quantity) },
                make: { .table(values: $0.map(\.value), weights: $0.map(\.weight)) },
                part: {
                    guard case .table(let values, let weights) = $0 else { return nil }
                    return zip(values, weights).map { WeightedValue(value: $0, weight: $1) }
                }),
            Case(
                "mixture", "one of several distributions, by weight",
                example: "mixture: [{weight: 30%, of: \(x)}, ...]",
                { WeightedDistribution.section(quantity).format.list(1...100, of: "distributions") },
                make: { .mixture(distributions: $0.map(\.of), weights: $0.map(\.weight)) },
                part: {
                    guard case .mixture(let distributions, let weights) = $0 else { return nil }
                    return zip(distributions, weights).map { WeightedDistribution(weight: $1, of: $0) }
                }),
        ]
    }

    /// Distributions without an upper bound.
    private static func openCases(_ quantity: Quantity) -> [Case<Distribution>] {
        let value = ValueFormat<Double>.quantity(quantity)
        let plain = ValueFormat<Double>.quantity(.factor, in: 0.01...1000)
        let sigma = ValueFormat<Double>.quantity(.factor, in: 0...5)
        let x = quantity.example
        var cases: [Case<Distribution>] = [
            Case(
                "exponential", "exponential with this mean", example: "exponential: \(x)", { value },
                make: { .exponential(mean: $0) },
                part: { if case .exponential(let mean) = $0 { mean } else { nil } }),
            Case(
                "gamma", "gamma; shape 4 is the Erlang distribution of four stages",
                example: "gamma: {shape: 4, mean: \(x)}",
                { .parameters("gamma", [("shape", plain, true, "Shape."), ("mean", value, true, "Mean.")]) },
                make: { .gamma(shape: $0("shape"), mean: $0("mean")) },
                part: {
                    if case .gamma(let shape, let mean) = $0 {
                        Parameters(["shape": shape, "mean": mean])
                    } else {
                        nil
                    }
                }),
            Case(
                "lognormal", "lognormal, by median and sigma or by mean and sd",
                example: "lognormal: {median: \(x), sigma: 0.8}",
                { LognormalPart.section(value, sigma).format }, make: { $0.distribution },
                part: { LognormalPart($0) }),
            Case(
                "weibull", "Weibull", example: "weibull: {shape: 1.5, scale: \(x)}",
                {
                    .parameters(
                        "weibull",
                        [
                            ("shape", .quantity(.factor, in: 0.2...1000), true, "Shape."),
                            ("scale", value, true, "Scale."),
                        ])
                },
                make: { .weibull(shape: $0("shape"), scale: $0("scale")) },
                part: {
                    if case .weibull(let shape, let scale) = $0 {
                        Parameters(["shape": shape, "scale": scale])
                    } else {
                        nil
                    }
                }),
        ]
        if quantity.name == Quantity.factor.name {
            cases.append(
                Case(
                    "poisson", "Poisson; whole numbers", example: "poisson: 3", { value },
                    make: { .poisson(mean: $0) }, part: { if case .poisson(let mean) = $0 { mean } else { nil } }))
        }
        return cases
    }
}

extension Distribution {
    fileprivate var constantValue: Double { if case .constant(let value) = self { value } else { 0 } }
}

/// A distribution of a mixture.
private struct WeightedDistribution: Sendable {
    var weight = 0.0
    var of = Distribution.constant(0)

    static func section(_ quantity: Quantity) -> Section<WeightedDistribution> {
        // The form of the distribution is named, not spelled out: distributions hold distributions without end.
        let distribution = ValueFormat<Distribution>(
            .choice(name: quantity.distributionName, summary: "") { [] },
            read: { ValueFormat<Distribution>.distribution(quantity).read($0, $1) },
            write: { ValueFormat<Distribution>.distribution(quantity).write($0, $1) })
        return Section(
            "`mixture`", "", blank: WeightedDistribution(),
            [
                Field("weight", \.weight, .quantity(.weight), isRequired: true, "Weight."),
                Field("of", \.of, distribution, isRequired: true, "The distribution."),
            ])
    }
}

extension Quantity {
    /// The name of the distributions of this quantity in the schema.
    var distributionName: String { "\(name == Quantity.clock.name ? "clock" : name)-distribution" }
}

/// A lognormal distribution in either way of giving it.
private struct LognormalPart: Sendable {
    var median: Double?
    var sigma: Double?
    var mean: Double?
    var sd: Double?

    init?(_ distribution: Distribution) {
        switch distribution {
        case .lognormal(let mean, let sd): (self.mean, self.sd) = (mean, sd)
        case .lognormalMedian(let median, let sigma): (self.median, self.sigma) = (median, sigma)
        default: return nil
        }
    }

    init() {}

    var distribution: Distribution {
        if let mean { return .lognormal(mean: mean, sd: sd ?? 0) }
        return .lognormalMedian(median: median ?? 0, sigma: sigma ?? 0)
    }

    static func section(_ value: ValueFormat<Double>, _ sigma: ValueFormat<Double>) -> Section<LognormalPart> {
        Section(
            "`lognormal`", "", blank: LognormalPart(), groups: [KeyGroup("median", "sigma"), KeyGroup("mean", "sd")],
            [
                Field(oneOf: "median", \.median, value, "Median."),
                Field(oneOf: "sigma", \.sigma, sigma, "Standard deviation of the logarithm."),
                Field(oneOf: "mean", \.mean, value, "Mean."),
                Field(oneOf: "sd", \.sd, value, "Standard deviation."),
            ])
    }
}
