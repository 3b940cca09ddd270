// SPDX-License-Identifier: GPL-3.0-or-later
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A distribution of chance with its parameters, in plain numbers. The unit is that of the quantity it describes: seconds for
/// times, metres for lengths, one for counts and factors.
///
/// Describes only; `RandomStreams` draws. `problem` says what is wrong with the parameters. Most distributions are plain numbers
/// without heap memory, so passing one to a draw costs nothing.
public enum Distribution: Hashable, Sendable, Codable {
    /// Always the same value.
    case constant(Double)
    /// Evenly between two bounds, the upper excluded.
    case uniform(from: Double, to: Double)
    /// Exponential with this mean, above 0.
    case exponential(mean: Double)
    /// Normal, cut off to the given bounds: the distribution on condition that the value lies inside. Either bound may be absent.
    case normal(mean: Double, sd: Double, min: Double?, max: Double?)
    /// Lognormal given by its own mean and standard deviation.
    case lognormal(mean: Double, sd: Double)
    /// Lognormal given by its median and the standard deviation of its logarithm.
    case lognormalMedian(median: Double, sigma: Double)
    /// Gamma with this shape and mean; shape 4 is the Erlang distribution of four stages.
    case gamma(shape: Double, mean: Double)
    /// Weibull with this shape and scale.
    case weibull(shape: Double, scale: Double)
    /// Triangular between two bounds with a mode.
    case triangular(min: Double, mode: Double, max: Double)
    /// Poisson with this mean; whole numbers.
    case poisson(mean: Double)
    /// One of a list of values, with weights.
    case table(values: [Double], weights: [Double])
    /// One of several distributions, chosen by weight.
    case mixture(distributions: [Distribution], weights: [Double])
}

extension Distribution {
    /// What is wrong with the parameters, in a sentence that says what is allowed; nil when all is well.
    public var problem: String? {
        func needsFinite(_ values: [Double]) -> String? {
            values.allSatisfy(\.isFinite) ? nil : "every parameter must be a finite number"
        }
        func needsPositive(_ value: Double, _ name: String) -> String? {
            value > 0 && value.isFinite ? nil : "\(name) must be above 0"
        }
        func weightProblem(_ weights: [Double], _ count: Int) -> String? {
            if count == 0 { return "at least one entry is needed" }
            if weights.count != count { return "there must be one weight for each entry" }
            if !weights.allSatisfy({ $0 >= 0 && $0.isFinite }) { return "weights must be 0 or more" }
            return weights.contains { $0 > 0 } ? nil : "at least one weight must be above 0"
        }
        switch self {
        case .constant(let value): return needsFinite([value])
        case .uniform(let low, let high):
            return needsFinite([low, high, high - low]) ?? (low <= high ? nil : "`from` must not be above `to`")
        case .exponential(let mean): return needsPositive(mean, "mean")
        case .normal(let mean, let sd, let low, let high):
            if let bad = needsFinite([mean]) { return bad }
            if !(sd >= 0 && sd.isFinite) { return "sd must be 0 or more" }
            let bottom = low ?? -.infinity
            let top = high ?? .infinity
            if !(bottom < top) { return "min must be below max" }
            if sd == 0 {
                return mean >= bottom && mean <= top ? nil : "with sd 0 the mean must lie between min and max"
            }
            // Bounds so far out are a slip of the pen, and keep less than 1 in 30 000 of the distribution.
            if bottom > mean + 4 * sd || top < mean - 4 * sd {
                return "min and max must leave a part of the distribution within 4 sd of its mean"
            }
            return nil
        case .lognormal(let mean, let sd): return needsPositive(mean, "mean") ?? needsPositive(sd, "sd")
        case .lognormalMedian(let median, let sigma):
            return needsPositive(median, "median") ?? (sigma >= 0 && sigma.isFinite ? nil : "sigma must be 0 or more")
        case .gamma(let shape, let mean): return needsPositive(shape, "shape") ?? needsPositive(mean, "mean")
        case .weibull(let shape, let scale): return needsPositive(shape, "shape") ?? needsPositive(scale, "scale")
        case .triangular(let low, let mode, let high):
            return needsFinite([low, mode, high])
                ?? (low <= mode && mode <= high && low < high ? nil : "min <= mode <= max and min < max are needed")
        case .poisson(let mean): return mean >= 0 && mean <= 1e9 ? nil : "mean must be between 0 and 1e9"
        case .table(let values, let weights):
            return needsFinite(values) ?? weightProblem(weights, values.count)
        case .mixture(let distributions, let weights):
            return distributions.lazy.compactMap(\.problem).first ?? weightProblem(weights, distributions.count)
        }
    }

    /// The smallest value that can be drawn; minus infinity when there is none.
    public var lowest: Double {
        switch self {
        case .constant(let value): value
        case .uniform(let low, _): low
        case .normal(let mean, let sd, let low, _): sd == 0 ? mean : low ?? -.infinity
        case .triangular(let low, _, _): low
        case .table(let values, let weights): zip(values, weights).filter { $0.1 > 0 }.map(\.0).min() ?? 0
        case .mixture(let distributions, let weights):
            zip(distributions, weights).filter { $0.1 > 0 }.map(\.0.lowest).min() ?? 0
        default: 0
        }
    }

    /// The expected value; for a truncated normal distribution that of the distribution before truncation.
    public var mean: Double {
        switch self {
        case .constant(let value): return value
        case .uniform(let low, let high): return (low + high) / 2
        case .exponential(let mean), .normal(let mean, _, _, _), .lognormal(let mean, _), .gamma(_, let mean),
            .poisson(let mean):
            return mean
        case .lognormalMedian(let median, let sigma): return median * expOf(sigma * sigma / 2)
        case .weibull(let shape, let scale): return scale * gammaOf(1 + 1 / shape)
        case .triangular(let low, let mode, let high): return (low + mode + high) / 3
        case .table(let values, let weights):
            let total = weights.reduce(0, +)
            return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / total
        case .mixture(let distributions, let weights):
            let total = weights.reduce(0, +)
            return zip(distributions, weights).reduce(0) { $0 + $1.0.mean * $1.1 } / total
        }
    }
}

private func expOf(_ value: Double) -> Double { exp(value) }
private func gammaOf(_ value: Double) -> Double { tgamma(value) }
