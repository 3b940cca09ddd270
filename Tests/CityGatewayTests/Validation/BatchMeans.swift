// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How long validation runs are: release builds are many times as fast, so they go for the 1% of the notes.
enum Effort {
    #if DEBUG
        static let isFull = false
    #else
        static let isFull = true
    #endif
    /// The standard error that runs are made for, as a share of the exact value.
    static let precision = isFull ? 0.01 : 0.05
}

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
    func doubt(_ name: String, _ exact: Double, precision: Double = Effort.precision) -> String? {
        guard count >= size * batches else { return "\(name): only \(count) values" }
        if error > precision * exact { return "\(name): the run is too short for \(exact): \(self)" }
        return abs(mean - exact) <= 3 * error ? nil : "\(name): \(self) is not \(exact)"
    }
}

/// Results of queueing theory for Poisson arrivals.
enum Exact {
    /// Erlang's C: the share of messages that wait, in M/M/c with `servers` and a utilisation below 1.
    ///
    /// From Erlang's B: C = B / (1 - rho (1 - B)). Source: A. K. Erlang, 1917.
    static func erlangC(servers: Int, utilisation: Double) -> Double {
        let load = Double(servers) * utilisation
        let blocked = (1...servers).reduce(1.0) { blocked, server in
            load * blocked / (Double(server) + load * blocked)
        }
        return blocked / (1 - utilisation * (1 - blocked))
    }

    /// The probabilities of 0, 1, ... `places` messages in M/M/c/K: a birth and death process.
    static func states(servers: Int, places: Int, load: Double) -> [Double] {
        var weights = [1.0]
        for number in 1...places { weights.append(weights[number - 1] * load / Double(min(number, servers))) }
        let total = weights.reduce(0, +)
        return weights.map { $0 / total }
    }
}
