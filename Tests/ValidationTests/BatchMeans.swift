// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A mean with its standard error, from the means of consecutive batches of one long run.
///
/// Batches are much longer than the memory of the queue, so their means are nearly independent. Source: Law, Simulation
/// Modeling and Analysis, section 9.5.3.
struct BatchMeans: CustomStringConvertible {
    private let batches: Int
    private let size: Int
    private var sums: [Double]
    private var count = 0

    init(of values: Int, batches: Int = 30) {
        self.batches = batches
        size = values / batches
        sums = Array(repeating: 0, count: batches)
    }

    mutating func add(_ value: Double) {
        if count < size * batches { sums[count / size] += value }
        count += 1
    }

    var mean: Double { sums.reduce(0, +) / Double(size * batches) }

    var error: Double {
        let mean = mean
        let squares = sums.reduce(0) { sum, value in
            let difference = value / Double(size) - mean
            return sum + difference * difference
        }
        return (squares / Double(batches - 1) / Double(batches)).squareRoot()
    }

    var description: String { "\(mean) +- \(error)" }

    /// What speaks against an exact value: it is more than three standard errors away, or the run was too short.
    func doubt(_ name: String, _ exact: Double, precision: Double = Effort.queuePrecision) -> String? {
        guard count >= size * batches else { return "\(name): only \(count) values" }
        if error > precision * exact { return "\(name): the run is too short for \(exact): \(self)" }
        return abs(mean - exact) <= 3 * error ? nil : "\(name): \(self) is not \(exact)"
    }
}
