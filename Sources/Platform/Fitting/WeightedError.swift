// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean of relative errors, such as of hours, each with a weight: what makes hours of many count more than hours of few.
package struct WeightedError: Hashable, Sendable {
    private var sum = 0.0
    private var weights = 0.0

    package init() {}

    /// Adds a prediction of what was seen; what is not known, or was 0, does not count.
    package mutating func add(_ predicted: Double?, of seen: Double?, weight: Double) {
        guard let predicted, let seen, seen > 0, weight > 0 else { return }
        sum += weight * abs(predicted / seen - 1)
        weights += weight
    }

    /// The mean; nil where nothing counts.
    package var mean: Double? { weights > 0 ? sum / weights : nil }
}
