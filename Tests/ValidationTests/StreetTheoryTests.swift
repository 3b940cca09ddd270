// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import Testing

/// The street against queueing theory: one zone, Poisson hails, rides of a mean of 15 min.
@Suite struct StreetTheoryTests {
    private func town(_ drivers: Int, perDay: Double, patience: String, hours: Int, ride: String) -> String {
        """
        cabrank: 1
        name: street
        start: 2026-03-04
        length: \(hours) h
        warm-up: 6 h
        city: {grid: {rows: 1, columns: 1, cell: 2 km}}
        travel: {ride: \(ride)}
        drivers: [{name: cabs, count: \(drivers)}]
        passengers: [{name: street, by: hail, arrivals: {per-day: \(perDay)}\(patience)}]
        """
    }

    @Test(
        "Hails that leave are Erlang's A: the share that is lost, and the mean wait of all",
        arguments: [(2, 0.8, 1.0), (5, 1.0, 0.5), (5, 1.2, 2.0)])
    func erlangA(drivers: Int, load: Double, patience: Double) throws {
        let exact = Exact.erlangA(servers: drivers, load: load * Double(drivers), patience: patience)
        let hours = Effort.isFull ? 3000 : 150
        let city = try TestCity(
            town(
                drivers, perDay: 96 * load * Double(drivers),
                patience: ", patience: {exponential: \(15 * patience) min}",
                hours: hours, ride: "{exponential: 15 min}"))
        let runs = try (0..<16).map { try city.run(replication: UInt64($0), checks: false) }
        let lost = Estimate(runs.map { $0["streets.leftShare"] })
        let wait = Estimate(
            runs.map { run in
                let (boarded, left) = (run["streets.boarded"], run["streets.left"])
                return (boarded * run["streets.wait.mean"] + left * run["streets.stood.mean"]) / (boarded + left) / 900
            })
        #expect(lost.doubt(of: exact.left, precision: Effort.limit(coarse: 0.075)) == nil, "\(lost) of \(exact.left)")
        #expect(wait.doubt(of: exact.wait, precision: Effort.limit(coarse: 0.1)) == nil, "\(wait) of \(exact.wait)")
    }

    /// Of twenty free taxis each place in the queue is as likely to be stopped: chi square, 19 degrees of freedom, at a level of 1 in 1000.
    private func expectUniform(_ run: TestRun) {
        var queue: [DriverID] = []
        var stopped = Array(repeating: 0.0, count: 20)
        for record in run.records {
            switch record.taxi {
            case .driverEnqueued(let driver, _, _, _): queue.append(driver)
            case .driverDequeued(let driver, _, _):
                guard let place = queue.firstIndex(of: driver) else { continue }
                if queue.count == 20 { stopped[place] += 1 }
                queue.remove(at: place)
            default: break
            }
        }
        let mean = stopped.reduce(0, +) / 20
        let distance = stopped.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / mean }
        #expect(mean > 300 && distance < 43.8, "\(distance): \(stopped)")
    }

    @Test(
        "With a free taxi always there and drawn, vacant times are exponential, with the mean of the free taxis by hails"
    )
    func vacantTimes() throws {
        // Rides of 1 s: some 20 of 20 taxis are free, and one of 240 hails an hour takes each of them every 5 min.
        let city = try TestCity(town(20, perDay: 5760, patience: "", hours: Effort.isFull ? 400 : 40, ride: "1 s"))
        let run = try city.run(checks: false)
        var since: [DriverID: Double] = [:]
        var vacant: [Double] = []
        for record in run.records {
            switch record.street {
            case .streetBoarded(_, let driver, _, _):
                if let free = since[driver] { vacant.append(record.time.inSeconds - free) }
            case .streetRideEnded(_, let driver, _, _): since[driver] = record.time.inSeconds
            case .streetAsked, .streetLeft, nil: break
            }
        }
        expectUniform(run)
        let count = Double(vacant.count)
        let mean = vacant.reduce(0, +) / count
        #expect(count > 9000 && abs(mean - 299) < 4 * 299 / count.squareRoot(), "\(mean) s of \(count)")
        // The largest distance of the two distributions (Kolmogorov and Smirnov), at a level of about 1 in 1000.
        let sorted = vacant.sorted()
        let distance =
            sorted.enumerated().map { index, value in
                let exact = 1 - exp(-value / mean)
                return max(abs(exact - Double(index) / count), abs(exact - Double(index + 1) / count))
            }.max() ?? 1
        #expect(distance < 1.95 / count.squareRoot(), "\(distance)")
    }
}
