// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Whether a value fits as well as the best one: what tells what a record does not determine.
///
/// Both were judged by the same replications with common random numbers. A value fits equally well when the mean difference of its
/// distances from those of the best is at most a tenth of the best's distance and two points, or at most twice the standard error of that
/// mean: below the first a model that is only like the city cannot be told apart, below the second chance cannot. The two points keep a
/// best one that is far off from making all others its equals.
package enum EqualFit {
    /// The share of the best's distance that makes no difference.
    package static let tolerance = 0.1
    /// The difference that matters, however far off the best is.
    package static let mostDifference = 0.02

    /// Whether distances, one for each replication, are as good as those of the best, in the same order.
    package static func holds(_ distances: [Double], best: [Double]) -> Bool {
        precondition(distances.count == best.count && !best.isEmpty, "\(distances.count) and \(best.count) distances")
        let count = Double(best.count)
        let differences = zip(distances, best).map { $0 - $1 }
        let mean = differences.reduce(0, +) / count
        var error = 0.0
        if best.count > 1 {
            let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            error = (squares / (count - 1) / count).squareRoot()
        }
        return mean <= max(min(tolerance * best.reduce(0, +) / count, mostDifference), 2 * error)
    }
}
