// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension Distribution {
    /// The same law with another mean: all its values are multiplied. A law whose mean is 0 becomes constant.
    func with(mean wanted: Double) -> Distribution {
        switch self {
        case .constant: .constant(wanted)
        case .exponential: .exponential(mean: wanted)
        case .poisson: .poisson(mean: wanted)
        case .uniform, .normal, .lognormal, .lognormalMedian, .gamma, .weibull, .triangular, .table, .mixture:
            mean > 0 ? scaled(by: wanted / mean) : .constant(wanted)
        }
    }

    private func scaled(by factor: Double) -> Distribution {
        switch self {
        case .constant(let value): .constant(value * factor)
        case .uniform(let low, let high): .uniform(from: low * factor, to: high * factor)
        case .exponential(let mean): .exponential(mean: mean * factor)
        case .normal(let mean, let sd, let low, let high):
            .normal(mean: mean * factor, sd: sd * factor, min: low.map { $0 * factor }, max: high.map { $0 * factor })
        case .lognormal(let mean, let sd): .lognormal(mean: mean * factor, sd: sd * factor)
        case .lognormalMedian(let median, let sigma): .lognormalMedian(median: median * factor, sigma: sigma)
        case .gamma(let shape, let mean): .gamma(shape: shape, mean: mean * factor)
        case .weibull(let shape, let scale): .weibull(shape: shape, scale: scale * factor)
        case .triangular(let low, let mode, let high):
            .triangular(min: low * factor, mode: mode * factor, max: high * factor)
        case .poisson(let mean): .poisson(mean: mean * factor)
        case .table(let values, let weights): .table(values: values.map { $0 * factor }, weights: weights)
        case .mixture(let laws, let weights):
            .mixture(distributions: laws.map { $0.scaled(by: factor) }, weights: weights)
        }
    }

    /// The name of its form, for messages.
    var form: String {
        switch self {
        case .constant: "constant"
        case .uniform: "uniform"
        case .exponential: "exponential"
        case .normal: "normal"
        case .lognormal, .lognormalMedian: "lognormal"
        case .gamma: "gamma"
        case .weibull: "weibull"
        case .triangular: "triangular"
        case .poisson: "poisson"
        case .table: "table"
        case .mixture: "mixture"
        }
    }
}
