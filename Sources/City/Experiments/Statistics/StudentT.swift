// SPDX-License-Identifier: GPL-3.0-or-later

import CGSL
import Synchronization

/// Student's t distribution, from GSL's distribution functions.
package enum StudentT {
    /// The value that a t variable with these degrees of freedom stays below with this probability.
    ///
    /// - Parameters:
    ///   - probability: above 0 and below 1.
    ///   - degrees: degrees of freedom, 1 or more.
    package static func quantile(_ probability: Double, degrees: Int) -> Double {
        precondition(probability > 0 && probability < 1, "a probability of \(probability) has no quantile")
        precondition(degrees >= 1, "\(degrees) degrees of freedom")
        let wanted = Quantile(probability: probability, degrees: degrees)
        if let found = quantiles.withLock({ $0[wanted] }) { return found }
        let found = gsl_cdf_tdist_Pinv(probability, Double(degrees))
        quantiles.withLock { $0[wanted] = found }
        return found
    }

    private struct Quantile: Hashable {
        let probability: Double
        let degrees: Int
    }

    /// An experiment asks for the same few quantiles once for each metric of each point, and each of them is searched for.
    private static let quantiles = Mutex<[Quantile: Double]>([:])

    /// The probability that a t variable is at least this far from 0, to either side: a p-value.
    package static func twoSided(_ value: Double, degrees: Int) -> Double {
        precondition(degrees >= 1, "\(degrees) degrees of freedom")
        return min(1, 2 * gsl_cdf_tdist_Q(abs(value), Double(degrees)))
    }
}
