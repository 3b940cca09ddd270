// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityReports
import CityServices
import CitySimulation
import CityTestKit
import Population
import RandomStreams
import ScenarioFile
import TaxiRules
import Testing

/// The taxi station of Larson and Odoni, Urban Operations Research (1981), problem 4.1.
///
/// Taxis join the real zone queue as a Poisson stream, 1 a minute, and wait without limit. Passengers come as a Poisson
/// stream, 1.25 a minute. Each calls at once; our rule aborts a call that finds no taxi, so the passengers' side of the
/// station is scripted: an aborted caller stays when at most two others wait, and the first in line calls again when the
/// next taxi joins. What is validated is the zone's queue under long waits of taxis, the abort of calls without a taxi, and
/// that a join is served to the next call at once.
@Suite struct StationTests {
    private static let precision = Effort.isFull ? 0.02 : 0.06

    private func stations(limit: Int = 3) throws -> [StationCounts] {
        let plan = try TestCity("city: {grid: {rows: 1, columns: 1, cell: 1 km}}").plan
        return try (0..<Effort.replications).map { replication in
            try Station.run(
                plan, replication: UInt64(replication), limit: limit, warmUp: .hours(12),
                length: .hours(Effort.isFull ? 800 : 80))
        }
    }

    private func doubts(_ counts: [StationCounts]) -> [String] {
        func check(_ name: String, _ exact: Double, _ precision: Double, _ value: (StationCounts) -> Double) -> String?
        {
            Estimate(counts.map(value)).doubt(of: exact, precision: precision).map { "\(name): \($0)" }
        }
        let precision = Self.precision
        return [
            check("share of time with three waiting", 0.2, precision) { $0.fullShare },
            check("taxis waiting", 2.048, 2 * precision) { $0.taxis },
            check("passengers waiting", 1.048, precision) { $0.passengers },
            check("lost in an hour", 15, precision) { $0.lostPerHour },
            check("taxi at once", 0.4096, precision) { $0.servedAtOnce },
            check("minutes that joined passengers wait", 1.048, precision) { $0.waitMinutes },
        ].compactMap { $0 }
    }

    @Test("A taxi station has the loss, the queues and the waits of Larson and Odoni")
    func station() throws {
        #expect(doubts(try stations()) == [])
    }

    @Test("The check can fail: a station where one passenger more may wait is caught")
    func wrongLimit() throws {
        #expect(!doubts(try stations(limit: 4)).isEmpty)
    }
}
