// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiSimulation

/// Free taxis that go where rides are.
@Suite struct SeekTests {
    private func seeker(_ city: TestCity) throws -> Seeker {
        let layout = city.plan.layout
        let calls = CallWeights(city.scenario, layout: layout)
        return try #require(Seeker(city.scenario.drivers[0].idle, calls: calls, layout: layout))
    }

    /// The share of all numbers from 0 up to 1 that lead to each zone, to a thousandth of a percent.
    private func shares(_ seeker: Seeker, from zone: Int, at time: CityTime) -> [ZoneID: Double] {
        let count = 100_000
        var shares: [ZoneID: Double] = [:]
        for part in 0..<count {
            guard let to = seeker.zone(from: ZoneID(zone), at: time, (Double(part) + 0.5) / Double(count)) else {
                continue
            }
            shares[to, default: 0] += 1 / Double(count)
        }
        return shares
    }

    private func isNear(_ shares: [ZoneID: Double], _ weights: [Double]) -> Bool {
        let total = weights.reduce(0, +)
        return weights.enumerated().allSatisfy { abs((shares[ZoneID($0 + 1)] ?? 0) - $1 / total) < 1e-4 }
    }

    @Test(
        "The gravity of `seek` equals its weights: all zones alike, or the calls of the hour, times exp(-distance / scale)"
    )
    func gravity() throws {
        func town(_ weights: String) throws -> TestCity {
            try TestCity(
                Towns.town(
                    rows: 1, columns: 3, cell: "2 km", driver: "idle: {seek: {scale: 3 km, weights: \(weights)}}"
                ).replacing(
                    "arrivals: {per-day: 2000}",
                    with: "table: [\"mon-sun,0,1,1,1,10\", \"mon-sun,0,1,3,1,30\", \"mon-sun,1,24,2,1,23\"]"))
        }
        let (near, far) = (exp(-2.0 / 3), exp(-4.0 / 3))
        let even = try town("zones")
        let start = even.scenario.start
        #expect(isNear(shares(try seeker(even), from: 1, at: start), [1, near, far]))
        #expect(isNear(shares(try seeker(even), from: 2, at: start + .hours(1)), [near, 1, near]))
        let rides = try seeker(town("rides"))
        #expect(isNear(shares(rides, from: 1, at: start + .minutes(59)), [10, 0, 30 * far]))
        #expect(isNear(shares(rides, from: 3, at: start), [10 * far, 0, 30]))
        #expect(isNear(shares(rides, from: 3, at: start + .hours(2)), [0, 1, 0]))
    }

    @Test("Learned weights hold as they stand, by day and hour; a zone without them keeps its taxis")
    func moves() throws {
        let city = try TestCity(
            Towns.town(
                driver: "idle: {moves: [\"wed,0,2,1,2,3\", \"wed,0,2,1,4,1\", \"wed,2,24,1,1,1\", \"thu,0,24,3,1,1\"]}")
        )
        let seeker = try seeker(city)
        let start = city.scenario.start
        #expect(isNear(shares(seeker, from: 1, at: start), [0, 3, 0, 1]))
        #expect(isNear(shares(seeker, from: 1, at: start + .hours(2)), [1, 0, 0, 0]))
        #expect(shares(seeker, from: 2, at: start).isEmpty)
    }

