// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

extension ValueFormat where Value == Distribution {
    /// The distribution, without those that give 0 again and again: nobody arrives at such a speed.
    package var neverZero: ValueFormat {
        ValueFormat(
            form,
            read: { item, reading in
                guard let distribution = read(item, reading) else { return nil }
                if !distribution.isOftenZero { return distribution }
                reading.fault(item.location, "the distribution includes 0", allowed: "values above 0")
                return nil
            },
            write: write)
    }
}

extension Distribution {
    /// Whether 0 has a probability of its own.
    fileprivate var isOftenZero: Bool {
        switch self {
        case .constant(let value): value <= 0
        case .table(let values, let weights): zip(values, weights).contains { $0.0 <= 0 && $0.1 > 0 }
        case .mixture(let distributions, let weights):
            zip(distributions, weights).contains { $0.0.isOftenZero && $0.1 > 0 }
        case .uniform, .triangular, .normal: likely.upperBound <= 0
        case .exponential, .lognormal, .lognormalMedian, .gamma, .weibull: false
        case .poisson: true
        }
    }
}

extension Distribution {
    /// A span that holds nearly all values.
    package var likely: ClosedRange<Double> {
        switch self {
        case .constant(let value): return value...value
        case .uniform(let low, let high): return low...high
        case .normal(let mean, let sd, let low, let high):
            let bottom = max(mean - 4 * sd, low ?? 0)
            return bottom...max(bottom, min(mean + 4 * sd, high ?? .infinity))
        case .triangular(let low, _, let high): return low...high
        case .table(let values, let weights):
            let possible = zip(values, weights).filter { $0.1 > 0 }.map(\.0)
            return (possible.min() ?? 0)...(possible.max() ?? 0)
        case .mixture(let distributions, let weights):
            let possible = zip(distributions, weights).filter { $0.1 > 0 }.map(\.0.likely)
            return (possible.map(\.lowerBound).min() ?? 0)...(possible.map(\.upperBound).max() ?? 0)
        case .exponential, .lognormal, .lognormalMedian, .gamma, .weibull, .poisson: return 0...max(0, mean * 5)
        }
    }
}
