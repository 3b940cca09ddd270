// SPDX-License-Identifier: GPL-3.0-or-later

import CGSL

/// Student's t distribution, from GSL's distribution functions.
public enum StudentT {
    /// The value that a t variable with these degrees of freedom stays below with this probability.
    ///
    /// - Parameters:
    ///   - probability: above 0 and below 1.
    ///   - degrees: degrees of freedom, 1 or more.
    public static func quantile(_ probability: Double, degrees: Int) -> Double {
        precondition(probability > 0 && probability < 1, "a probability of \(probability) has no quantile")
        precondition(degrees >= 1, "\(degrees) degrees of freedom")
        return gsl_cdf_tdist_Pinv(probability, Double(degrees))
    }

    /// The probability that a t variable is at least this far from 0, to either side: a p-value.
    public static func twoSided(_ value: Double, degrees: Int) -> Double {
        precondition(degrees >= 1, "\(degrees) degrees of freedom")
        return min(1, 2 * gsl_cdf_tdist_Q(abs(value), Double(degrees)))
    }
}