    @Test(
        "A free taxi sets out at once, again after the time without a ride, and stays in the queue of the zone where it is"
    )
    func again() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 2, cell: "1 km", drivers: 50, perDay: 1, length: "10 h",
                driver: "start: {1: 1}\nidle: {seek: {scale: 1 km, again: 20 min, weights: zones}}",
                more: "travel: {circuity: 1, free-speed: 36 km/h}")
        ).run()
        #expect(run.result.violations.isEmpty)
        // To the other zone with exp(-1) / (1 + exp(-1)) = 0.269, thirty times in 10 h.
        let crossings = run.records.times {
            if case .driverEnqueued(_, _, _, .zoneChange) = $0 { true } else { false }
        }
        let expected = 50 * 30 * 0.2689
        #expect(
            abs(Double(crossings.count) - expected) < 5 * (50 * 30 * 0.2689 * 0.7311).squareRoot(), "\(crossings.count)"
        )
        #expect((crossings.first ?? 1e9) < 300)
    }

    // MARK: Rides

    /// When the passenger of `oneCall` comes aboard and leaves.
    private func ride(_ travel: String, folder: String = "") throws -> (approach: Double, ride: Double) {
        let run = try TestCity(
            Towns.oneCall("travel: {circuity: 1, free-speed: 36 km/h\(travel)}", driver: "boarding: 0 s")
                .replacing("00:00:10,1,1,1,600,5000", with: "00:00:10,1,1,1,,"), folder: folder
        ).run()
        let accepted = run.records.times { if case .offerAccepted = $0 { true } else { false } }
        let aboard = run.records.times { if case .passengerAboard = $0 { true } else { false } }
        let ended = run.records.times { if case .rideEnded = $0 { true } else { false } }
        #expect(ended.count == 1)
        return (aboard[0] - accepted[0], ended[0] - aboard[0])
    }

    @Test("A fixed part, a factor and a table of rides change rides, and leave approaches alone")
    func rides() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rides-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let plain = try ride("")
        func expect(_ travel: String, _ time: Double, _ name: Comment) throws {
            let changed = try ride(travel, folder: folder.path)
            #expect(abs(changed.approach - plain.approach) < 0.002 && abs(changed.ride - time) < 0.003, name)
        }
        try expect(", fixed-ride: 2 min", plain.ride + 120, "fixed")
        try expect(
            ", fixed-ride: {mon-sun: 1 min, wed: [\((0..<24).map { "\($0 + 1) s" }.joined(separator: ", "))]}",
            plain.ride + 1, "by day")
        try expect(", ride-variability: {table: {1.5: 100%}}", plain.ride * 1.5, "factor")
        try expect(", fixed-ride: 2 min, ride-variability: 2", (plain.ride + 120) * 2, "both")
        // The approach keeps the factor of all drives.
        let both = try ride(", variability: 3, ride-variability: 2")
        #expect(abs(both.approach - plain.approach * 3) < 0.005 && abs(both.ride - plain.ride * 2) < 0.003)
        // By the hour of its begin, in the lines or a file.
        let rows = (0..<24).map { hour in
            (["mon-sun", "\(hour)"] + Array(repeating: hour == 0 ? "1.5" : "3", count: 20)).joined(separator: ",")
        }
        try expect(", ride-factors: [\(rows.map { "\"\($0)\"" }.joined(separator: ", "))]", plain.ride * 1.5, "lines")
        let law = folder.appendingPathComponent("law.csv").path
        let header = (["days", "hour"] + (1...20).map { "factor_\($0)" }).joined(separator: ",")
        func write(_ rows: [String]) throws {
            try ([header] + rows).joined(separator: "\n").write(toFile: law, atomically: true, encoding: .utf8)
        }
        try write(rows)
        try expect(", fixed-ride: 2 min, ride-factors: law.csv", (plain.ride + 120) * 1.5, "file")
        func problem(_ travel: String) -> String {
            do {
                _ = try ride(travel, folder: folder.path)
                return "none"
            } catch let errors as InputErrors {
                return errors.problems.first?.description ?? ""
            } catch {
                return "\(error)"
            }
        }
        #expect(problem(", ride-factors: law.csv, ride-variability: 2").contains("exclude each other"))
        try write(rows.dropLast() + [rows[23].replacing(",23,3", with: ",23,x")])
        #expect(
            problem(", ride-factors: law.csv").hasSuffix(
                "law.csv:25:12: error: `x` is not a factor on the time of a ride; allowed: 0 to 1000"))
        try write(rows.dropLast())
        #expect(problem(", ride-factors: law.csv").contains("has no row for the hour 23 of mon-sun"))
        let file = folder.appendingPathComponent("rides.csv").path
        try "from_zone,to_zone,seconds\n1,1,777\n".write(toFile: file, atomically: true, encoding: .utf8)
        try expect(", ride-table: rides.csv", 777, "table")
        try "from_zone,to_zone,seconds\n1,7,777\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect {
            try ride(", ride-table: rides.csv", folder: folder.path)
        } throws: {
            ((($0 as? InputErrors)?.problems ?? []).first?.message ?? "").contains("\"7\" is not a zone of the layout")
        }
    }
}
