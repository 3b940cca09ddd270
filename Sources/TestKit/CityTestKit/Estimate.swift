// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The mean of independent replications with its standard error.
package struct Estimate: Sendable, CustomStringConvertible {
    /// The mean of the replications.
    package let mean: Double
    /// The standard error of that mean: sample deviation by the root of the number of replications.
    package let error: Double

    /// Makes an estimate of at least two values.
    package init(_ values: [Double]) {
        precondition(values.count > 1, "a standard error needs two values or more")
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        self.mean = mean
        error = (squares / (count - 1) / count).squareRoot()
    }

    /// What speaks against an exact value; nil when the estimate lies within three standard errors of it and the error
    /// is at most the given share of it.
    package func doubt(of exact: Double, precision: Double) -> String? {
        guard mean.isFinite, error.isFinite else { return "nothing was measured" }
        if error > precision * abs(exact) {
            return "the standard error \(error) is above \(precision) of \(exact): the run is too short"
        }
        if abs(mean - exact) > 3 * error { return "\(self) is not \(exact)" }
        return nil
    }

    package var description: String { "\(mean) +- \(error)" }
}
