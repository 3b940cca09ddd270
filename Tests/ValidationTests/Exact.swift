// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Results of queueing theory that the city must reproduce.
enum Exact {
    /// Erlang's B: the share of calls that find all of `servers` busy at a load in erlangs.
    ///
    /// B(0) = 1, B(c) = a B(c-1) / (c + a B(c-1)). Source: A. K. Erlang, 1917.
    static func erlangB(servers: Int, load: Double) -> Double {
        (1...servers).reduce(1.0) { blocked, server in load * blocked / (Double(server) + load * blocked) }
    }

    /// Erlang's C: the share of messages that wait, in M/M/c with `servers` and a utilisation below 1.
    ///
    /// From Erlang's B: C = B / (1 - rho (1 - B)). Source: A. K. Erlang, 1917.
    static func erlangC(servers: Int, utilisation: Double) -> Double {
        let load = Double(servers) * utilisation
        let blocked = erlangB(servers: servers, load: load)
        return blocked / (1 - utilisation * (1 - blocked))
    }

    /// Erlang's A: the share of those who come that leave before their turn, in M/M/c with exponential patience, and the mean
    /// wait of all, served or not. `patience` is its mean in mean services; waits are in mean services as well.
    ///
    /// A birth and death process. Source: C. Palm, 1957; Garnett, Mandelbaum and Reiman, 2002.
    static func erlangA(servers: Int, load: Double, patience: Double) -> (left: Double, wait: Double) {
        var weights = [1.0]
        for number in 1...400 {
            let leaving = Double(max(0, number - servers)) / patience
            weights.append(weights[number - 1] * load / (Double(min(number, servers)) + leaving))
        }
        let total = weights.reduce(0, +)
        let queue = weights.enumerated().reduce(0) { $0 + Double(max(0, $1.offset - servers)) * $1.element } / total
        return (queue / patience / load, queue / load)
    }

    /// The probabilities of 0, 1, ... `places` messages in M/M/c/K: a birth and death process.
    static func states(servers: Int, places: Int, load: Double) -> [Double] {
        var weights = [1.0]
        for number in 1...places { weights.append(weights[number - 1] * load / Double(min(number, servers))) }
        let total = weights.reduce(0, +)
        return weights.map { $0 / total }
    }
}

/// The offer protocol in closed form: each driver accepts after `reaction` with probability `accept`, refuses after it
/// with `refuse`, else stays silent until `deadline`. The queue never runs out. All times in seconds.
struct OfferProtocol {
    var accept: Double
    var refuse: Double
    var reaction: Double
    var deadline: Double

    private var silent: Double { 1 - accept - refuse }

    /// Drivers asked for one request.
    var asked: Double { 1 / accept }

    /// Mean time from the request to the acceptance.
    var mean: Double { (refuse * reaction + silent * deadline) / accept + reaction }

    /// Standard deviation of that time: a geometric number N of failures, each r or T long.
    var deviation: Double {
        let failure = 1 - accept
        let count = failure / accept
        let first = (refuse * reaction + silent * deadline) / failure
        let second = (refuse * reaction * reaction + silent * deadline * deadline) / failure
        // Var of a random sum: E[N] Var[X] + Var[N] E[X]^2.
        return (count * (second - first * first) + failure / (accept * accept) * first * first).squareRoot()
    }

    /// The probability that the acceptance takes at most this long.
    func share(within limit: Double) -> Double {
        var sum = 0.0
        // k failures, of which j silent: binomial weights.
        for failures in 0..<60 {
            var weight = accept * pow(refuse, Double(failures))
            for silences in 0...failures {
                let time = reaction + Double(failures - silences) * reaction + Double(silences) * deadline
                if time <= limit + 1e-9 { sum += weight }
                weight *= silent / refuse * Double(failures - silences) / Double(silences + 1)
            }
        }
        return sum
    }
}
