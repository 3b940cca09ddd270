// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
package import CityModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension RandomStream {
    /// One value of the distribution, in its own unit and not rounded. Its `problem` must be nil.
    ///
    /// Each distribution is one GSL call, or a formula on GSL's uniform numbers where GSL has none. Nothing is allocated. How
    /// many numbers a value takes depends on the distribution and on chance; hence one stream for each purpose.
    package mutating func draw(_ distribution: Distribution) -> Double {
        switch distribution {
        case .constant(let value):
            return value
        case .uniform(let low, let high):
            let value = withGenerator { gsl_ran_flat($0, low, high) }
            // Rounding may touch a bound when the bounds are large and close to each other.
            return low < high ? min(max(value, low), high.nextDown) : low
        case .exponential(let mean):
            return withGenerator { gsl_ran_exponential($0, mean) }
        case .normal(let mean, let sd, let low, let high):
            return normal(mean: mean, sd: sd, low: low ?? -.infinity, high: high ?? .infinity)
        case .lognormal(let mean, let sd):
            let variance = log1p((sd / mean) * (sd / mean))
            let value = withGenerator { gsl_ran_gaussian_ziggurat($0, variance.squareRoot()) }
            return mean * exp(value - variance / 2)
        case .lognormalMedian(let median, let sigma):
            return median * exp(withGenerator { gsl_ran_gaussian_ziggurat($0, sigma) })
        case .gamma(let shape, let mean):
            // GSL would never return from a shape that is not a number.
            precondition(shape > 0, "a gamma distribution needs a shape above 0")
            return withGenerator { gsl_ran_gamma($0, shape, mean / shape) }
        case .weibull(let shape, let scale):
            return withGenerator { gsl_ran_weibull($0, scale, shape) }
        case .triangular(let low, let mode, let high):
            return triangular(low, mode, high)
        case .poisson(let mean):
            // GSL counts in 32 bits.
            precondition(mean >= 0 && mean <= 1e9, "a Poisson distribution needs a mean between 0 and 1e9")
            return Double(withGenerator { gsl_ran_poisson($0, mean) })
        case .table(let values, let weights):
            return values[pick(weights: weights)]
        case .mixture(let distributions, let weights):
            return draw(distributions[pick(weights: weights)])
        }
    }

    /// One value of the exponential distribution with mean 1.
    mutating func standardExponential() -> Double {
        withGenerator { gsl_ran_exponential($0, 1) }
    }

    /// A normal value between the bounds.
    ///
    /// Bounds that keep a third or more of the distribution: drawn again until inside. Tighter bounds: the inverse of the
    /// cumulative distribution, counted from the nearer tail to keep its digits, so that a far or narrow window costs no more.
    private mutating func normal(mean: Double, sd: Double, low: Double, high: Double) -> Double {
        guard sd > 0 else { return mean }
        let bottom = (low - mean) / sd
        let top = (high - mean) / sd
        var value: Double
        if bottom <= 0, top >= 0, top - bottom >= 1 {
            repeat {
                value = withGenerator { gsl_ran_gaussian_ziggurat($0, 1) }
            } while value < bottom || value > top
        } else {
            // Never 0, so that an open bound never gives an endless value.
            let part = withGenerator { gsl_rng_uniform_pos($0) }
            if bottom > 0 {
                let least = gsl_cdf_ugaussian_Q(top)
                value = gsl_cdf_ugaussian_Qinv(least + part * (gsl_cdf_ugaussian_Q(bottom) - least))
            } else {
                let least = gsl_cdf_ugaussian_P(bottom)
                value = gsl_cdf_ugaussian_Pinv(least + part * (gsl_cdf_ugaussian_P(top) - least))
            }
        }
        return min(max(mean + sd * value, low), high)
    }

    /// A triangular value: the inverse of the cumulative distribution. GSL has no such distribution.
    private mutating func triangular(_ low: Double, _ mode: Double, _ high: Double) -> Double {
        let part = uniform()
        let width = high - low
        let rise = mode - low
        if part * width < rise { return low + (part * width * rise).squareRoot() }
        return high - ((1 - part) * width * (high - mode)).squareRoot()
    }
}
