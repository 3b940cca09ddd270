// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

/// The gateway against queueing theory: Poisson messages, mean service 1 s.
///
/// Every estimate comes with its standard error from 30 batch means, which must be at most 1% of the exact value in full
/// runs and 5% in coarse runs, and must lie within three of them.
@Suite struct TheoryTests {
    /// Servers, utilisation, and how many messages give a standard error of 1% of the mean wait, in thousands. For one server
    /// that is, in theory, (2 + 5 rho - 4 rho^2 + rho^3) / (rho (1 - rho)^2) / 1%^2 messages; for more it was tried.
    static let queues: [(servers: Int, utilisation: Double, thousands: Int)] = [
        (1, 0.5, 400), (1, 0.8, 2500), (1, 0.9, 8700), (2, 0.5, 900), (2, 0.7, 1300), (2, 0.9, 9000), (5, 0.7, 4000),
        (5, 0.8, 5000), (10, 0.8, 7400), (10, 0.9, 9000),
    ]

    /// A run for 5% is a twentyfifth as long. The full one is longer than stated, since the standard error varies itself.
    private func count(_ thousands: Int) -> Int { thousands * (Effort.isFull ? 1600 : 40) }

    private func doubts(
        _ station: Station, calls: Int, servers: Int, utilisation: Double, precision: Double = Effort.queuePrecision
    ) throws -> [String] {
        let wait = Exact.erlangC(servers: servers, utilisation: utilisation)
        let mean = wait / (Double(servers) * (1 - utilisation))
        // The wait of those who wait is exponential: half of them wait longer than its median.
        let count = QueueCount(calls, long: mean / wait * log(2))
        try station.run(calls: calls, [count])
        return [
            count.waited.doubt("share that waits", wait, precision: precision),
            count.wait.doubt("mean wait", mean, precision: precision),
            count.longWait.doubt("share of long waits", wait / 2, precision: 2 * precision),
        ].compactMap { $0 }
    }

    @Test("Erlang's C gives the figures of the notes")
    func erlang() {
        let figures: [(servers: Int, utilisation: Double, wait: Double)] = [
            (1, 0.7, 0.7), (2, 0.5, 0.333333), (2, 0.7, 0.576471), (2, 0.95, 0.925641), (5, 0.5, 0.130371),
            (5, 0.8, 0.554113), (10, 0.5, 0.036105), (10, 0.9, 0.668732), (10, 0.95, 0.825586),
        ]
        for (servers, utilisation, wait) in figures {
            #expect(abs(Exact.erlangC(servers: servers, utilisation: utilisation) - wait) < 1e-6)
        }
        let states = Exact.states(servers: 2, places: 3, load: 0.75)
        for (state, figure) in zip(states, [0.468007, 0.351005, 0.131627, 0.049360]) {
            #expect(abs(state - figure) < 1e-6)
        }
    }

    @Test(
        "M/M/c: the share that waits, the mean wait and its distribution are those of Erlang's C",
        arguments: Effort.some(of: queues))
    func erlangC(servers: Int, utilisation: Double, thousands: Int) throws {
        let station = Station(
            workers: servers, rates: (Double(servers) * utilisation, 0),
            seed: UInt64(servers * 1000) + UInt64(utilisation * 10))
        let found = try doubts(station, calls: count(thousands), servers: servers, utilisation: utilisation)
        #expect(found == [])
    }

    @Test("The check can fail: a worker more, a service time of less variance, a faster service, a bounded queue")
    func wrongStations() throws {
        let rates = (calls: 1.6, positions: 0.0)
        let wrong = [
            Station(workers: 3, rates: rates), Station(workers: 2, distribution: .constant(1), rates: rates),
            Station(workers: 2, distribution: .exponential(mean: 0.9), rates: rates),
            Station(workers: 2, queueBound: 5, rates: rates), Station(workers: 2, rates: (1.8, 0)),
        ]
        // The values themselves are wrong, not only uncertain: short runs are enough for that.
        func doubts(_ station: Station) throws -> [String] {
            try self.doubts(station, calls: 60_000, servers: 2, utilisation: 0.8, precision: 1)
        }
        for station in wrong { #expect(try !doubts(station).isEmpty, "\(station)") }
        #expect(try doubts(Station(workers: 2, rates: rates)).isEmpty)
    }

    @Test(
        "M/D/1 and M/G/1: the mean wait is that of Pollaczek and Khinchine",
        arguments: [
            (.constant(1), 0.5, 0.5, 500), (.constant(1), 0.8, 2, 700), (.constant(1), 0.9, 4.5, 2600),
            (.gamma(shape: 2, mean: 1), 0.8, 3, 3600), (.gamma(shape: 0.5, mean: 1), 0.5, 1.5, 1200),
        ] as [(Distribution, Double, Double, Int)])
    func pollaczek(distribution: Distribution, rate: Double, exact: Double, thousands: Int) throws {
        let calls = count(thousands)
        let queue = QueueCount(calls)
        try Station(distribution: distribution, rates: (rate, 0)).run(calls: calls, [queue])
        #expect(queue.wait.doubt("mean wait", exact) == nil)
        #expect(queue.waited.doubt("share that waits", rate) == nil)
    }

    @Test("M/M/2/3: arrivals find the states of the notes, and the share of the last one is refused")
    func bounded() throws {
        let calls = count(2000)
        let queue = QueueCount(calls)
        let station = Station(workers: 2, queueBound: 1, distribution: .exponential(mean: 0.25), rates: (3, 0))
        let found = try station.run(calls: calls, [queue])[0].onLoop { $0.found }
        #expect(queue.refused.doubt("share refused", 0.0493601) == nil)
        // Arrivals see the shares of time. The share of one state in n arrivals has an error of at most 2 sqrt(p (1-p) / n),
        // for the memory of the queue.
        for (state, exact) in Exact.states(servers: 2, places: 3, load: 0.75).enumerated() {
            let share = Double(found[state]) / Double(calls)
            #expect(abs(share - exact) < 6 * (exact * (1 - exact) / Double(calls)).squareRoot(), "state \(state)")
        }
        #expect(found[4...].allSatisfy { $0 == 0 })
        // The mean number inside, 0.762340.
        let number = (0..<4).reduce(0) { $0 + Double($1 * found[$1]) } / Double(calls)
        #expect(abs(number - 0.762340) < 3 * 2 * 0.88 / Double(calls).squareRoot())
    }

    @Test("The check can fail: a queue without a bound or with one more place refuses another share")
    func wrongBound() throws {
        for bound in [0, 2, Int.max] {
            let queue = QueueCount(80_000)
            let station = Station(workers: 2, queueBound: bound, distribution: .exponential(mean: 0.25), rates: (3, 0))
            try station.run(calls: 80_000, [queue])
            #expect(queue.refused.doubt("share refused", 0.0493601) != nil, "\(bound)")
        }
    }

    /// Calls urgent, positions normal.
    private func priorities(_ ranks: MessagePriorities, calls: Int) throws -> [String] {
        let (urgent, normal) = (QueueCount(calls, only: .call), QueueCount(calls * 5 / 2, only: .position))
        try Station(rates: (0.2, 0.5), priorities: ranks).run(calls: calls, [urgent, normal])
        return [
            urgent.wait.doubt("urgent", 0.875), normal.wait.doubt("normal", 2.916667),
            urgent.waited.doubt("share of urgent that waits", 0.7),
        ].compactMap { $0 }
    }

    @Test("M/M/1 with two classes that do not break off: waits of 0.875000 and 2.916667")
    func priorities() throws {
        #expect(try priorities(MessagePriorities([.call: 0], others: 1), calls: count(700)) == [])
    }

    @Test("The check can fail: an urgent wait of 0.25, that of classes that break off, is doubted")
    func breakingOff() throws {
        let calls = count(1000)
        let urgent = QueueCount(calls, only: .call)
        try Station(rates: (0.2, 0.5), priorities: MessagePriorities([.call: 0], others: 1))
            .run(calls: calls, [urgent])
        // Urgent messages that break off others see an M/M/1 of their own: rho / (1 - rho).
        #expect(urgent.wait.doubt("urgent", 0.2 / 0.8) != nil)
        #expect(urgent.wait.doubt("urgent", 0.875) == nil)
    }

    @Test("The check can fail: classes the other way round, or none, give other waits")
    func wrongPriorities() throws {
        #expect(try priorities(MessagePriorities([.call: 1]), calls: 28_000).count >= 2)
        #expect(try priorities(.equal, calls: 28_000).count >= 2)
    }
}
